// Lazy commitment: is there a plan of exactly K pushes? As in lazy.py, with the same nodes.
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "chain.hpp"
#include "goal_side.hpp"

namespace pylab::ravensburger {
namespace {

// A number of pushes, and the moves of those that are decided, in order; all zero for none.
struct Key {
    static constexpr std::size_t longest = 14;
    std::array<std::uint64_t, 2> words{};

    Key(int pushes, const std::vector<std::uint8_t>& moves) {
        std::array<std::uint8_t, sizeof words> bytes{};
        bytes[0] = static_cast<std::uint8_t>(pushes);
        bytes[1] = static_cast<std::uint8_t>(moves.size());
        std::copy(moves.begin(), moves.end(), bytes.begin() + 2);
        std::memcpy(words.data(), bytes.data(), sizeof words);
    }
    bool operator==(const Key& other) const {
        return words[0] == other.words[0] && words[1] == other.words[1];
    }
    std::uint64_t mixed() const {
        std::uint64_t found = words[0] * 0x9e3779b97f4a7c15u;
        found = (found ^ found >> 29 ^ words[1]) * 0xbf58476d1ce4e5b9u;
        return (found ^ found >> 32) * 0x9e3779b97f4a7c15u;
    }
};

// What was found for keys lately; a newer one takes the place of an older one. What belongs to a
// key lies together: most of the time goes into waiting for memory.
template <int M, int C>
class Memory {
public:
    struct Entry {
        Key key;
        Leaf<M, C>* leaf;  // what the goal's side says of the board
        // of hidden slots, with so many decided and so many hidden ones before them, the candidates
        std::array<std::uint16_t, 4> slots;
        std::array<Set<M>, 4> crossings;
    };
    Memory() : entries_(static_cast<Entry*>(std::calloc(places, sizeof(Entry)))) {
        if (!entries_) throw std::bad_alloc();
    }
    Entry& at(const Key& key) { return entries_.get()[key.mixed() >> (64 - bits)]; }
    void forget() {
        for (int i = 0; i < places; i++) entries_.get()[i].key.words = {};
    }

private:
    static constexpr int bits = 15, places = 1 << bits;
    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    std::unique_ptr<Entry, Free> entries_;  // zeroed pages, which nobody holds before they are used
};

// What is learnt and kept from one question to the next.
template <int M, int C>
struct Learnt {
    GoalSide<M, C> goal_side;
    int generation = 0;
    Memory<M, C> memory;

    Learnt(Tables<M, C>& tables, bool lump, std::size_t most_forks)
        : goal_side(tables, lump, most_forks) {}
};

// A flood from the avatar, forwards in time; with a cut, the goal's side is looked up.
template <int M, int C>
class Forward : public Flood<Forward<M, C>, M, C, false> {
    using Base = Flood<Forward<M, C>, M, C, false>;
    friend Base;
    using typename Base::Cells;
    using typename Base::Moves;
    using typename Base::Node;

public:
    Forward(Slots<M, C>& slots, Pool<M, C>& pool, int beyond, const Rules& rules,
            Learnt<M, C>& learnt, Work& work, const typename Base::MetHere& met,
            Guide<C>* guide)
        : Base(slots, pool, only(slots.tables.goal), work, met),
          learnt_(learnt),
          rules_(rules),
          beyond_(rules.cut ? beyond : 0),
          last_(slots.last),
          guide_(guide) {}

    bool run() {
        Node& node = pool[0];
        const int start = tables.start;
        node.begin(0, start, start);
        node.at = 1;  // before the first push the avatar does not walk
        std::fill(node.allowed.begin(), node.allowed.end(), tables.all_moves);
        return search(node, 0);
    }

private:
    using Base::pool;
    using Base::slots;
    using Base::tables;

    static constexpr int early = 3;      // with more candidates, the closure is made first
    static constexpr int all = 1 << 30;  // more candidates than there are

