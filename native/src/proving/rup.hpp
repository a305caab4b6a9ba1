// Checks refutations of clauses; as pylab/proving/rup.py does, which says what a proof is.
#pragma once

#include <cstdint>
#include <span>

#include "../run.hpp"

namespace pylab::proving {

inline constexpr std::int64_t accepted = 0;
inline constexpr std::int64_t incomplete = -1;
inline constexpr std::int32_t most_variables = 50'000'000;

// `accepted`, `incomplete`, or the number of the first step that does not follow.
// Throws std::invalid_argument for numbers that are no clauses or no steps.
std::int64_t refuted(std::span<const std::int32_t> clauses, std::span<const std::int32_t> proof, Run& run);

}  // namespace pylab::proving
