// From which cells do so many pushes reach the goal? Looked up in decision trees, as in
// goal_side.py.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "backward.hpp"

namespace pylab::ravensburger {

// What the goal's side says of a board.
template <int M, int C>
class Leaf {
public:
    using Moves = Set<M>;
    struct Concerned {
        std::vector<std::uint16_t> cells;
        std::vector<Moves> moves;
    };

    Set<C> winning;  // the cells from which so many pushes reach the goal

    explicit Leaf(int pushes) : pushes_(pushes) {}

    // Looks at the tile on a cell: at this very tile, or (from 1 on) at a direction it lacks; and,
    // for each push, the moves for which this was needed.
    struct Looks {
        std::uint16_t cell;
        std::array<std::int32_t, 5> at;  // where the reasons begin, or -1
    };
    std::vector<Looks> looks;  // ascending by cell
    std::vector<Moves> reasons;

    // The moves for which it matters, if the first push is made so, what tile is on the cell.
    Moves changing(int cell, int kind) const {
        Moves found;
        const auto place = std::lower_bound(looks.begin(), looks.end(), cell,
                                            [](const Looks& one, int wanted) { return one.cell < wanted; });
        if (place == looks.end() || place->cell != cell) return found;
        for (int look = 0; look < 5; look++)
            if (place->at[look] >= 0 && (!look || kind >> (look - 1) & 1))
                found |= reasons[place->at[look]];
        return found;
    }

    // The cells whose tile is looked at if push `number` is made so; the pushes before it may have
    // shifted the tiles that are looked at.
    const Concerned& concerned(int number, const Tables<M, C>& tables) {
        if (concerned_.empty()) group();
        while (number >= static_cast<int>(concerned_.size())) shift(tables);
        return concerned_[number];
    }

private:
    int pushes_;
    std::vector<Concerned> concerned_;
    std::vector<std::pair<const Moves*, Set<C>>> shifted_;  // by reasons: the cells, as shifted so far

    void group() {
        for (const Looks& one : looks)
            for (int at : one.at) {
                if (at < 0) continue;
                const Moves* why = &reasons[at];
                auto same = std::find_if(shifted_.begin(), shifted_.end(), [&](const auto& each) {
                    return std::equal(why, why + pushes_, each.first);
                });
                if (same == shifted_.end()) same = shifted_.insert(same, {why, Set<C>()});
                same->second.add(one.cell);
            }
    }

    void shift(const Tables<M, C>& tables) {
        const auto number = concerned_.size();
        std::vector<Moves> by_cell(tables.cells);
        Set<C> any;
        for (auto& [why, cells] : shifted_) {
            const Moves& possible = why[number];
            Set<C> grown = cells;
            cells.each([&](int cell) {
                by_cell[cell] |= possible;
                any.add(cell);
                for (int move : tables.touchers[cell])
                    if (possible.has(move)) grown.add(tables.forth(move)[cell]);
            });
            cells = grown;
        }
        Concerned found;
        any.each([&](int cell) {
            found.cells.push_back(static_cast<std::uint16_t>(cell));
            found.moves.push_back(by_cell[cell]);
        });
        concerned_.push_back(std::move(found));
    }
};

// A flood that meets nothing, and gathers where it ends and what was read on the way.
template <int M, int C>
class Explorer : public BackwardFlood<Explorer<M, C>, M, C, true> {
    using Base = BackwardFlood<Explorer<M, C>, M, C, true>;
    friend Base;
    friend Flood<Explorer<M, C>, M, C, true>;
    using Node = typename Base::Node;
    using Moves = Set<M>;

public:
    Explorer(Slots<M, C>& slots, Pool<M, C>& pool, Work& work)
        : Base(slots, pool, -1, {}, work, nothing_, false), at_(5 * slots.tables.cells, -1) {}

    void run(int goal) {
        Node& node = this->pool[0];
        node.lacking = {};
        std::fill(node.allowed.begin(), node.allowed.end(), this->tables.all_moves);
        this->look(goal);
        this->locate(node, 0, goal, goal, 1);
    }

    // The cells that were looked at, in order.
    const std::vector<std::uint16_t>& looked_at() const { return this->order; }

