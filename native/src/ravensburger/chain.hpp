// Sets of cells, pushed and flooded, and how far a goal is from what is reached, as in beam.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../sets.hpp"
#include "ravensburger.hpp"

namespace pylab::ravensburger {

inline constexpr int hopeless = 1 << 30;

// Sets of cells: pushed and flooded.
template <int C>
class Grid {
public:
    using Cells = Set<C>;

    explicit Grid(int rows) : size(rows), rows_(rows), columns_(rows) {
        for (int cell = 0; cell < size * size; cell++) {
            rows_[cell / size].add(cell);
            columns_[cell % size].add(cell);
        }
    }

    const int size;

    const Cells& line(int move) const { return (move & 1 ? rows_ : columns_)[move >> 2]; }

    // The cells moved one step towards a direction, on the torus.
    Cells around(const Cells& cells, int direction) const {
        const int far = size * (size - 1);
        switch (direction) {
            case 0: return (cells - rows_.back()).up(size) | (cells & rows_.back()).down(far);
            case 1: return (cells - columns_.back()).up(1) | (cells & columns_.back()).down(size - 1);
            case 2: return (cells - rows_.front()).down(size) | (cells & rows_.front()).up(far);
            default: return (cells - columns_[0]).down(1) | (cells & columns_[0]).up(size - 1);
        }
    }

    Cells pushed(const Cells& cells, int move) const {
        const Cells moving = cells & line(move);
        return moving.any() ? (cells ^ moving) ^ around(moving, move & 3) : cells;
    }

    // The cells that can be walked to from these.
    Cells flooded(Cells cells, const std::array<Cells, 4>& openings) const {
        // passages between a cell and the one to its north or east, kept at that one's bit
        const Cells upward = openings[0].up(size) & openings[2];
        const Cells rightward = (openings[1] - columns_.back()).up(1) & openings[3];
        while (true) {
            Cells grown = cells | (cells.up(size) & upward) | (cells.up(1) & rightward);
            grown |= (grown & upward).down(size) | (grown & rightward).down(1);
            if (grown == cells) return cells;
            cells = grown;
        }
    }

    // The cells that are at most one step away, on the torus.
    Cells ball(const Cells& cells) const {
        Cells grown = cells;
        for (int direction = 0; direction < 4; direction++) grown |= around(cells, direction);
        return grown;
    }

private:
    std::vector<Cells> rows_, columns_;
};

template <int C>
struct Situation {
    std::array<Set<C>, 4> openings;
    Set<C> goal, reached;
    std::int32_t way = -1;  // the last of the moves so far

    // Before the first push.
    static Situation first(int size, const std::vector<std::uint8_t>& types, int start, int goal) {
        Situation found;
        for (int cell = 0; cell < size * size; cell++)
            for (int direction = 0; direction < 4; direction++)
                if (types[cell] >> direction & 1) found.openings[direction].add(cell);
        found.goal.add(goal);
        found.reached.add(start);
        return found;
    }

    bool alike(const Situation& other) const {
        return reached == other.reached && goal == other.goal && openings == other.openings;
    }
    std::uint64_t hash() const {
        std::uint64_t found = 0;
        const auto mix = [&](const Set<C>& cells) {
            for (auto word : cells.words) {
                found = (found ^ word) * 0x9e3779b97f4a7c15u;
                found ^= found >> 32;
            }
        };
        for (const auto& each : openings) mix(each);
        mix(goal), mix(reached);
        return found;
    }
};

// What the cheapest chain costs, from the goal to the avatar.
template <int C>
int chain(const Grid<C>& grid, const Situation<C>& situation, std::vector<Set<C>>& due) {
    const auto& openings = situation.openings;
    Set<C> level = grid.flooded(situation.goal, openings), seen = level;
    std::fill(due.begin(), due.end(), Set<C>());
    for (int cost = 0;; cost++) {
        if (level.meets(situation.reached)) return cost;
        for (int direction = 0; direction < 4; direction++) {
            const auto& fitting = openings[direction ^ 2];
            Set<C> near = grid.around(level & openings[direction], direction);
            for (auto& each : due) each |= (near = grid.ball(near)) & fitting;
        }
        Set<C> ahead;
        for (const auto& each : due) ahead |= each;
        if (!(ahead - seen).any()) return hopeless;
        level = grid.flooded(due.front() - seen, openings) - seen;
        std::rotate(due.begin(), due.begin() + 1, due.end());
        due.back() = {};
        seen |= level;
    }
}

// Decides whether a node is worth searching; it may reject good ones.
template <int C>
class Guide {
public:
    Guide(int size, const std::vector<std::uint8_t>& types, int start, int goal, int slack)
        : grid_(size), begin_(Situation<C>::first(size, types, start, goal)), due_(radius) {
        most_ = chain(grid_, begin_, due_) + slack;
    }

    // Whether the cheapest chain to these cells, after these pushes alone, is cheap enough.
    bool follows(const std::vector<std::uint8_t>& moves, const Set<C>& cells) {
        Situation<C> now = begin_;
        for (int move : moves) {
            for (auto& each : now.openings) each = grid_.pushed(each, move);
            now.goal = grid_.pushed(now.goal, move);
        }
        now.reached = cells;
        return chain(grid_, now, due_) <= most_ - static_cast<int>(moves.size());
    }

private:
    static constexpr int radius = 2;
    Grid<C> grid_;
    Situation<C> begin_;
    std::vector<Set<C>> due_;
    int most_;
};

}  // namespace pylab::ravensburger
