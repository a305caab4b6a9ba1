// A case of a certificate: its known and unknown pushes, and the cells that may be reached.
#pragma once

#include <algorithm>
#include <vector>

#include "certificate_board.hpp"

namespace pylab::ravensburger::certified {

// An unknown push counts as all of its allowed moves at once: a tile stays, or goes wherever one of them
// takes it. So the cells that may be reached include those that any sequence of pushes reaches.
class Case {
public:
    Case(const Board& board, const Grid& grid, int count, bool backward, Run& run)
        : run_(run), count_(count), backward_(backward), grid_(grid), kinds_(count + 1) {
        kinds_[0] = board.types;
        goals_.assign(count + 1, CellSet(grid.cells()));
        reached_ = goals_;
        some_ = others_ = goals_[0];
        goals_[0].add(board.goal), reached_[0].add(board.start);
        for (int move = 0; move < grid.moves(); move++) any_.add(move);
        begin();
    }

    // Make all pushes unknown.
    void begin() {
        known_.assign(count_ + 1, -1);
        allowed_.assign(count_ + 1, any_);
        changed(1);
    }
    void decide(int step, int move) {
        known_[step] = move;
        changed(step);
    }
    void leave_open(int step, const Moves& allowed) {
        known_[step] = -1, allowed_[step] = allowed;
        changed(step);
    }

    int count() const { return count_; }
    bool knows(int step) const { return known_[step] >= 0; }
    int known(int step) const { return known_[step]; }  // a move, or -1
    const Moves& allowed(int step) const { return allowed_[step]; }

    // Whether some unknown push has no allowed move.
    bool empty() const {
        for (int step = 1; step <= count_; step++)
            if (!knows(step) && allowed_[step].none()) return true;
        return false;
    }

    // Moves that are in the wrong order, of push `time` and the next one, at least one of which is known:
    // moves of the unknown push, or of the second push if both are known.
    Moves swappable(int time) {
        walk(time);
        const int first = known_[time], second = known_[time + 1], known = first >= 0 ? first : second;
        bool quiet = true;  // nothing is reached between the two
        for (int step = 1; step <= time; step++) quiet = quiet && knows(step);
        if (quiet) move(reached_[time - 1], time, false, some_);
        quiet = quiet && some_.size() == reached_[time].size();
        Moves found;
        const int from = first >= 0 ? 0 : known / 4 + 1, to = first >= 0 ? known / 4 : grid_.size();
        for (int line = from; line < to; line++)
            for (int side = known % 2; side < 4; side += 2) {
                const int move = 4 * line + side, later = first >= 0 ? move : second;
                if (first >= 0 && second >= 0 ? move != second : !allowed_[time + (first >= 0)].has(move)) continue;
                if (quiet || !moves_some(later, reached_[time])) found.add(move);
            }
        return found;
    }

    // Whether avatar and goal can't meet, even if each tile is wherever it may be.
    bool refuted_by_floods() {
        for (; aimed_ < count_; aimed_++) move(goals_[aimed_], aimed_ + 1, false, goals_[aimed_ + 1]);
        if (!backward_) {
            walk(count_);
            return !reached_[count_].meets(goals_[count_]);
        }
        some_ = goals_[count_];
        for (int step = count_; step; step--) {
            flood(some_, step);
            move(some_, step, true, others_);
            std::swap(some_, others_);
        }
        return !some_.meets(reached_[0]);
    }

    // The tiles that may be reached after push `last`, without the walk after it, as the cells on which
    // they lie if only the known pushes up to it are made.
    const CellSet& reached_by_known(int last) {
        walk(last - 1);
        move(reached_[last - 1], last, false, some_);
        int first = 1;
        while (first <= last && knows(first)) first++;
        for (int step = last; step >= first; step--) {
            move(some_, step, true, others_);
            std::swap(some_, others_);
        }
        for (int step = first; step <= last; step++) {
            if (!knows(step)) continue;
            move(some_, step, false, others_);
            std::swap(some_, others_);
        }
        return some_;
    }

private:
    static constexpr int deepest = 3;        // the most unknown pushes that are followed for one cell
    static constexpr std::size_t few = 60;  // the most reached cells that are traced one by one

