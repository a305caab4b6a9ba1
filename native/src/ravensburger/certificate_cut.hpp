// The goal's side of a case that is cut: see "The theorem of the cut" in docs/maintainers/search.md.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "certificate_case.hpp"

namespace pylab::ravensburger::certified {

// A look at the tile on a cell, as a number: at this very one, or at an opening it lacks.
constexpr int looks_at_cell = 5;
constexpr int look_at_tile(int cell) { return looks_at_cell * cell; }
constexpr int look_at_opening(int cell, int side) { return looks_at_cell * cell + 1 + side; }

// So many pushes at most are left to the goal's side.
constexpr int most_left = 3;

// From which cells of a board so many pushes reach the goal, and the looks by which that was seen, with
// the moves that they were needed with, by push from 0.
struct Reasons {
    using Needed = std::array<Moves, most_left>;

    CellSet winning;
    std::vector<std::pair<int, Needed>> looks;  // ascending
    // by push: the cells on which a look may be by then, and the moves that are needed there
    std::array<std::vector<std::pair<int, Moves>>, most_left> shifted;
};

// A backward search: pushes stay unknown until it matters which they are.
class GoalSearch {
public:
    std::vector<int> order;  // the cells that were looked at

    GoalSearch(const Grid& grid, const std::vector<std::uint8_t>& kinds, int count, Run& run)
        : grid_(grid), kinds_(kinds), count_(count), run_(run), seen_(grid.cells()), missed_(looks_at_cell * grid.cells()) {
        made_.fill(-1);
        Moves any;
        for (int move = 0; move < grid.moves(); move++) any.add(move);
        allowed_.fill(any);
        reasons_.winning = CellSet(grid.cells());
        look_index_.assign(looks_at_cell * grid.cells(), -1);
    }

    Reasons run(int goal) {
        see(goal);
        follow(goal, goal, 1);
        std::sort(reasons_.looks.begin(), reasons_.looks.end(), [](auto& one, auto& other) { return one.first < other.first; });
        for (int step = 0; step < count_; step++) shift(step);
        return std::move(reasons_);
    }

private:
    struct Front {
        int time;
        std::size_t at;
        CellSet cells;           // where it has been, as of now
        std::vector<int> tiles;  // the same before the first push, in the same order
        CellSet lacking;         // the looks that found an opening lacking
    };
    struct Split {
        int slot = 0, count = 0;
        std::array<int, 4> moves{};

        bool some() const { return count; }
        void add(int move) { moves[count++] = move; }
        std::span<const int> each() const { return {moves.data(), static_cast<std::size_t>(count)}; }
    };

    const Grid& grid_;
    const std::vector<std::uint8_t>& kinds_;
    int count_;
    Run& run_;
    std::array<int, most_left + 1> made_;
    std::array<Moves, most_left + 1> allowed_;
    CellSet seen_, missed_;
    std::vector<int> look_index_;  // among those of the reasons
    Reasons reasons_;

    void see(int cell) {
        if (!seen_.has(cell)) order.push_back(cell);
        seen_.add(cell);
    }

    // The moves that an unknown push may be and that take the cell's tile along, ascending.
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
            for (int move : possible(cell, slot).each()) with(slot, move, [&] { follow(goal, cell, slot); });
            if (allowed_[slot].none()) return;
        }
        Front front{count_, 0, CellSet(grid_.cells()), {goal}, CellSet(looks_at_cell * grid_.cells())};
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
                    for (int move : split.each()) with(split.slot, move, [&] { flood(front); });
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
            index = static_cast<int>(reasons_.looks.size());
            reasons_.looks.push_back({look, {}});
        }
        auto& needed = reasons_.looks[index].second;
        for (int slot = 1; slot <= count_; slot++) {
            if (made_[slot] >= 0)
                needed[slot - 1].add(made_[slot]);
            else
                needed[slot - 1] |= allowed_[slot];
        }
    }
    void ended(const Front& front) {
        for (int cell : front.cells) reasons_.winning.add(cell), note(look_at_tile(cell));
        for (int look : front.lacking) note(look);
    }

    // The tile on the cell if it has the opening; none if no tile that may lie there has it;
    // or the moves of an unknown push that have to be told apart to say so.
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
            for (int move : moves.each())
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
            for (int move : possible(cell, slot).each())
                if (may_face(grid_.back(move, cell), slot - 1, facing, lacking)) return true;
        }
        return faces(cell, facing, lacking);
    }

    bool faces(int tile, int facing, CellSet& lacking) {
        see(tile);
        if (kinds_[tile] >> facing & 1) return true;
        lacking.add(look_at_opening(tile, facing));
        return false;
    }

    // Where the looks may be when so many unknown pushes have taken them along.
    void shift(int step) {
        std::map<int, Moves> needed;
        CellSet places(grid_.cells());
        for (const auto& [look, moves] : reasons_.looks) {
            places.clear();
            places.add(look / looks_at_cell);
            for (int before = 0; before < step; before++)
                for (std::size_t index = 0, count = places.size(); index < count; index++) {
                    const int cell = places[index];
                    for (int side = 0; side < 4; side++)
                        if (const int move = grid_.taking(cell, side); moves[before].has(move))
                            places.add(grid_.to(move, cell));
                }
            for (int cell : places) needed[cell] |= moves[step];
        }
        reasons_.shifted[step].assign(needed.begin(), needed.end());
    }
};