    std::unique_ptr<Leaf<M, C>> leaf() {
        auto found = std::make_unique<Leaf<M, C>>(this->slots.last);
        found->winning = winning_;
        for (int cell = 0; cell < this->tables.cells; cell++) {
            typename Leaf<M, C>::Looks looks{static_cast<std::uint16_t>(cell), {-1, -1, -1, -1, -1}};
            bool any = false;
            for (int look = 0; look < 5; look++)
                any |= (looks.at[look] = at_[5 * cell + look]) >= 0;
            if (any) found->looks.push_back(looks);
        }
        found->reasons = std::move(reasons_);
        return found;
    }

private:
    inline static const typename Base::MetHere nothing_ = [](const Node&) { return false; };
    Set<C> winning_;
    std::vector<std::int32_t> at_;  // by cell and look, where its reasons begin
    std::vector<Moves> reasons_;

    void ended(Node& front) {
        winning_ |= front.inside;
        for (int i = 0; i < front.count; i++) add(5 * front.cells[i], front);
        front.lacking.each([&](int number) { add(5 * (number >> 2) + 1 + (number & 3), front); });
    }

    void add(int look, const Node& front) {
        const int last = this->slots.last;
        if (at_[look] < 0) {
            at_[look] = static_cast<std::int32_t>(reasons_.size());
            reasons_.resize(reasons_.size() + last);
        }
        Moves* why = reasons_.data() + at_[look];
        for (int slot = 1; slot <= last; slot++) {
            const int move = this->slots.pushes[slot];
            if (move >= 0)
                why[slot - 1].add(move);
            else
                why[slot - 1] |= front.allowed[slot];
        }
    }
};

// Asked of many boards, searched for few.
template <int M, int C>
class GoalSide {
public:
    GoalSide(Tables<M, C>& tables, bool lump, std::size_t most_forks)
        : tables_(tables), lump_(lump), most_forks_(most_forks) {}

    // How often the trees were grown anew; leaves from before are gone.
    int generation = 0;

    // The answer for a board, given the kinds of the tiles on its cells.
    Leaf<M, C>* ask(int pushes, int goal, const std::vector<std::uint8_t>& types, Work& work) {
        const auto root = roots_.find({pushes, goal});
        int way = root == roots_.end() ? 0 : root->second;
        while (way > 0) {
            const Fork& fork = forks_[way - 1];
            way = fork.ways[types[fork.cell]];
        }
        return way ? leaves_[-way - 1].get() : grow(pushes, goal, types, work);
    }

private:
    // Which cell is looked at, and what follows by its tile's kind: 0 for nothing yet, else a
    // fork's number from 1, or a leaf's from -1.
    struct Fork {
        std::uint16_t cell;
        std::array<std::int32_t, 16> ways{};
    };

    Tables<M, C>& tables_;
    bool lump_;
    std::size_t most_forks_, counted_ = 0;
    std::vector<Fork> forks_;
    std::vector<std::unique_ptr<Leaf<M, C>>> leaves_;
    std::map<std::pair<int, int>, std::int32_t> roots_;

    Leaf<M, C>* grow(int pushes, int goal, const std::vector<std::uint8_t>& types, Work& work) {
        Slots<M, C> slots(tables_, types, pushes, lump_);
        Pool<M, C> pool(tables_.cells, pushes + 1);
        Explorer<M, C> explorer(slots, pool, work);
        explorer.run(goal);
        const auto& order = explorer.looked_at();
        counted_ += order.size();
        if (counted_ > most_forks_) {
            roots_.clear(), forks_.clear(), leaves_.clear();
            counted_ = 0, generation++;
        }
        leaves_.push_back(explorer.leaf());
        // all the room that it takes, before anything is changed; so `way` stays where it is, too
        const std::size_t room = forks_.size() + order.size();
        if (room > forks_.capacity()) forks_.reserve(std::max(room, 2 * forks_.capacity()));
        std::int32_t* way = &roots_[{pushes, goal}];
        for (auto cell : order) {
            if (!*way) {
                forks_.push_back({cell});
                *way = static_cast<std::int32_t>(forks_.size());
            }
            way = &forks_[*way - 1].ways[types[cell]];
        }
        *way = -static_cast<std::int32_t>(leaves_.size());
        return leaves_.back().get();
    }
};

}  // namespace pylab::ravensburger