    Run& run_;
    int count_;
    bool backward_;
    const Grid& grid_;
    Moves any_;
    std::vector<int> known_;  // by step, from 1
    std::vector<Moves> allowed_;
    // after each push: the cells that the goal may be on; those that may be reached, after the walk; and
    // by cell, the openings that its tile may have
    std::vector<CellSet> goals_, reached_;
    std::vector<std::vector<std::uint8_t>> kinds_;
    int aimed_ = 0, walked_ = 0, looked_ = 0;  // the last pushes for which these three are up to date
    CellSet some_, others_;

    void changed(int from) {
        for (int* until : {&aimed_, &walked_, &looked_}) *until = std::min(*until, from - 1);
    }

    bool moves_some(int move, const CellSet& cells) const {
        return std::any_of(cells.begin(), cells.end(), [&](int cell) { return grid_.takes(move, cell); });
    }

    // The cells on which tiles of these cells may be after the push, or may have been before it.
    void move(const CellSet& cells, int step, bool back, CellSet& found) const {
        const int turn = back ? 2 : 0;
        found.clear();
        for (int cell : cells) {
            if (knows(step)) {
                found.add(grid_.to(known_[step] ^ turn, cell));
                continue;
            }
            found.add(cell);
            const unsigned sides = grid_.taking(cell, allowed_[step]);
            for (int side = 0; sides >> side; side++)
                if (sides >> side & 1) found.add(grid_.to(grid_.taking(cell, side) ^ turn, cell));
        }
    }

    // The openings that the tile on the cell may have after the push: 1, 2, 4, 8 for n, e, s, w. Usually
    // one tile or a few may lie there; if there may be many, all cells are computed at once.
    unsigned openings(int cell, int step, int deep = 0) {
        for (; step; step--) {
            if (knows(step)) {
                cell = grid_.back(known_[step], cell);
                continue;
            }
            const unsigned sides = grid_.taking(cell, allowed_[step]);
            if (!sides) continue;
            if (deep == deepest) return openings_after(step)[cell];
            unsigned found = openings(cell, step - 1, deep + 1);
            for (int side = 0; sides >> side; side++)
                if (sides >> side & 1) found |= openings(grid_.back(grid_.taking(cell, side), cell), step - 1, deep + 1);
            return found;
        }
        return kinds_[0][cell];
    }
    const std::vector<std::uint8_t>& openings_after(int last) {
        for (; looked_ < last; looked_++) {
            const int step = looked_ + 1;
            const std::vector<std::uint8_t>& before = kinds_[looked_];
            kinds_[step].resize(before.size());
            for (int cell = 0; cell < grid_.cells(); cell++) {
                std::uint8_t& open = kinds_[step][cell];
                if (knows(step)) {
                    open = before[grid_.back(known_[step], cell)];
                    continue;
                }
                open = before[cell];
                const unsigned sides = grid_.taking(cell, allowed_[step]);
                for (int side = 0; sides >> side; side++)
                    if (sides >> side & 1) open |= before[grid_.back(grid_.taking(cell, side), cell)];
            }
        }
        return kinds_[last];
    }

    // Add all cells to which the avatar may walk.
    void flood(CellSet& cells, int step) {
        run_.look(run_.figure());
        const auto open = [&](int cell) { return cells.size() > few ? openings_after(step)[cell] : openings(cell, step); };
        for (std::size_t index = 0; index < cells.size(); index++) {
            const unsigned sides = open(cells[index]);
            for (int side = 0; sides >> side; side++) {
                const int beside = grid_.beside(cells[index], side);
                if (!(sides >> side & 1) || beside < 0 || cells.has(beside)) continue;
                if (open(beside) >> (side ^ 2) & 1) cells.add(beside);
            }
        }
    }
    void walk(int last) {
        for (; walked_ < last; walked_++) {
            move(reached_[walked_], walked_ + 1, false, reached_[walked_ + 1]);
            flood(reached_[walked_ + 1], walked_ + 1);
        }
    }
};

}  // namespace pylab::ravensburger::certified
