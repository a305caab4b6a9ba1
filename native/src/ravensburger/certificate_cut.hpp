// The goal's side of a case that is cut: see "The theorem of the cut" in docs/maintainers/search.md.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "certificate_case.hpp"

namespace pylab::ravensburger::certified {

// The largest number of pushes that a cut may leave to the goal's side.
constexpr int most_left = 3;

// A look is a number: it names a cell, and a side to which the cell's tile has no opening, or `this_tile`
// if it matters which tile is there.
constexpr int this_tile = 4;
constexpr int look_at(int cell, int side_or_tile) { return (this_tile + 1) * cell + side_or_tile; }
constexpr int cell_of(int look) { return look / (this_tile + 1); }
constexpr int side_of(int look) { return look % (this_tile + 1); }

// Looks, or cells to which their tiles may have moved; for each, the moves of a push that depend on it.
struct Needed {
    std::vector<std::uint16_t> where;
    std::vector<Moves> moves;
};

// The cells from which the goal can be reached by a number of pushes, and for each of these pushes what
// that depends on: looks for the first push; for a later one, cells to which tiles looked at may have moved.
struct Reasons {
    CellSet winning;
    std::array<Needed, most_left> by_push;
};

// Searches backward from the goal. A push stays unknown until the search depends on it.
class GoalSearch {
public:
    std::vector<int> order;  // the cells that were looked at

    GoalSearch(const Grid& grid, const std::vector<std::uint8_t>& kinds, int count, Run& run)
        : grid_(grid), kinds_(kinds), count_(count), run_(run), seen_(grid.cells()), missed_(look_at(grid.cells(), 0)) {
        made_.fill(-1);
        Moves any;
        for (int move = 0; move < grid.moves(); move++) any.add(move);
        allowed_.fill(any);
        reasons_.winning = CellSet(grid.cells());
        look_index_.assign(look_at(grid.cells(), 0), -1);
    }

    Reasons run(int goal) {
        see(goal);
        follow(goal, goal, 1);
        for (int step = 0; step < count_; step++) shift(step);
        return std::move(reasons_);
    }

private:
    struct Front {
        int time;
        std::size_t at;
        CellSet cells;           // the cells that are reached, after push `time`
        std::vector<int> tiles;  // where their tiles were before the first push, in the same order
        CellSet lacking;         // the looks at missing openings
    };
    struct Split {
        int slot = 0, count = 0;
        std::array<int, 4> moves{};

        bool some() const { return count; }
        void add(int move) { moves[count++] = move; }
        const int* begin() const { return moves.data(); }
        const int* end() const { return moves.data() + count; }
    };

    const Grid& grid_;
    const std::vector<std::uint8_t>& kinds_;
    int count_;
    Run& run_;
    std::array<int, most_left + 1> made_;
    std::array<Moves, most_left + 1> allowed_;
    CellSet seen_, missed_;
    std::vector<std::uint16_t> looks_;                   // that some leaf depends on
    std::vector<std::array<Moves, most_left>> needed_;  // their moves, by push
    std::vector<int> look_index_;                        // by look, its index in `looks_`, or -1
    Reasons reasons_;

    void see(int cell) {
        if (!seen_.has(cell)) order.push_back(cell);
        seen_.add(cell);
    }

    // The allowed moves of an unknown push that move the cell's tile, ascending.
    Split possible(int cell, int slot) const {
        Split found{slot};
        for (int side = 0; side < 4; side++)
            if (const int move = grid_.taking(cell, side); allowed_[slot].has(move)) found.add(move);
        std::sort(found.moves.begin(), found.moves.begin() + found.count);
        return found;
    }

    template <class GoOn>
    void with(int slot, int move, GoOn go_on) {
        const auto saved = allowed_;
        made_[slot] = move;
        go_on();
        made_[slot] = -1;
        allowed_ = saved;
        allowed_[slot].drop(move);
    }

    void follow(int goal, int cell, int from) {
        for (int slot = from; slot <= count_; slot++) {
            if (made_[slot] >= 0) {
                cell = grid_.to(made_[slot], cell);
                continue;
            }
            for (int move : possible(cell, slot)) with(slot, move, [&] { follow(goal, cell, slot); });
            if (allowed_[slot].none()) return;
        }
        Front front{count_, 0, CellSet(grid_.cells()), {goal}, CellSet(look_at(grid_.cells(), 0))};
        front.cells.add(cell);
        flood(front);
    }

    void flood(Front front) {
        run_.look(run_.figure());
        while (close(front)) {
            if (!front.time) {
                ended(front);
                return;
            }
            if (made_[front.time] >= 0) {
                CellSet before(grid_.cells());
                for (int cell : front.cells) before.add(grid_.back(made_[front.time], cell));
                front.cells = std::move(before);
            }
            front.time--, front.at = 0;
        }
    }

