// Paths and cycles counted by weight, as their callers see it. The idea is in
// pylab/families/theseus/frontier.py, which also makes the schedule of decisions.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "../run.hpp"

namespace pylab::theseus {

// The decision of one state: which edge leaves it. See Turn there.
struct Turn {
    struct Way {
        int slot;
        std::vector<int> weights;
    };
    int slot;
    bool joinable;
    std::vector<Way> open, decided;
    std::vector<int> ended, own;
};

// Words of 64 bits, the lowest first.
using Number = std::vector<std::uint64_t>;

// How many there are of each weight. `first` is the frontier before the first turn; slots are less
// than its length, which is at most 250; weights are not negative. Throws std::overflow_error where
// there are too many to be estimated.
std::map<int, Number> profile(const std::vector<std::uint8_t>& first, const std::vector<Turn>& turns,
                              bool cycles, Run& run);

}  // namespace pylab::theseus
