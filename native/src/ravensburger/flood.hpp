// Slots, what is read through them, and floods, as in slots.py and flood.py. A node's own data are
// a State, which its children get a copy of; so nothing has to be put back.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tables.hpp"
#include "tree.hpp"

namespace pylab::ravensburger {

// What a flood has reached, and what the undecided slots may be.
template <int M, int C>
struct State {
    int time = 0, at = 0, count = 0, before = 0;
    bool closed = false;
    std::uint64_t quiet = 0;  // the set of the times whose closures have reached nothing
    std::uint64_t still = 0;  // the set of the times at which the next push moves nothing reached
    Set<C> inside;
    Set<4 * C> lacking;  // of explorers only: see goal_side.hpp
    std::vector<std::uint16_t> cells, tiles;
    std::vector<Set<M>> allowed;
    std::vector<std::pair<int, Set<M>>> candidates;  // of a cut: slots, and what they have to be

    State(int size, int slots) : cells(size), tiles(size), allowed(slots) {}

    bool quiet_at(int when) const { return quiet >> when & 1; }
    void hush(int when) { quiet |= std::uint64_t{1} << when; }

    bool still_at(int when) const { return still >> when & 1; }

    void begin(int when, int cell, int tile) {
        time = when, at = 0, count = 1, before = 1, closed = false, quiet = 0, still = 0;
        inside = {};
        inside.add(cell);
        cells[0] = static_cast<std::uint16_t>(cell);
        tiles[0] = static_cast<std::uint16_t>(tile);
    }

    void reach(int cell, int tile) {
        inside.add(cell);
        cells[count] = static_cast<std::uint16_t>(cell);
        tiles[count++] = static_cast<std::uint16_t>(tile);
    }

    // Go on to another time, at which the tiles lie on the same cells.
    void stay(int when) { time = when, at = 0, before = count, closed = false; }

    // Go on to another time, at which each tile is where the step takes it.
    void move(int when, const std::uint16_t* step) {
        inside = {};
        for (int i = 0; i < count; i++) inside.add(cells[i] = step[cells[i]]);
        stay(when);
    }

    void copy_front(const State& from) {
        time = from.time, at = from.at, count = from.count, before = from.before;
        closed = from.closed, quiet = from.quiet, still = from.still, inside = from.inside;
        std::memcpy(cells.data(), from.cells.data(), count * sizeof cells[0]);
        std::memcpy(tiles.data(), from.tiles.data(), count * sizeof tiles[0]);
    }
};

// A state for each depth of a search.
template <int M, int C>
class Pool {
public:
    Pool(int size, int slots) : size_(size), slots_(slots) {}
    State<M, C>& operator[](int depth) {
        while (depth >= static_cast<int>(states_.size()))
            states_.push_back(std::make_unique<State<M, C>>(size_, slots_));
        return *states_[depth];
    }

private:
    int size_, slots_;
    std::vector<std::unique_ptr<State<M, C>>> states_;
};

// The pushes: by step, from 1, the move that is decided, or -1.
template <int M, int C>
struct Slots {
    Tables<M, C>& tables;
    const std::vector<std::uint8_t>& types;  // of each tile, or of each cell before the first slot
    int last;
    bool lump;
    std::vector<std::int16_t> pushes;
    Tree* tree = nullptr;  // where it is written down how the slots are split, if anywhere

    Slots(Tables<M, C>& given, const std::vector<std::uint8_t>& kinds, int count, bool lumped)
        : tables(given), types(kinds), last(count), lump(lumped), pushes(count + 1, -1) {}
};

inline constexpr int closed_off = -1, must_split = -2;

enum class Closure { closed, dead, over };

// A search by flooding. Self has `bool search(State&, int depth)`, which searches a node, and
// `bool prepare(State& child, const State& front, slot, move)`, which says whether a child is worth
// it. A Watched one keeps in `looks` what it has looked at.
template <class Self, int M, int C, bool Watched>
class Flood {
public:
    using Moves = Set<M>;
    using Cells = Set<C>;
    using Node = State<M, C>;
    using MetHere = std::function<bool(const Node&)>;

protected:
    Slots<M, C>& slots;
    Tables<M, C>& tables;
    Pool<M, C>& pool;
    Cells target;
    Work& work;
    const MetHere& met;

    Flood(Slots<M, C>& given, Pool<M, C>& states, Cells wanted, Work& costs, const MetHere& meet)
        : slots(given), tables(given.tables), pool(states), target(wanted), work(costs), met(meet) {}

    // What was looked at: by Watched ones only.
    Cells seen;
    std::vector<std::uint16_t> order;