    Learnt<M, C>& learnt_;
    const Rules& rules_;
    int beyond_, last_;
    std::vector<std::uint8_t> kinds_, decided_, nothing_;
    std::vector<std::uint16_t> traced_;
    Guide<C>* guide_;

    bool promising(const Node& front) {
        decided_.clear();
        for (int slot = 1; slot <= last_; slot++)
            if (slots.pushes[slot] >= 0) decided_.push_back(static_cast<std::uint8_t>(slots.pushes[slot]));
        const int count = static_cast<int>(decided_.size());
        return !count || count >= last_ - beyond_ || guide_->follows(decided_, front.inside);
    }

    static Cells only(int cell) {
        Cells found;
        found.add(cell);
        return found;
    }

    bool search(Node& front, int depth) {
        this->work.add();
        if (guide_ && !promising(front)) return false;
        if (front.closed) return cut(front, depth);
        if (rules_.early && within_reach_of_goal_side(front.time) && find_candidates(front, early))
            return split_on_candidates(front, depth);
        while (true) {
            const Closure outcome = this->close(front, depth);
            if (outcome != Closure::closed) return outcome == Closure::over;
            const int time = front.time;
            if (time == last_) return false;
            if (time && front.count == front.before) {
                front.hush(time);
                if (rules_.commute && slots.pushes[time] >= 0 && quiet(front, time))
                    keep(front, time, time + 1, tables.kept[slots.pushes[time]], time == 1);
            }
            if (within_reach_of_goal_side(time)) {
                this->work.add();
                return cut(front, depth);
            }
            Moves touched;
            for (int i = 0; i < front.count; i++) touched |= tables.touching[front.cells[i]];
            const Moves possible = touched & front.allowed[time + 1];
            if (slots.tree && possible.any())
                slots.tree->branch(time + 1, [&](auto name) { possible.each(name); });
            if (possible.some([&](int move) { return this->child(front, depth, time + 1, move); }))
                return true;
            front.allowed[time + 1] -= touched;
            if (rules_.commute && time && slots.pushes[time] >= 0)
                keep(front, time, time + 1, tables.kept[slots.pushes[time]], true);
            if (!front.allowed[time + 1].any()) return false;
            front.still |= std::uint64_t{1} << time;
            front.stay(time + 1);
        }
    }

    // Whether the slot may be this move, by what is decided of the pushes beside it. Where one of
    // these is undecided, what it may no longer be is no longer allowed.
    bool prepare(Node& child, const Node& front, int slot, int move) {
        if (!rules_.commute || !rules_.hindsight) return true;
        const bool before = quiet(front, slot - 1), after = quiet(front, slot);
        if ((before || (slot > 1 && front.still_at(slot - 1))) &&
            !keep(child, slot - 1, slot - 1, tables.kept_before[move], !before || slot == 2))
            return false;
        return !(after || front.still_at(slot)) ||
               keep(child, slot, slot + 1, tables.kept[move], !after || slot == 1);
    }

    // Whether nothing new is reached at this time, as far as the rules may know.
    bool quiet(const Node& front, int time) const {
        if (!front.quiet_at(time)) return false;
        for (int slot = 1; rules_.provable && slot <= time; slot++)
            if (slots.pushes[slot] < 0) return false;
        return true;
    }

    // Leave a slot only the moves that keep this push and the next in order; whether any is left.
    // `kept` are these moves without the one that takes a move back, and with it.
    bool keep(Node& node, int time, int slot, const std::array<Moves, 2>& kept, bool back) {
        const Moves& moves = kept[back || rules_.provable];
        const int move = slots.pushes[slot];
        if (move >= 0) {
            if (!moves.has(move) && slots.tree) slots.tree->order(time);
            return moves.has(move);
        }
        if (slots.tree && (node.allowed[slot] - moves).any()) slots.tree->order(time);
        node.allowed[slot] &= moves;
        return node.allowed[slot].any();
    }

    bool within_reach_of_goal_side(int time) const {
        if (!time || last_ - time > beyond_) return false;
        int left = last_;
        for (int slot = 1; slot <= time; slot++) left -= slots.pushes[slot] >= 0;
        return 0 < left && left <= beyond_;
    }

