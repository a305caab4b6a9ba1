// Sets of small numbers, of a size that is known when compiling.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pylab {

// W words of 64 bits.
template <int W>
struct Set {
    std::array<std::uint64_t, W> words{};

    static constexpr int room = 64 * W;

    bool has(int number) const { return words[number >> 6] >> (number & 63) & 1; }
    void add(int number) { words[number >> 6] |= std::uint64_t{1} << (number & 63); }
    void drop(int number) { words[number >> 6] &= ~(std::uint64_t{1} << (number & 63)); }

    bool any() const {
        std::uint64_t found = 0;
        for (auto word : words) found |= word;
        return found != 0;
    }

    bool meets(const Set& other) const {
        std::uint64_t found = 0;
        for (int i = 0; i < W; i++) found |= words[i] & other.words[i];
        return found != 0;
    }

    int count() const {
        int found = 0;
        for (auto word : words) found += std::popcount(word);
        return found;
    }

    // Whether `test` says so of a number; they are tried in ascending order.
    template <class Test>
    bool some(Test test) const {
        for (int i = 0; i < W; i++)
            for (auto left = words[i]; left; left &= left - 1)
                if (test(64 * i + std::countr_zero(left))) return true;
        return false;
    }

    template <class Do>
    void each(Do act) const {
        for (int i = 0; i < W; i++)
            for (auto left = words[i]; left; left &= left - 1)
                act(64 * i + std::countr_zero(left));
    }

    Set& operator|=(const Set& other) {
        for (int i = 0; i < W; i++) words[i] |= other.words[i];
        return *this;
    }
    Set& operator&=(const Set& other) {
        for (int i = 0; i < W; i++) words[i] &= other.words[i];
        return *this;
    }
    Set& operator^=(const Set& other) {
        for (int i = 0; i < W; i++) words[i] ^= other.words[i];
        return *this;
    }
    // Take the other one's numbers away.
    Set& operator-=(const Set& other) {
        for (int i = 0; i < W; i++) words[i] &= ~other.words[i];
        return *this;
    }
    friend Set operator|(Set one, const Set& other) { return one |= other; }
    friend Set operator&(Set one, const Set& other) { return one &= other; }
    friend Set operator^(Set one, const Set& other) { return one ^= other; }
    friend Set operator-(Set one, const Set& other) { return one -= other; }
    friend bool operator==(const Set&, const Set&) = default;

    // All numbers greater by so much; those that would be too great are gone.
    Set up(int by) const {
        Set moved;
        const int far = by >> 6, near = by & 63;
        for (int i = W - 1; i >= far; i--) {
            moved.words[i] = words[i - far] << near;
            if (near && i > far) moved.words[i] |= words[i - far - 1] >> (64 - near);
        }
        return moved;
    }
    // All numbers smaller by so much; those that would be negative are gone.
    Set down(int by) const {
        Set moved;
        const int far = by >> 6, near = by & 63;
        for (int i = 0; i + far < W; i++) {
            moved.words[i] = words[i + far] >> near;
            if (near && i + far + 1 < W) moved.words[i] |= words[i + far + 1] << (64 - near);
        }
        return moved;
    }
};

// The numbers from 0 up to, and without, `end`.
template <int W>
Set<W> below(int end) {
    Set<W> found;
    for (int i = 0; i < end; i++) found.add(i);
    return found;
}

}  // namespace pylab
