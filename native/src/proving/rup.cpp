#include "rup.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace pylab::proving {
namespace {

using Literal = std::int32_t;
using Literals = std::span<const Literal>;

constexpr std::int32_t add_step = 1;
constexpr std::int32_t delete_step = 2;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// Clauses, two literals of each watched, and what follows from them at once.
class Known {
public:
    explicit Known(Run& run) : run_(run) {}

    bool contradiction = false;

    void add(Literals literals) {
        std::vector<Literal> clause;
        for (auto literal : literals)
            if (std::find(clause.begin(), clause.end(), literal) == clause.end()) clause.push_back(literal);
        for (auto literal : clause) make_room(literal);
        const auto id = static_cast<std::uint32_t>(clauses_.size());
        there_.emplace(hash(clause), id);
        for (auto literal : clause) occurrences_[index(literal)].push_back(id);
        const bool always = std::any_of(clause.begin(), clause.end(), [&](Literal literal) {
            return std::find(clause.begin(), clause.end(), -literal) != clause.end();
        });
        std::stable_partition(clause.begin(), clause.end(), [&](Literal each) { return !is_true(-each); });
        clauses_.push_back({std::move(clause), true, !always});
        if (always) return;
        const auto& kept = clauses_[id].literals;
        for (std::size_t i = 0; i < kept.size() && i < 2; ++i) watched_[index(kept[i])].push_back(id);
        if (kept.empty() || is_true(-kept[0])) {
            contradiction = true;
        } else if ((kept.size() == 1 || is_true(-kept[1])) && !is_true(kept[0])) {
            set(kept[0], id);
            contradiction = propagated() || contradiction;
        }
    }

    void remove(Literals literals) {
        std::vector<Literal> wanted(literals.begin(), literals.end());
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        auto [from, to] = there_.equal_range(hash(wanted));
        for (auto it = from; it != to; ++it) {
            auto& clause = clauses_[it->second];
            auto sorted = clause.literals;
            std::sort(sorted.begin(), sorted.end());
            if (sorted != wanted || is_reason(it->second)) continue;
            clause.there = false;  // its watchers and occurrences are forgotten when they are met
            there_.erase(it);
            return;
        }
    }

    bool follows(Literals clause) {
        for (auto literal : clause) make_room(literal);
        if (implied(clause)) return true;
        if (clause.empty()) return false;
        const auto first = clause[0];
        const auto beside = occurrences_[index(-first)];
        std::vector<Literal> both;
        for (auto id : beside) {
            if (!clauses_[id].there) continue;
            both.assign(clause.begin(), clause.end());
            for (auto other : clauses_[id].literals)
                if (other != -first) both.push_back(other);
            if (!implied(both)) return false;
        }
        return true;
    }

private:
    struct Clause {
        std::vector<Literal> literals;
        bool there;
        bool watched;
    };

    static std::size_t index(Literal literal) {
        const auto variable = static_cast<std::size_t>(std::abs(literal));
        return 2 * variable + (literal < 0);
    }

    static std::uint64_t hash(const std::vector<Literal>& clause) {
        std::uint64_t sum = 0, product = 1, either = 0;
        for (auto literal : clause) {
            const auto value = static_cast<std::uint64_t>(static_cast<std::uint32_t>(literal));
            sum += value;
            product *= 2 * value + 1;
            either ^= value * 0x9e3779b97f4a7c15ULL;
        }
        return sum * 1023 + product + 31 * either;
    }

    void make_room(Literal literal) {
        const auto size = 2 * static_cast<std::size_t>(std::abs(literal)) + 2;
        if (size <= watched_.size()) return;
        const auto grown = std::max(size, 2 * watched_.size());
        watched_.resize(grown);
        occurrences_.resize(grown);
        true_.resize(grown, 0);
        reasons_.resize(grown, none);
    }

    bool is_true(Literal literal) const { return true_[index(literal)]; }

    bool is_reason(std::uint32_t id) const {
        const auto& literals = clauses_[id].literals;
        return std::any_of(literals.begin(), literals.end(),
                           [&](Literal each) { return is_true(each) && reasons_[index(each)] == id; });
    }

    void set(Literal literal, std::uint32_t reason) {
        true_[index(literal)] = 1;
        reasons_[index(literal)] = reason;
        trail_.push_back(literal);
    }

    bool implied(Literals clause) {
        const auto before = trail_.size();
        bool found = false;
        for (auto literal : clause) {
            if (is_true(literal)) {
                found = true;
                break;
            }
            if (!is_true(-literal)) set(-literal, none);
        }
        found = found || propagated();
        while (trail_.size() > before) {
            true_[index(trail_.back())] = 0;
            reasons_[index(trail_.back())] = none;
            trail_.pop_back();
        }
        done_ = before;
        return found;
    }

    bool propagated() {
        while (done_ < trail_.size()) {
            const auto lost = -trail_[done_++];
            auto& watchers = watched_[index(lost)];
            if (!(++looked_ & 0x3ff)) run_.look(looked_);
            std::size_t kept = 0;
            for (std::size_t i = 0; i < watchers.size(); ++i) {
                const auto id = watchers[i];
                auto& clause = clauses_[id];
                if (!clause.there) continue;
                auto& literals = clause.literals;
                if (literals.size() > 1 && literals[0] == lost) std::swap(literals[0], literals[1]);
                if (is_true(literals[0])) {
                    watchers[kept++] = id;
                    continue;
                }
                std::size_t at = 2;
                while (at < literals.size() && is_true(-literals[at])) ++at;
                if (at < literals.size()) {
                    std::swap(literals[1], literals[at]);
                    watched_[index(literals[1])].push_back(id);
                    continue;
                }
                watchers[kept++] = id;
                if (literals.size() == 1 || is_true(-literals[0])) {
                    for (++i; i < watchers.size(); ++i) watchers[kept++] = watchers[i];
                    watchers.resize(kept);
                    return true;
                }
                set(literals[0], id);
            }
            watchers.resize(kept);
        }
        return false;
    }

    Run& run_;
    std::vector<Clause> clauses_;
    std::vector<std::vector<std::uint32_t>> watched_, occurrences_;
    std::vector<std::uint8_t> true_;
    std::vector<std::uint32_t> reasons_;
    std::vector<Literal> trail_;
    std::size_t done_ = 0;
    std::uint64_t looked_ = 0;
    std::unordered_multimap<std::uint64_t, std::uint32_t> there_;
};

// What stands between zeros.
template <class Take>
void split(Literals numbers, Take take) {
    std::size_t start = 0;
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        if (numbers[place]) continue;
        if (!take(numbers.subspan(start, place - start))) return;
        start = place + 1;
    }
    if (start != numbers.size()) throw std::invalid_argument("expected 0 at the end");
}

}  // namespace

std::int64_t refuted(Literals clauses, Literals proof, Run& run) {
    Known known(run);
    split(clauses, [&](Literals clause) {
        known.add(clause);
        return true;
    });
    std::int64_t number = 0, wrong = 0;
    split(proof, [&](Literals step) {
        if (known.contradiction) return false;
        ++number;
        if (step.empty() || (step[0] != add_step && step[0] != delete_step))
            throw std::invalid_argument("step " + std::to_string(number) + ": expected 1 or 2 first");
        const auto clause = step.subspan(1);
        if (step[0] == delete_step) {
            known.remove(clause);
        } else if (known.follows(clause)) {
            known.add(clause);
        } else {
            wrong = number;
        }
        return !wrong;
    });
    if (wrong) return wrong;
    return known.contradiction ? accepted : incomplete;
}

}  // namespace pylab::proving