    bool close(Front& front) {
        for (; front.at < front.cells.size(); front.at++) {
            for (int side = 0; side < 4; side++) {
                const int beside = grid_.beside(front.cells[front.at], side);
                if (!(kinds_[front.tiles[front.at]] >> side & 1) || beside < 0 || front.cells.has(beside)) continue;
                Split split;
                std::optional<int> tile = look(beside, front.time, side ^ 2, front.lacking, split);
                while (split.some()) {
                    for (int move : split) with(split.slot, move, [&] { flood(front); });
                    if (allowed_[split.slot].none()) return false;
                    split = {};
                    tile = look(beside, front.time, side ^ 2, front.lacking, split);
                }
                if (!tile) continue;
                front.cells.add(beside), front.tiles.push_back(*tile);
            }
        }
        return true;
    }

    void note(int look) {
        int& index = look_index_[look];
        if (index < 0) {
            index = static_cast<int>(looks_.size());
            looks_.push_back(static_cast<std::uint16_t>(look)), needed_.emplace_back();
        }
        auto& needed = needed_[index];
        for (int slot = 1; slot <= count_; slot++) {
            if (made_[slot] >= 0)
                needed[slot - 1].add(made_[slot]);
            else
                needed[slot - 1] |= allowed_[slot];
        }
    }
    void ended(const Front& front) {
        for (int cell : front.cells) reasons_.winning.add(cell), note(look_at(cell, this_tile));
        for (int look : front.lacking) note(look);
    }

    // The tile on the cell if it has the opening; none if no tile that may lie there has it. If that
    // depends on an unknown push, its moves to distinguish are put into `split`.
    std::optional<int> look(int cell, int time, int facing, CellSet& lacking, Split& split) {
        for (int slot = time; slot; slot--) {
            if (made_[slot] >= 0) {
                cell = grid_.back(made_[slot], cell);
                continue;
            }
            const Split moves = possible(cell, slot);
            if (!moves.some()) continue;
            missed_.clear();
            const bool all = may_face(cell, slot - 1, facing, missed_);
            split.slot = slot;
            for (int move : moves)
                if (all || may_face(grid_.back(move, cell), slot - 1, facing, missed_)) split.add(move);
            if (!split.some())
                for (int look : missed_) lacking.add(look);
            return std::nullopt;
        }
        if (!faces(cell, facing, lacking)) return std::nullopt;
        return cell;
    }

    bool may_face(int cell, int time, int facing, CellSet& lacking) {
        for (int slot = time; slot; slot--) {
            if (made_[slot] >= 0) {
                cell = grid_.back(made_[slot], cell);
                continue;
            }
            for (int move : possible(cell, slot))
                if (may_face(grid_.back(move, cell), slot - 1, facing, lacking)) return true;
        }
        return faces(cell, facing, lacking);
    }

    bool faces(int tile, int facing, CellSet& lacking) {
        see(tile);
        if (kinds_[tile] >> facing & 1) return true;
        lacking.add(look_at(tile, facing));
        return false;
    }

    // For push `step` + 1: the looks, or the cells to which the pushes before it may have moved their tiles.
    void shift(int step) {
        Needed& found = reasons_.by_push[step];
        std::map<int, Moves> by_cell;
        CellSet places(grid_.cells());
        for (std::size_t look = 0; look < looks_.size(); look++) {
            const auto& moves = needed_[look];
            if (!step) {
                found.where.push_back(looks_[look]), found.moves.push_back(moves[0]);
                continue;
            }
            places.clear();
            places.add(cell_of(looks_[look]));
            for (int before = 0; before < step; before++)
                for (std::size_t index = 0, count = places.size(); index < count; index++) {
                    const int cell = places[index];
                    for (int side = 0; side < 4; side++)
                        if (const int move = grid_.taking(cell, side); moves[before].has(move))
                            places.add(grid_.to(move, cell));
                }
            for (int cell : places) by_cell[cell] |= moves[step];
        }
        for (const auto& [cell, moves] : by_cell)
            found.where.push_back(static_cast<std::uint16_t>(cell)), found.moves.push_back(moves);
    }
};

// What is known of the goal's side, for all cases.
class GoalSide {
public:
    GoalSide(const Board& board, const Grid& grid, int left, Run& run)
        : grid_(grid), kinds_(board.types), goal_(board.goal), left_(left), run_(run), kinds_now_(board.types) {
        forget();
    }

