// The flood from the goal, backwards through the slots, as in backward.py.
#pragma once

#include "flood.hpp"

namespace pylab::ravensburger {

// A flood from the goal, from the last slot back to the time `least`, whose closure is not made.
// Self has `void ended(State&)`, called where the flood has met nothing.
template <class Self, int M, int C, bool Watched>
class BackwardFlood : public Flood<Self, M, C, Watched> {
    using Base = Flood<Self, M, C, Watched>;
    friend Base;

public:
    using typename Base::Cells;
    using typename Base::MetHere;
    using typename Base::Node;

protected:
    BackwardFlood(Slots<M, C>& slots, Pool<M, C>& pool, int least, Cells home, Work& work,
                  const MetHere& met, bool commute)
        : Base(slots, pool, home, work, met), least_(least), commute_(commute) {}

    // Follow the goal forwards through the slots, then flood.
    bool locate(Node& node, int depth, int goal, int cell, int time) {
        for (int slot = time; slot <= slots.last; slot++) {
            if (slots.pushes[slot] >= 0) {
                cell = tables.forth(slots.pushes[slot])[cell];
                continue;
            }
            const auto possible = tables.touching[cell] & node.allowed[slot];
            if (slots.tree && possible.any())
                slots.tree->branch(slot, [&](auto name) { possible.each(name); });
            for (int move : tables.touchers[cell]) {
                if (!node.allowed[slot].has(move)) continue;
                if (slots.tree && !slots.tree->enter()) continue;
                Node& next = pool[depth + 1];
                next.allowed = node.allowed;
                if constexpr (Watched) next.lacking = node.lacking;
                slots.pushes[slot] = static_cast<std::int16_t>(move);
                const bool over = locate(next, depth + 1, goal, tables.forth(move)[cell], slot + 1);
                if (slots.tree) slots.tree->closed();
                slots.pushes[slot] = -1;
                if (over) return true;
            }
            node.allowed[slot] -= tables.touching[cell];
            if (!node.allowed[slot].any()) return false;
        }
        if (this->target.has(goal)) return this->met(node);
        node.begin(slots.last, cell, goal);
        return search(node, depth);
    }

    bool search(Node& front, int depth) {
        this->work.add();
        while (true) {
            const Closure outcome = this->close(front, depth);
            if (outcome != Closure::closed) return outcome == Closure::over;
            const int time = front.time;
            if (commute_ && front.count == front.before && !in_order(front)) return false;
            const int move = slots.pushes[time];
            if (move >= 0)
                front.move(time - 1, tables.back(move));
            else
                front.stay(time - 1);
            if (front.time == least_) {
                static_cast<Self*>(this)->ended(front);
                return false;
            }
        }
    }

    bool prepare(Node&, const Node&, int, int) { return true; }

    using Base::pool;
    using Base::slots;
    using Base::tables;

private:
    int least_;
    bool commute_;

    // After a closure that reached nothing: whether the pushes around it may stay as they are.
    bool in_order(Node& node) {
        const int time = node.time;
        if (time + 1 > slots.last || slots.pushes[time + 1] < 0 || time <= least_) return true;
        const auto& kept = tables.kept_before[slots.pushes[time + 1]][time == 1];
        if (slots.pushes[time] >= 0) return kept.has(slots.pushes[time]);
        node.allowed[time] &= kept;
        return node.allowed[time].any();
    }
};

// One that has tiles to meet.
template <int M, int C>
class Backward : public BackwardFlood<Backward<M, C>, M, C, false> {
    using Base = BackwardFlood<Backward<M, C>, M, C, false>;
    friend Base;
    friend Flood<Backward<M, C>, M, C, false>;

public:
    Backward(Slots<M, C>& slots, Pool<M, C>& pool, int least, typename Base::Cells home, Work& work,
             const typename Base::MetHere& met, bool commute)
        : Base(slots, pool, least, home, work, met, commute) {}

    // Search below a node of this depth; its front is not needed any more.
    bool run(typename Base::Node& node, int depth) {
        const int goal = this->tables.goal;
        return this->locate(node, depth, goal, goal, 1);
    }

private:
    void ended(typename Base::Node&) {}
};

}  // namespace pylab::ravensburger
