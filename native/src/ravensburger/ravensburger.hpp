// The searches for plans of pushes, as their callers see them. The ideas, and the proofs, are in
// the searches in Python (pylab/families/ravensburger) and in docs/maintainers/search.md.
//
// Cells count row by row from the south-west corner, from 0; a tile is named by the cell on which
// it lies before the first push. A move is 4 * line + direction, directions being n, e, s, w.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "../run.hpp"
#include "tree.hpp"

namespace pylab::ravensburger {

inline constexpr int most_rows = 64;
inline constexpr int most_pushes = 63;  // three to the power of this is more than can be searched

struct Board {
    int size;
    std::vector<std::uint8_t> types;  // of each tile, its openings: 1, 2, 4, 8 for n, e, s, w
    int start, goal;
};

// See Rules in lazy.py.
struct Rules {
    bool lump = true, cut = true, early = true, crossing = true, commute = true, hindsight = true;
    bool provable = false;
};

inline constexpr int backward_mode = -1;

// Slots that stand for plans only: by slot, the moves that it may be. Says whether the search is
// over.
using Met = std::function<bool(const std::vector<std::vector<int>>&)>;

// Lazy commitment on one board: lazy.cpp.
class Decider {
public:
    virtual ~Decider() = default;

    // Whether there is a plan of exactly `count` pushes that `met` is content with. How the slots
    // were split is told to the tree, if there is one. With a slack, the flood from the avatar has a
    // Guide.
    virtual bool decide(int count, int mode, Work& work, const Met& met, Tree* tree,
                        std::optional<int> slack) = 0;
};

// The trees of the goal's side are grown anew beyond so many forks.
std::unique_ptr<Decider> decider(const Board& board, Rules rules, std::size_t most_forks);

// A plan of at most `limit` moves that a beam finds: beam.cpp. `judged` counts the situations that
// were kept and gone through.
std::optional<std::vector<int>> beam(const Board& board, int width, int radius, int limit,
                                     Run& run, std::uint64_t& judged);

}  // namespace pylab::ravensburger
