// The algorithms for Python, which loads this as a shared library: numbers and bytes go in and come out.
// pylab/base/native.py is the other side.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "job.hpp"
#include "proving/rup.hpp"
#include "ravensburger/certificate.hpp"
#include "ravensburger/ravensburger.hpp"
#include "theseus/frontier.hpp"

#if defined(_WIN32)
#define FOR_PYTHON extern "C" __declspec(dllexport)
#else
#define FOR_PYTHON extern "C" __attribute__((visibility("default")))
#endif

namespace rb = pylab::ravensburger;
namespace th = pylab::theseus;
using pylab::Job;
using pylab::Run;
using pylab::Work;

namespace {

// Numbers, taken one after the other, and bytes. The bytes stay where they are until the job ends.
class Given {
public:
    Given(const std::int64_t* numbers, std::size_t count, const char* bytes, std::size_t length)
        : bytes(bytes, length), numbers_(numbers, numbers + count) {}

    std::string_view bytes;

    std::int64_t number(const char* name, std::int64_t least = 0, std::int64_t most = any) {
        if (at_ == numbers_.size() || numbers_[at_] < least || numbers_[at_] > most) throw std::invalid_argument(name);
        return numbers_[at_++];
    }
    int small(const char* name, int least, int most) { return static_cast<int>(number(name, least, most)); }
    bool flag(const char* name) { return number(name, 0, 1); }

