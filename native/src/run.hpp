// How a search hears that it is to stop, and tells how far it is.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>

namespace pylab {

// The search was stopped from outside.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// The search was to take no more work than this.
struct Capped : std::exception {
    const char* what() const noexcept override { return "capped"; }
};

// One run of a search. Another thread may stop it, and see how far it is.
class Run {
public:
    // The search ends at its next look.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    std::uint64_t figure() const { return figure_.load(std::memory_order_relaxed); }

    void tell(std::uint64_t figure) { figure_.store(figure, std::memory_order_relaxed); }

    // To be called often; throws Stopped.
    void look(std::uint64_t figure) {
        tell(figure);
        if (stopped()) throw Stopped();
    }

private:
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> figure_{0};
};

// What a search costs, in nodes.
class Work {
public:
    // Beyond `cap` nodes, look() throws Capped; a negative one is no bound.
    Work(Run& run, std::int64_t cap) : run_(run), cap_(cap) {}

    std::uint64_t nodes = 0;

    // One node more; the same looks, at the same nodes, as in Python.
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
