// How a search hears that it is to stop, and tells how far it is. Knows no Python.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>

namespace pylab {

// The search was stopped from outside.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// The search was to take no more work than this.
struct Capped : std::exception {
    const char* what() const noexcept override { return "capped"; }
};

// One run of a search.
class Run {
public:
    using Tell = std::function<void(std::uint64_t)>;

    // `tell` hears a figure some fifty times a second, and may throw, which ends the search.
    explicit Run(Tell tell = {}) : tell_(std::move(tell)), told_(Clock::now()) {}

    // May be called by any thread: the search ends at its next look.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }

    // To be called often; throws Stopped, or what `tell` throws.
    void look(std::uint64_t figure) {
        if (stopped_.load(std::memory_order_relaxed)) throw Stopped();
        if (!tell_) return;
        const auto now = Clock::now();
        if (now - told_ < std::chrono::milliseconds(20)) return;
        tell_(figure);
        told_ = Clock::now();
    }

private:
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> stopped_{false};
    Tell tell_;
    Clock::time_point told_;
};

// What a search costs, in nodes.
class Work {
public:
    // Beyond `cap` nodes, look() throws Capped; a negative one is no bound.
    Work(Run& run, std::int64_t cap) : run_(run), cap_(cap) {}

    std::uint64_t nodes = 0;

    // One node more; the same looks, at the same nodes, as the Python twin's.
    void add() {
        if (++nodes & 127) return;
        run_.look(nodes);
        if (cap_ >= 0 && nodes > static_cast<std::uint64_t>(cap_)) throw Capped();
    }

    // A step that is no node, but takes time.
    void step() {
        if (!(++steps_ & 0x3fff)) run_.look(nodes);
    }

private:
    Run& run_;
    std::int64_t cap_;
    std::uint64_t steps_ = 0;
};

}  // namespace pylab