// What is known of the goal's side, for all cases.
class GoalSide {
public:
    GoalSide(const Board& board, const Grid& grid, int left, Run& run)
        : grid_(grid), kinds_(board.types), goal_(board.goal), left_(left), run_(run) {
        forget();
    }

    // Whether the case is refuted by a cut after its pushes up to the last one.
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
    struct Fork {
        int cell;
        std::array<std::unique_ptr<Fork>, 16> ways;  // by the kind of the tile on it
        std::unique_ptr<Reasons> reasons;            // of a leaf
    };

    static constexpr std::size_t most_kept = 500'000;  // forks and looks

    const Grid& grid_;
    std::vector<std::uint8_t> kinds_;
    int goal_, left_;
    Run& run_;
    std::vector<int> made_;  // the known pushes
    std::array<std::vector<std::unique_ptr<Fork>>, most_left + 1> answers_;  // by pushes left, by goal's cell
    std::size_t kept_ = 0;

    void forget() {
        for (auto& by_cell : answers_) by_cell.clear(), by_cell.resize(grid_.cells());
        kept_ = 0;
    }

    // The tile that lies on the cell after the known pushes.
    int origin(int cell) const {
        for (auto move = made_.rbegin(); move != made_.rend(); ++move) cell = grid_.back(*move, cell);
        return cell;
    }

    const Reasons& ask(int left) {
        int goal = goal_;
        for (int move : made_) goal = grid_.to(move, goal);
        std::unique_ptr<Fork>* way = &answers_[left][goal];
        while (*way && !(*way)->reasons) way = &(*way)->ways[kinds_[origin((*way)->cell)]];
        if (*way) return *(*way)->reasons;
        if (kept_ > most_kept) forget();
        std::vector<std::uint8_t> kinds;
        for (int cell = 0; cell < grid_.cells(); cell++) kinds.push_back(kinds_[origin(cell)]);
        GoalSearch search(grid_, kinds, left, run_);
        auto reasons = std::make_unique<Reasons>(search.run(goal));
        kept_ += search.order.size() + reasons->looks.size();
        way = &answers_[left][goal];
        for (int cell : search.order) {
            if (!*way) *way = std::make_unique<Fork>(Fork{cell, {}, {}});
            way = &(*way)->ways[kinds[cell]];
        }
        *way = std::make_unique<Fork>(Fork{-1, {}, std::move(reasons)});
        return *(*way)->reasons;
    }

    // Whether an unknown push, any of these moves, can be put off until after the known ones.
    // `place` of the known ones come before it, and `number` unknown ones.
    bool can_be_put_off(const Moves& allowed, const Reasons& reasons, std::size_t place, std::size_t number) const {
        for (const auto& [cell, needed] : reasons.shifted[number]) {
            int at = cell;
            for (std::size_t i = made_.size(); i-- > place;) {
                at = grid_.back(made_[i], at);
                const auto suspect = [&](int move) {
                    return needed.has(move) && allowed.has(move) && (number || differs(reasons, cell, move, place));
                };
                if (grid_.crossed(made_[i], at) && grid_.some_crossing(made_[i], at, suspect)) return false;
            }
        }
        return true;
    }

    // Whether the first unknown push, in its place, brings to the cell what must not be there.
    bool differs(const Reasons& reasons, int cell, int move, std::size_t place) const {
        int from = grid_.to(move, cell);
        std::size_t i = made_.size();
        while (i > place) from = grid_.back(made_[--i], from);
        from = grid_.back(move, from);
        while (i > 0) from = grid_.back(made_[--i], from);
        const auto earlier = [](const auto& look, int number) { return look.first < number; };
        auto look = std::lower_bound(reasons.looks.begin(), reasons.looks.end(), look_at_tile(cell), earlier);
        for (; look != reasons.looks.end() && look->first / looks_at_cell == cell; ++look) {
            const int side = look->first - look_at_opening(cell, 0);
            if (look->second[0].has(move) && (side < 0 || kinds_[from] >> side & 1)) return true;
        }
        return false;
    }
};

}  // namespace pylab::ravensburger::certified