    // All that is reached at this time is known: can the pushes that are left do it?
    bool cut(Node& front, int depth) {
        return find_candidates(front, all) ? split_on_candidates(front, depth) : meet(front, depth);
    }

    bool split_on_candidates(Node& front, int depth) {
        for (const auto& [slot, moves] : front.candidates) {
            if (slots.tree) slots.tree->branch(slot, [&](auto name) { moves.each(name); });
            if (moves.some([&](int move) { return this->child(front, depth, slot, move); }))
                return true;
            front.allowed[slot] -= moves;
            if (!front.allowed[slot].any()) break;
        }
        if (slots.tree) slots.tree->cut(front.time);
        return false;
    }

    // Flood from the goal to the tiles that are reached at this time.
    bool meet(Node& front, int depth) {
        Cells home;
        for (int i = 0; i < front.count; i++) home.add(front.tiles[i]);
        Backward<M, C> rest(slots, pool, front.time, home, this->work, this->met, rules_.commute && !rules_.provable);
        return rest.run(front, depth);
    }

    // Ask the goal's side about the cells that are reached at this time, or some of them. True if
    // the front's candidates are all that slots have to be for a plan to be in the node: one of the
    // slots at least.
    bool find_candidates(Node& front, int most) {
        decided_.clear();
        int hidden = 0;
        for (int slot = 1; slot <= front.time; slot++) {
            if (slots.pushes[slot] < 0)
                hidden++;
            else
                decided_.push_back(static_cast<std::uint8_t>(slots.pushes[slot]));
        }
        const bool kept = decided_.size() <= Key::longest;
        const Key key(last_, kept ? decided_ : nothing_);
        auto* known = kept ? &learnt_.memory.at(key) : nullptr;
        if (known && known->key != key) *known = {key, nullptr, {}, {}};
        Leaf<M, C>* leaf = known ? known->leaf : nullptr;
        if (!leaf) {
            leaf = ask_goal_side();
            if (known) *known = {key, leaf, {}, {}};
        }
        if (leaf->winning.meets(front.inside) || (hidden && !rules_.crossing)) return false;
        front.candidates.clear();
        int number = 0, place = 0;
        for (int slot = 1; number < hidden; slot++) {
            if (slots.pushes[slot] >= 0) {
                place++;
                continue;
            }
            const Moves crossing =
                find_crossing(known, place, number, *leaf) & front.allowed[slot];
            number++;
            if (!crossing.any()) continue;
            most -= crossing.count();
            if (most < 0) return false;
            front.candidates.push_back({slot, crossing});
        }
        return true;
    }

    Leaf<M, C>* ask_goal_side() {
        kinds_ = slots.types;
        int goal = tables.goal;
        for (int move : decided_) {
            tables.push(kinds_, move);
            goal = tables.forth(move)[goal];
        }
        const int left = last_ - static_cast<int>(decided_.size());
        Leaf<M, C>* leaf = learnt_.goal_side.ask(left, goal, kinds_, this->work);
        if (learnt_.generation != learnt_.goal_side.generation) {
            learnt_.generation = learnt_.goal_side.generation;
            learnt_.memory.forget();
        }
        return leaf;
    }

    Moves find_crossing(typename Memory<M, C>::Entry* known, int place, int number, Leaf<M, C>& leaf) {
        if (!known) return crossing_at(place, number, leaf);
        const auto slot = static_cast<std::uint16_t>(place << 8 | number << 1 | 1);
        const int at = (place + number) & 3;
        if (known->slots[at] != slot) {
            known->crossings[at] = crossing_at(place, number, leaf);
            known->slots[at] = slot;
        }
        return known->crossings[at];
    }