    // Whether a cut after push `last` refutes the case.
    bool refutes(Case& given, int last) {
        made_.clear();
        for (int step = 1; step <= last; step++)
            if (given.knows(step)) made_.push_back(given.known(step));
        const int left = given.count() - static_cast<int>(made_.size());
        if (left < 1 || left > left_) return false;
        const Reasons& reasons = ask(left);
        if (given.reached_by_known(last).meets(reasons.winning)) return false;
        int place = 0, number = 0;
        for (int step = 1; step <= last; step++) {
            if (given.knows(step))
                place++;
            else if (!can_be_put_off(given.allowed(step), reasons, place, number++))
                return false;
        }
        return true;
    }

private:
    // A node of a decision tree: for each kind of tile on `cell`, the index of the next node in `forks_`,
    // or 0 if there is none yet.
    struct Fork {
        int cell = leaf;
        std::array<int, 16> ways{};  // the first one of a leaf is an index in `reasons_`
    };

    static constexpr int leaf = -1;
    static constexpr std::size_t most_kept = 2'500'000;  // forks and looks

    const Grid& grid_;
    std::vector<std::uint8_t> kinds_;
    int goal_, left_;
    Run& run_;
    std::vector<int> made_;                // the known pushes
    std::vector<std::uint8_t> kinds_now_;  // the tiles after `made_now_`
    std::vector<int> made_now_;            // the pushes of the last case that was asked about
    std::array<std::vector<int>, most_left + 1> answers_;  // the roots, by pushes left and by the goal's cell
    std::vector<Fork> forks_;
    std::deque<Reasons> reasons_;
    std::size_t kept_ = 0;

    void forget() {
        for (auto& by_cell : answers_) by_cell.assign(grid_.cells(), 0);
        forks_.resize(1), reasons_.clear();
        kept_ = 0;
    }

    // Bring `kinds_now_` up to date: undo the pushes that differ from `made_`, then make the others.
    void make() {
        std::size_t same = 0;
        while (same < made_.size() && same < made_now_.size() && made_[same] == made_now_[same]) same++;
        for (; made_now_.size() > same; made_now_.pop_back()) grid_.push(kinds_now_, made_now_.back() ^ 2);
        for (; same < made_.size(); made_now_.push_back(made_[same++])) grid_.push(kinds_now_, made_[same]);
    }

    const Reasons& ask(int left) {
        make();
        int goal = goal_;
        for (int move : made_) goal = grid_.to(move, goal);
        int at = answers_[left][goal];
        while (at && forks_[at].cell != leaf) at = forks_[at].ways[kinds_now_[forks_[at].cell]];
        return reasons_[at ? forks_[at].ways[0] : search(left, goal)];
    }
    int search(int left, int goal) {
        if (kept_ > most_kept) forget();
        GoalSearch search(grid_, kinds_now_, left, run_);
        reasons_.push_back(search.run(goal));
        kept_ += search.order.size();
        for (const Needed& needed : reasons_.back().by_push) kept_ += needed.where.size();
        search.order.push_back(leaf);
        int* way = &answers_[left][goal];
        for (int cell : search.order) {
            int at = *way;
            if (!at) {
                at = *way = static_cast<int>(forks_.size());
                forks_.push_back({cell, {}});
            }
            way = &forks_[at].ways[cell == leaf ? 0 : kinds_now_[cell]];
        }
        return *way = static_cast<int>(reasons_.size()) - 1;
    }

    // Whether an unknown push with these moves can be made after all known pushes instead. It comes
    // after `place` known and `number` unknown pushes.
    bool can_be_put_off(const Moves& allowed, const Reasons& reasons, std::size_t place, std::size_t number) const {
        const Needed& needed = reasons.by_push[number];
        for (std::size_t each = 0; each < needed.where.size(); each++) {
            const int where = needed.where[each], cell = number ? where : cell_of(where);
            const auto suspect = [&](int move) {
                return needed.moves[each].has(move) && allowed.has(move) &&
                       (number || side_of(where) == this_tile || kinds_[brought(cell, move, place)] >> side_of(where) & 1);
            };
            int at = cell;
            for (std::size_t i = made_.size(); i-- > place;) {
                at = grid_.traced(made_[i], at);
                if (!(at & Grid::crossed)) continue;
                at ^= Grid::crossed;
                if (grid_.some_crossing(made_[i], at, suspect)) return false;
            }
        }
        return true;
    }

    // Suppose that the first unknown push is this move. The tile that it brings to the cell to which, made
    // after all known pushes, it would take the cell's tile.
    int brought(int cell, int move, std::size_t place) const {
        int from = grid_.to(move, cell);
        std::size_t i = made_.size();
        while (i > place) from = grid_.back(made_[--i], from);
        from = grid_.back(move, from);
        while (i > 0) from = grid_.back(made_[--i], from);
        return from;
    }
};

}  // namespace pylab::ravensburger::certified
