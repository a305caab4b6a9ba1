// Beam search for a plan that need not be the shortest, as in beam.py: the same plans.
#include <algorithm>
#include <numeric>

#include "chain.hpp"

namespace pylab::ravensburger {
namespace {

template <int C>
class Search {
public:
    Search(const Board& board, int width, int radius, Run& run, std::uint64_t& judged)
        : grid_(board.size), board_(board), width_(width), due_(radius), run_(run), judged_(judged) {}

    std::optional<std::vector<int>> plan(int limit) {
        if (board_.start == board_.goal) return std::vector<int>();
        std::vector<Situation<C>> kept{Situation<C>::first(board_.size, board_.types, board_.start, board_.goal)};
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
