// The algorithms for Python: plain data in and out, without the interpreter's lock while they run.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "proving/rup.hpp"
#include "ravensburger/certificate.hpp"
#include "ravensburger/ravensburger.hpp"
#include "theseus/frontier.hpp"

namespace nb = nanobind;
namespace rb = pylab::ravensburger;
namespace th = pylab::theseus;
using pylab::Capped;
using pylab::Run;
using pylab::Work;

namespace {

// The search tells Python how far it is; what Python raises ends it.
Run::Tell telling(const nb::callable& tell) {
    return [&tell](std::uint64_t figure) {
        nb::gil_scoped_acquire locked;
        tell(figure);
    };
}

rb::Board board_of(int size, const nb::bytes& types, int start, int goal) {
    if (size < 1 || size > rb::most_rows) throw std::invalid_argument("size");
    const auto cells = static_cast<std::size_t>(size) * size;
    if (types.size() != cells) throw std::invalid_argument("types");
    const auto outside = [&](int cell) { return cell < 0 || static_cast<std::size_t>(cell) >= cells; };
    if (outside(start) || outside(goal)) throw std::invalid_argument("start or goal");
    const auto* data = static_cast<const std::uint8_t*>(types.data());
    rb::Board board{size, {data, data + cells}, start, goal};
    for (auto kind : board.types)
        if (kind > 15) throw std::invalid_argument("types");
    return board;
}

// A Decider that one thread at a time may ask.
class Decider {
public:
    Decider(int size, const nb::bytes& types, int start, int goal, const std::vector<bool>& rules,
            std::size_t most_forks) {
        if (rules.size() != 6) throw std::invalid_argument("rules");
        const rb::Rules chosen{rules[0], rules[1], rules[2], rules[3], rules[4], rules[5]};
        decider_ = rb::decider(board_of(size, types, start, goal), chosen, most_forks);
    }

    // Whether there is a plan, nothing if that took more nodes than `cap`; and the nodes.
    nb::tuple decide(int count, int mode, std::int64_t cap, const nb::callable& tell,
                     const nb::callable& met) {
        const auto [found, nodes] = decided(count, mode, cap, tell, met, nullptr);
        return nb::make_tuple(found, nodes);
    }

    // The same of a part of the search, with a certificate's lines; and its cases, and how many
    // cubes there were by level.
    nb::tuple write(int count, int mode, std::int64_t cap, const nb::callable& tell,
                    const nb::callable& met, const nb::callable& put, bool whole, const rb::Place& from,
                    const rb::Place& to) {
        const rb::Tree::Write write = [&put](std::string_view text) {
            nb::gil_scoped_acquire lock;
            put(nb::bytes(text.data(), text.size()));
        };
        rb::Tree tree = whole ? rb::Tree(write) : rb::Tree(write, from, to);
        const auto [found, nodes] = decided(count, mode, cap, tell, met, &tree);
        return nb::make_tuple(found, nodes, tree.cases, tree.numbers);
    }

private:
    std::pair<nb::object, std::uint64_t> decided(int count, int mode, std::int64_t cap,
                                                 const nb::callable& tell, const nb::callable& met,
                                                 rb::Tree* tree) {
        if (count < 0 || count > rb::most_pushes) throw std::invalid_argument("count");
        if (mode < rb::backward_mode) throw std::invalid_argument("mode");
        if (busy_.exchange(true)) throw std::runtime_error("asked by two threads at once");
        const Free free{busy_};
        Run run(telling(tell));
        Work work(run, cap);
        const rb::Met locked = [&met](const std::vector<std::vector<int>>& possible) {
            nb::gil_scoped_acquire lock;
            return nb::cast<bool>(met(possible));
        };
        nb::object found = nb::none();
        try {
            bool is_found;
            {
                nb::gil_scoped_release unlocked;
                is_found = decider_->decide(count, mode, work, locked, tree);
            }
            found = nb::bool_(is_found);
        } catch (const Capped&) {
        }
        return {found, work.nodes};
    }