    void look(int cell) {
        if (seen.has(cell)) return;
        seen.add(cell);
        order.push_back(static_cast<std::uint16_t>(cell));
    }

    bool child(const Node& front, int depth, int slot, int move) {
        Node& next = pool[depth + 1];
        next.allowed = front.allowed;
        if (slots.tree && !slots.tree->enter()) return false;
        slots.pushes[slot] = static_cast<std::int16_t>(move);
        bool over = false;
        if (self().prepare(next, front, slot, move)) {
            next.copy_front(front);
            if constexpr (Watched) next.lacking = front.lacking;
            if (slot > front.time) next.move(slot, tables.forth(move));
            over = self().search(next, depth + 1);
        }
        if (slots.tree) slots.tree->closed();
        slots.pushes[slot] = -1;
        return over;
    }

    // Reach what can be reached at this time, in all sequences of the node. Where that depends on
    // an undecided slot, the other sequences are searched right away.
    Closure close(Node& front, int depth) {
        Split split;
        for (; front.at < front.count; front.at++) {
            const int cell = front.cells[front.at];
            const int kind = slots.types[front.tiles[front.at]];
            for (int direction = 0; direction < 4; direction++) {
                if (!(kind >> direction & 1)) continue;
                const int beside = tables.beside[cell][direction];
                if (beside == off_board || front.inside.has(beside)) continue;
                const int facing = 1 << (direction ^ 2);
                int tile = read(front, beside, front.time, facing, split);
                while (tile == must_split) {
                    const Split here = split;
                    if (slots.tree)
                        slots.tree->branch(here.slot, [&](auto name) {
                            for (int i = 0; i < here.count; i++) name(here.moves[i]);
                        });
                    for (int i = 0; i < here.count; i++) {
                        if (child(front, depth, here.slot, here.moves[i])) return Closure::over;
                        front.allowed[here.slot].drop(here.moves[i]);
                    }
                    if (!front.allowed[here.slot].any()) return Closure::dead;
                    tile = read(front, beside, front.time, facing, split);
                }
                if (tile < 0 || !(slots.types[tile] & facing)) continue;
                if (target.has(tile)) return met(front) ? Closure::over : Closure::dead;
                front.reach(beside, tile);
            }
        }
        front.closed = true;
        return Closure::closed;
    }

private:
    struct Split {
        int slot = 0, count = 0;
        std::array<std::uint8_t, 4> moves{};
    };

    Self& self() { return static_cast<Self&>(*this); }

    // The tile on the cell at that time, if that is known; else closed_off, or must_split.
    int read(Node& node, int cell, int time, int facing, Split& split) {
        for (; time; time--) {
            const int move = slots.pushes[time];
            if (move >= 0) {
                cell = tables.back(move)[cell];
            } else if (tables.touching[cell].meets(node.allowed[time])) {
                find_splits(node, cell, time, facing, split);
                return split.count ? must_split : closed_off;
            }
        }
        if constexpr (Watched) opens(node, cell, facing);
        return cell;
    }

    // The moves to split the undecided slot on, to know of the tile on the cell if it connects;
    // none if it can't.
    void find_splits(Node& node, int cell, int time, int facing, Split& split) {
        split.slot = time, split.count = 0;
        [[maybe_unused]] Set<4 * C> lacking;
        if constexpr (Watched) lacking = node.lacking;
        const bool all = !slots.lump || may_connect(node, cell, time - 1, facing);
        for (int move : tables.touchers[cell])
            if (node.allowed[time].has(move) &&
                (all || may_connect(node, tables.back(move)[cell], time - 1, facing)))
                split.moves[split.count++] = static_cast<std::uint8_t>(move);
        if constexpr (Watched)
            if (split.count) node.lacking = lacking;
    }

    // Whether the tile on the cell at that time has the opening for some allowed moves.
    bool may_connect(Node& node, int cell, int time, int facing) {
        work.step();
        for (; time; time--) {
            const int move = slots.pushes[time];
            if (move >= 0) {
                cell = tables.back(move)[cell];
            } else if (tables.touching[cell].meets(node.allowed[time])) {
                for (int other : tables.touchers[cell])
                    if (node.allowed[time].has(other) &&
                        may_connect(node, tables.back(other)[cell], time - 1, facing))
                        return true;
            }
        }
        return opens(node, cell, facing);
    }

    bool opens([[maybe_unused]] Node& node, int tile, int facing) {
        const bool found = slots.types[tile] & facing;
        if constexpr (Watched) {
            look(tile);
            if (!found) node.lacking.add(4 * tile + std::countr_zero(static_cast<unsigned>(facing)));
        }
        return found;
    }
};

}  // namespace pylab::ravensburger