    // The moves of an undecided slot, with so many decided pushes and so many undecided ones before
    // it, that may not be put off until after the decided ones.
    Moves crossing_at(int place, int number, Leaf<M, C>& leaf) {
        const auto& concerned = leaf.concerned(number, tables);
        traced_ = concerned.cells;
        Moves found;
        for (int i = static_cast<int>(decided_.size()) - 1; i >= place; i--) {
            const auto& crossed = tables.crossed(decided_[i]);
            for (std::size_t index = 0; index < traced_.size(); index++) {
                const int before = crossed.back[traced_[index]];
                traced_[index] = static_cast<std::uint16_t>(before & ~crossed.some);
                if (!(before & crossed.some)) continue;
                Moves possible = (crossed.moves[traced_[index]] & concerned.moves[index]) - found;
                if (!possible.any()) continue;
                if (!number) possible = changing(possible, leaf, concerned.cells[index], place);
                found |= possible;
            }
        }
        return found;
    }

    // Of the suspects for the first undecided slot, those that change what is looked at.
    Moves changing(const Moves& suspects, const Leaf<M, C>& leaf, int cell, int place) {
        Moves changing;
        suspects.each([&](int move) {
            int origin = tables.forth(move)[cell];
            int i = static_cast<int>(decided_.size());
            while (i > place) origin = tables.back(decided_[--i])[origin];
            origin = tables.back(move)[origin];
            while (i > 0) origin = tables.back(decided_[--i])[origin];
            if (leaf.changing(cell, slots.types[origin]).has(move)) changing.add(move);
        });
        return changing;
    }
};

template <int M, int C>
class Decides : public Decider {
public:
    Decides(const Board& board, Rules rules, std::size_t most_forks)
        : tables_(board), rules_(rules), learnt_(tables_, rules.lump, most_forks) {}

    bool decide(int count, int mode, Work& work, const Met& met, Tree* tree,
                std::optional<int> slack) override {
        Slots<M, C> slots(tables_, tables_.types, count, rules_.lump);
        slots.tree = tree;
        const bool found = search(slots, count, mode, work, met, slack);
        if (tree) tree->closed(), tree->flush();
        return found;
    }

private:
    bool search(Slots<M, C>& slots, int count, int mode, Work& work, const Met& met,
                std::optional<int> slack) {
        using Node = State<M, C>;
        Pool<M, C> pool(tables_.cells, count + 1);
        const std::function<bool(const Node&)> here = [&](const Node& node) {
            std::vector<std::vector<int>> possible;
            for (int slot = 1; slot <= count; slot++) {
                possible.emplace_back();
                if (slots.pushes[slot] >= 0)
                    possible.back().push_back(slots.pushes[slot]);
                else
                    node.allowed[slot].each([&](int move) { possible.back().push_back(move); });
            }
            return met(possible);
        };
        Node& node = pool[0];
        std::fill(node.allowed.begin(), node.allowed.end(), tables_.all_moves);
        if (tables_.start == tables_.goal) return here(node);
        if (!count) return false;
        std::optional<Guide<C>> guide;
        if (slack) guide.emplace(tables_.size, tables_.types, tables_.start, tables_.goal, *slack);
        if (mode != backward_mode)
            return Forward<M, C>(slots, pool, mode, rules_, learnt_, work, here, guide ? &*guide : nullptr).run();
        Set<C> home;
        home.add(tables_.start);
        return Backward<M, C>(slots, pool, 0, home, work, here, rules_.commute && !rules_.provable).run(node, 0);
    }

    Tables<M, C> tables_;
    Rules rules_;
    Learnt<M, C> learnt_;
};

}  // namespace

std::unique_ptr<Decider> decider(const Board& board, Rules rules, std::size_t most_forks) {
    if (board.size <= 16) return std::make_unique<Decides<1, 4>>(board, rules, most_forks);
    if (board.size <= 22) return std::make_unique<Decides<2, 8>>(board, rules, most_forks);
    if (board.size <= 32) return std::make_unique<Decides<2, 16>>(board, rules, most_forks);
    return std::make_unique<Decides<4, 64>>(board, rules, most_forks);
}

}  // namespace pylab::ravensburger