    struct Free {
        std::atomic<bool>& busy;
        ~Free() { busy = false; }
    };
    std::unique_ptr<rb::Decider> decider_;
    std::atomic<bool> busy_{false};
};

// The moves or None; and how many situations were kept.
nb::tuple beam(int size, const nb::bytes& types, int start, int goal, int width, int radius,
               int limit, const nb::callable& tell) {
    const rb::Board board = board_of(size, types, start, goal);
    if (width < 1 || radius < 1 || radius > rb::most_rows) throw std::invalid_argument("width or radius");
    Run run(telling(tell));
    std::uint64_t judged = 0;
    std::optional<std::vector<int>> found;
    {
        nb::gil_scoped_release unlocked;
        found = rb::beam(board, width, radius, limit, run, judged);
    }
    return nb::make_tuple(found ? nb::cast(*found) : nb::none(), judged);
}

using Ways = std::vector<std::pair<int, std::vector<int>>>;
using Turn = std::tuple<int, bool, Ways, Ways, std::vector<int>, std::vector<int>>;

constexpr int widest = 250, heaviest = 1 << 16;

th::Turn turn_of(const Turn& told, int width) {
    const auto slot_of = [&](int slot) {
        if (slot < 0 || slot >= width) throw std::invalid_argument("slot");
        return slot;
    };
    const auto weights_of = [&](const std::vector<int>& weights) {
        for (int weight : weights)
            if (weight < 0 || weight > heaviest) throw std::invalid_argument("weight");
        return weights;
    };
    const auto ways_of = [&](const Ways& ways) {
        std::vector<th::Turn::Way> found;
        for (const auto& [slot, weights] : ways) {
            if (weights.empty()) throw std::invalid_argument("weight");
            found.push_back({slot_of(slot), weights_of(weights)});
        }
        return found;
    };
    const auto& [slot, joinable, open, decided, ended, own] = told;
    for (int each : ended) slot_of(each);
    return {slot_of(slot), joinable, ways_of(open), ways_of(decided), ended, weights_of(own)};
}

// By weight, how many; as bytes, the lowest first. None where there are too many.
nb::object profile(const nb::bytes& first, const std::vector<Turn>& told, bool cycles, const nb::callable& tell) {
    const auto* data = static_cast<const std::uint8_t*>(first.data());
    const std::vector<std::uint8_t> frontier(data, data + first.size());
    const int width = static_cast<int>(frontier.size());
    if (width < 2 || width > widest) throw std::invalid_argument("first");
    for (int mark : frontier)
        if (mark > width && mark != 255) throw std::invalid_argument("first");
    std::vector<th::Turn> turns;
    long long total = 0;
    for (const auto& each : told) {
        turns.push_back(turn_of(each, width));
        int most = 0;
        for (const auto& way : turns.back().open) most = std::max(most, *std::max_element(way.weights.begin(), way.weights.end()));
        for (const auto& way : turns.back().decided) most = std::max(most, *std::max_element(way.weights.begin(), way.weights.end()));
        total += most;
    }
    if (total > heaviest) throw std::invalid_argument("weight");
    Run run(telling(tell));
    std::map<int, th::Number> found;
    try {
        nb::gil_scoped_release unlocked;
        found = th::profile(frontier, turns, cycles, run);
    } catch (const std::overflow_error&) {
        return nb::none();
    }
    nb::dict numbers;
    for (const auto& [weight, number] : found) {
        std::vector<std::uint8_t> bytes;
        for (auto word : number)
            for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
        numbers[nb::int_(weight)] = nb::bytes(bytes.data(), bytes.size());
    }
    return numbers;
}

// See rup.hpp; the numbers come as the bytes of 32-bit integers.
std::int64_t refuted(const nb::bytes& clauses, const nb::bytes& proof, const nb::callable& tell) {
    const auto numbers_of = [](const nb::bytes& bytes) {
        if (bytes.size() % sizeof(std::int32_t)) throw std::invalid_argument("expected integers of 32 bits");
        std::vector<std::int32_t> numbers(bytes.size() / sizeof(std::int32_t));
        if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
        for (auto each : numbers)
            if (each > pylab::proving::most_variables || each < -pylab::proving::most_variables)
                throw std::invalid_argument("too many variables");
        return numbers;
    };
    const auto given = numbers_of(clauses), steps = numbers_of(proof);
    Run run(telling(tell));
    nb::gil_scoped_release unlocked;
    return pylab::proving::refuted(given, steps, run);
}

// Checks a certificate, which comes in pieces of text; for one thread at a time.
class CertificateChecker {
public:
    CertificateChecker(int size, const nb::bytes& types, int start, int goal, std::uint64_t share,
                       std::uint64_t shares) {
        if (share >= shares) throw std::invalid_argument("no such share");
        const auto board = board_of(size, types, start, goal);
        checker_ = rb::certificate_checker(board, {share, shares}, run_);
    }

    // Whether nothing is wrong so far.
    bool feed(const nb::bytes& text) {
        const std::string_view piece(static_cast<const char*>(text.data()), text.size());
        return checker_->feed(piece);
    }
    bool end() { return checker_->end(); }
    std::string code() const { return checker_->code; }
    std::string message() const { return checker_->message; }
    std::uint64_t cases() const { return checker_->cases; }
    int pushes() const { return checker_->pushes; }

private:
    Run run_;
    std::unique_ptr<rb::CertificateChecker> checker_;
};

}  // namespace

NB_MODULE(_core, module) {
    module.attr("MOST_ROWS") = rb::most_rows;
    module.attr("MOST_PUSHES") = rb::most_pushes;
    nb::class_<Decider>(module, "Decider")
        .def(nb::init<int, const nb::bytes&, int, int, const std::vector<bool>&, std::size_t>())
        .def("decide", &Decider::decide)
        .def("write", &Decider::write);
    module.def("beam", &beam);
    nb::class_<CertificateChecker>(module, "CertificateChecker")
        .def(nb::init<int, const nb::bytes&, int, int, std::uint64_t, std::uint64_t>())
        .def("feed", &CertificateChecker::feed)
        .def("end", &CertificateChecker::end)
        .def_prop_ro("code", &CertificateChecker::code)
        .def_prop_ro("message", &CertificateChecker::message)
        .def_prop_ro("cases", &CertificateChecker::cases)
        .def_prop_ro("pushes", &CertificateChecker::pushes);
    module.attr("HEAVIEST") = heaviest;
    module.def("profile", &profile);
    module.def("refuted", &refuted);
}
