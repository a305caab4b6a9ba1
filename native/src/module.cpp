// The algorithms for Python: plain data in and out, without the interpreter's lock while they run.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "ravensburger/ravensburger.hpp"

namespace nb = nanobind;
namespace rb = pylab::ravensburger;
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
                is_found = decider_->decide(count, mode, work, locked);
            }
            found = nb::bool_(is_found);
        } catch (const Capped&) {
        }
        return nb::make_tuple(found, work.nodes);
    }

private:
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

}  // namespace

NB_MODULE(_core, module) {
    module.attr("MOST_ROWS") = rb::most_rows;
    module.attr("MOST_PUSHES") = rb::most_pushes;
    nb::class_<Decider>(module, "Decider")
        .def(nb::init<int, const nb::bytes&, int, int, const std::vector<bool>&, std::size_t>())
        .def("decide", &Decider::decide);
    module.def("beam", &beam);
}