    // A list, after its length.
    template <class Number>
    std::vector<Number> list(const char* name, std::int64_t least, std::int64_t most) {
        std::vector<Number> found;
        for (auto left = number(name, 0, static_cast<std::int64_t>(numbers_.size() - at_)); left; left--)
            found.push_back(static_cast<Number>(number(name, least, most)));
        return found;
    }
    void end() const {
        if (at_ != numbers_.size()) throw std::invalid_argument("too many numbers");
    }

private:
    static constexpr auto any = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> numbers_;
    std::size_t at_ = 0;
};

rb::Board board_of(Given& given) {
    const int size = given.small("size", 1, rb::most_rows), last = size * size - 1;
    rb::Board board{size, {given.bytes.begin(), given.bytes.end()}, 0, 0};
    if (board.types.size() != static_cast<std::size_t>(last) + 1) throw std::invalid_argument("types");
    for (auto kind : board.types)
        if (kind > 15) throw std::invalid_argument("types");
    board.start = given.small("start", 0, last), board.goal = given.small("goal", 0, last);
    return board;
}

// A Decider that one job at a time may ask.
struct Decider {
    std::unique_ptr<rb::Decider> decider;
    std::atomic<bool> busy{false};
};

std::unique_ptr<Decider> decider_of(Given& given) {
    const auto board = board_of(given);
    const auto chosen = given.list<bool>("rules", 0, 1);
    if (chosen.size() != 7) throw std::invalid_argument("rules");
    const rb::Rules rules{chosen[0], chosen[1], chosen[2], chosen[3], chosen[4], chosen[5], chosen[6]};
    auto found = std::make_unique<Decider>();
    found->decider = rb::decider(board, rules, static_cast<std::size_t>(given.number("most_forks")));
    given.end();
    return found;
}

// Whether there is a plan that is answered by a byte; the job asks about slots: of each how many moves
// it may be, and which.
bool decided(Job& job, Decider& decider, int count, int mode, std::int64_t cap, rb::Tree* tree,
             std::optional<int> slack = {}) {
    if (decider.busy.exchange(true)) throw std::runtime_error("asked by two threads at once");
    struct Free {
        std::atomic<bool>& busy;
        Work work;
        Run& run;
        ~Free() {
            busy = false;
            run.tell(work.nodes);
        }
    } during{decider.busy, Work(job.run, cap), job.run};
    const rb::Met met = [&job](const std::vector<std::vector<int>>& possible) {
        job.numbers.clear();
        for (const auto& moves : possible) {
            job.numbers.push_back(static_cast<std::int64_t>(moves.size()));
            job.numbers.insert(job.numbers.end(), moves.begin(), moves.end());
        }
        job.text.clear();
        return !job.ask().empty();
    };
    return decider.decider->decide(count, mode, during.work, met, tree, slack);
}

// Given a number of pushes, a mode, a cap, and a guide's slack if there is one: whether there is a plan.
Job::Search decide(Decider* decider, Given& given) {
    const int count = given.small("count", 0, rb::most_pushes);
    const int mode = given.small("mode", rb::backward_mode, std::numeric_limits<int>::max());
    const auto cap = given.number("cap", -1);
    const bool guided = given.flag("guided");
    const int slack = given.small("slack", -rb::most_pushes, rb::most_pushes);
    return [=](Job& job) { job.numbers = {decided(job, *decider, count, mode, cap, nullptr, guided ? std::optional(slack) : std::nullopt)}; };
}

// The same of a part of the search, whose lines of a certificate it asks to be taken; and its cases, and
// how many cubes there were by level.
Job::Search write(Decider* decider, Given& given) {
    const int count = given.small("count", 0, rb::most_pushes);
    const int mode = given.small("mode", rb::backward_mode, std::numeric_limits<int>::max());
    const auto cap = given.number("cap", -1);
    const bool whole = given.flag("whole");
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    const auto from = given.list<std::uint32_t>("from", 0, most), to = given.list<std::uint32_t>("to", 0, most);
    return [=](Job& job) {
        const rb::Tree::Write put = [&job](std::string_view lines) {
            if (lines.empty()) return;
            job.text = lines;
            job.ask();
        };
        rb::Tree tree = whole ? rb::Tree(put) : rb::Tree(put, from, to);
        const bool found = decided(job, *decider, count, mode, cap, &tree);
        job.numbers = {found, static_cast<std::int64_t>(tree.cases)};
        job.numbers.insert(job.numbers.end(), tree.numbers.begin(), tree.numbers.end());
    };
}

// Whether there is a plan, and its moves.
Job::Search beam(Decider*, Given& given) {
    const auto board = board_of(given);
    const int width = given.small("width", 1, std::numeric_limits<int>::max());
    const int radius = given.small("radius", 1, rb::most_rows);
    const int limit = given.small("limit", std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    return [=](Job& job) {
        std::uint64_t judged = 0;
        const auto found = rb::beam(board, width, radius, limit, job.run, judged);
        job.run.tell(judged);
        job.numbers = {found.has_value()};
        if (found) job.numbers.insert(job.numbers.end(), found->begin(), found->end());
    };
}

// Asks for a certificate piece by piece, the empty one last. Its pushes and cases; what is wrong, as text.
Job::Search check_certificate(Decider*, Given& given) {
    const auto board = board_of(given);
    const auto share = static_cast<std::uint64_t>(given.number("share"));
    const auto shares = static_cast<std::uint64_t>(given.number("shares", static_cast<std::int64_t>(share) + 1));
    return [=](Job& job) {
        const auto checker = rb::certificate_checker(board, {share, shares}, job.run);
        bool right = true;
        for (std::string piece; right && !(piece = job.ask()).empty();) right = checker->feed(piece);
        right = checker->end();
        job.numbers = {right, checker->pushes, static_cast<std::int64_t>(checker->cases)};
        job.text = checker->code + "\n" + checker->message;
    };
}

constexpr int widest = 250, heaviest = 1 << 16;

th::Turn turn_of(Given& given, int width) {
    const auto slot = [&] { return given.small("slot", 0, width - 1); };
    const auto ways = [&] {
        std::vector<th::Turn::Way> found;
        for (auto left = given.number("ways"); left; left--) {
            const int to = slot();
            found.push_back({to, given.list<int>("weight", 0, heaviest)});
            if (found.back().weights.empty()) throw std::invalid_argument("weight");
        }
        return found;
    };
    th::Turn turn{slot(), given.flag("joinable"), {}, {}, {}, {}};
    turn.open = ways(), turn.decided = ways();
    turn.ended = given.list<int>("slot", 0, width - 1);
    turn.own = given.list<int>("weight", 0, heaviest);
    return turn;
}

// By weight, how many: the weight, the number of words, the words, the lowest first. Capped where there
// are too many.
Job::Search profile(Decider*, Given& given) {
    const std::vector<std::uint8_t> first{given.bytes.begin(), given.bytes.end()};
    const int width = static_cast<int>(first.size());
    if (width < 2 || width > widest) throw std::invalid_argument("first");
    for (int mark : first)
        if (mark > width && mark != 255) throw std::invalid_argument("first");
    const bool cycles = given.flag("cycles");
    std::vector<th::Turn> turns;
    long long total = 0;
    for (auto left = given.number("turns"); left; left--) {
        turns.push_back(turn_of(given, width));
        int most = 0;
        for (const auto* ways : {&turns.back().open, &turns.back().decided})
            for (const auto& way : *ways)
                most = std::max(most, *std::max_element(way.weights.begin(), way.weights.end()));
        total += most;
    }
    if (total > heaviest) throw std::invalid_argument("weight");
    return [=](Job& job) {
        std::map<int, th::Number> found;
        try {
            found = th::profile(first, turns, cycles, job.run);
        } catch (const std::overflow_error&) {
            throw pylab::Capped();
        }
        for (const auto& [weight, number] : found) {
            job.numbers.insert(job.numbers.end(), {weight, static_cast<std::int64_t>(number.size())});
            for (auto word : number) job.numbers.push_back(static_cast<std::int64_t>(word));
        }
    };
}

// See rup.hpp; the bytes are integers of 32 bits, of which so many are clauses, the others the proof.
Job::Search refuted(Decider*, Given& given) {
    const auto length = given.bytes.size() / sizeof(std::int32_t);
    const auto clauses = static_cast<std::size_t>(given.number("clauses", 0, static_cast<std::int64_t>(length)));
    return [clauses, length, bytes = given.bytes](Job& job) {
        std::vector<std::int32_t> numbers(length);
        if (length) std::memcpy(numbers.data(), bytes.data(), length * sizeof(std::int32_t));
        for (auto each : numbers)
            if (each > pylab::proving::most_variables || each < -pylab::proving::most_variables)
                throw std::invalid_argument("too many variables");
        const std::span<const std::int32_t> all(numbers);
        job.numbers = {pylab::proving::refuted(all.first(clauses), all.subspan(clauses), job.run)};
    };
}

const std::map<std::string, Job::Search (*)(Decider*, Given&)> searches = {
    {"decide", decide},   {"write", write},     {"beam", beam}, {"check_certificate", check_certificate},
    {"profile", profile}, {"refuted", refuted},
};

const std::map<std::string, std::int64_t> limits = {
    {"rows", rb::most_rows}, {"pushes", rb::most_pushes}, {"weight", heaviest}};

thread_local std::string error;

// Nothing instead of an exception, which is kept as text.
template <class Make>
auto made(Make make) noexcept -> decltype(make()) {
    try {
        return make();
    } catch (const std::exception& raised) {
        try {
            error = raised.what();
        } catch (...) {
        }
        return {};
    }
}

}  // namespace

FOR_PYTHON const char* pylab_error() { return error.c_str(); }

FOR_PYTHON std::int64_t pylab_limit(const char* name) {
    return made([&] { return limits.at(name); });
}

FOR_PYTHON Decider* pylab_decider(const std::int64_t* numbers, std::size_t count, const char* bytes, std::size_t length) {
    return made([&] {
        Given given(numbers, count, bytes, length);
        return decider_of(given).release();
    });
}

FOR_PYTHON void pylab_forget(Decider* decider) { delete decider; }

FOR_PYTHON Job* pylab_start(const char* name, Decider* decider, const std::int64_t* numbers, std::size_t count,
                            const char* bytes, std::size_t length) {
    return made([&] {
        Given given(numbers, count, bytes, length);
        auto search = searches.at(name)(decider, given);
        given.end();
        return new Job(std::move(search));
    });
}

FOR_PYTHON int pylab_wait(Job* job, int milliseconds) { return job->wait(milliseconds); }
FOR_PYTHON std::uint64_t pylab_figure(Job* job) { return job->run.figure(); }
FOR_PYTHON const std::int64_t* pylab_numbers(Job* job, std::size_t* count) {
    *count = job->numbers.size();
    return job->numbers.data();
}
FOR_PYTHON const char* pylab_text(Job* job, std::size_t* length) {
    *length = job->text.size();
    return job->text.data();
}
FOR_PYTHON void pylab_answer(Job* job, const char* text, std::size_t length) { job->answer({text, length}); }
FOR_PYTHON void pylab_end(Job* job) { delete job; }
