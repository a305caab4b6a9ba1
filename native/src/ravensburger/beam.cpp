// Beam search for a plan that need not be the shortest, as in beam.py: the same plans.
#include <algorithm>
#include <numeric>

#include "../sets.hpp"
#include "ravensburger.hpp"

namespace pylab::ravensburger {
namespace {

constexpr int hopeless = 1 << 30;

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

template <int C>
class Search {
public:
    Search(const Board& board, int width, int radius, Run& run, std::uint64_t& judged)
        : grid_(board.size), board_(board), width_(width), due_(radius), run_(run), judged_(judged) {}

    std::optional<std::vector<int>> plan(int limit) {
        if (board_.start == board_.goal) return std::vector<int>();
        std::vector<Situation<C>> kept{first()};
        for (int step = 0; step < limit; step++) {
            ranked_.clear(), ranks_.clear();
            places_.assign(std::bit_ceil(kept.size() * 4 * grid_.size) * 2, -1);
            for (const auto& situation : kept) {
                for (int move = 0; move < 4 * grid_.size; move++) {
                    Situation<C> next = after(situation, move);
                    next.way = situation.way;
                    if (next.goal.meets(next.reached)) return moves(next.way, move);
                    if (!is_new(next)) continue;
                    next.way = static_cast<std::int32_t>(ways_.size());
                    ways_.push_back({situation.way, move});
                    ranks_.push_back({chain(grid_, next, due_), -next.reached.count()});
                    ranked_.push_back(next);
                }
                run_.look(++judged_);
            }
            std::vector<int> best(ranked_.size());
            std::iota(best.begin(), best.end(), 0);
            std::stable_sort(best.begin(), best.end(),
                             [&](int one, int other) { return ranks_[one] < ranks_[other]; });
            if (static_cast<int>(best.size()) > width_) best.resize(width_);
            kept.clear();
            for (int each : best) kept.push_back(ranked_[each]);
            forget_ways(kept);
        }
        return std::nullopt;
    }

private:
    Grid<C> grid_;
    const Board& board_;
    int width_;
    std::vector<Set<C>> due_;
    Run& run_;
    std::uint64_t& judged_;
    std::vector<Situation<C>> ranked_;
    std::vector<std::pair<int, int>> ranks_;
    std::vector<std::int32_t> places_;                // of a hash, where it is in ranked_
    std::vector<std::pair<std::int32_t, int>> ways_;  // the move before, and the move
    std::size_t lasting_ = 0;                         // how many ways are those of kept situations

    Situation<C> first() const {
        Situation<C> found;
        for (int cell = 0; cell < board_.size * board_.size; cell++)
            for (int direction = 0; direction < 4; direction++)
                if (board_.types[cell] >> direction & 1) found.openings[direction].add(cell);
        found.goal.add(board_.goal);
        found.reached.add(board_.start);
        return found;
    }

    Situation<C> after(const Situation<C>& before, int move) const {
        Situation<C> found;
        for (int direction = 0; direction < 4; direction++)
            found.openings[direction] = grid_.pushed(before.openings[direction], move);
        found.reached = grid_.flooded(grid_.pushed(before.reached, move), found.openings);
        found.goal = grid_.pushed(before.goal, move);
        return found;
    }

    bool is_new(const Situation<C>& situation) {
        const std::size_t mask = places_.size() - 1;
        std::size_t place = situation.hash() & mask;
        for (; places_[place] >= 0; place = (place + 1) & mask)
            if (ranked_[places_[place]].alike(situation)) return false;
        places_[place] = static_cast<std::int32_t>(ranked_.size());
        return true;
    }

    std::vector<int> moves(std::int32_t way, int last) const {
        std::vector<int> found{last};
        for (; way >= 0; way = ways_[way].first) found.push_back(ways_[way].second);
        std::reverse(found.begin(), found.end());
        return found;
    }

    // Of this step's ways, keep those of the situations that are kept.
    void forget_ways(std::vector<Situation<C>>& kept) {
        std::vector<std::pair<std::int32_t, int>> last;
        for (auto& each : kept) {
            last.push_back(ways_[each.way]);
            each.way = static_cast<std::int32_t>(lasting_ + last.size() - 1);
        }
        ways_.resize(lasting_);
        ways_.insert(ways_.end(), last.begin(), last.end());
        lasting_ = ways_.size();
    }
};

}  // namespace

std::optional<std::vector<int>> beam(const Board& board, int width, int radius, int limit, Run& run,
                                     std::uint64_t& judged) {
    const int cells = board.size * board.size;
    if (cells <= 64) return Search<1>(board, width, radius, run, judged).plan(limit);
    if (cells <= 256) return Search<4>(board, width, radius, run, judged).plan(limit);
    if (cells <= 512) return Search<8>(board, width, radius, run, judged).plan(limit);
    if (cells <= 1024) return Search<16>(board, width, radius, run, judged).plan(limit);
    return Search<64>(board, width, radius, run, judged).plan(limit);
}

}  // namespace pylab::ravensburger
