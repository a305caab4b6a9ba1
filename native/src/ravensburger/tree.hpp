// A search's tree of splits as the lines of a certificate: see certificate.py, whose lines these are.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pylab::ravensburger {

// See pylab/families/ravensburger/certificate.py.
using Place = std::vector<std::uint32_t>;

class Tree {
public:
    using Write = std::function<void(std::string_view)>;

    explicit Tree(Write write) : write_(std::move(write)) {}

    // The part from a place up to another one; nothing else is searched.
    Tree(Write write, Place from, Place to)
        : write_(std::move(write)),
          from_(std::move(from)),
          to_(std::move(to)),
          numbers(std::max(from_.size(), to_.size())) {
        writing_ = within();
    }

private:
    Write write_;
    Place from_, to_, place_;

public:
    std::uint64_t cases = 0;             // so many have been refuted
    std::vector<std::uint32_t> numbers;  // by level, how many cubes there were in the last one above

    // A node's child is searched next; or else it is no part of this.
    bool enter() {
        const std::size_t level = static_cast<std::size_t>(++depth_) - first_level;
        if (depth_ < first_level || level >= numbers.size()) return true;
        place_.resize(level);
        place_.push_back(numbers[level]++);
        writing_ = within();
        Place next = place_;
        next.back()++;
        if (place_ >= to_ || next <= from_) {
            depth_--;
            return false;
        }
        if (level + 1 < numbers.size()) numbers[level + 1] = 0;
        return true;
    }

    // A node's children are searched next: the slot is one of the moves that `each` goes through.
    template <class Each>
    void branch(int slot, Each each) {
        if (!writing_) return;
        text_ += "S ";
        number(slot);
        each([&](int move) {
            text_ += ' ';
            number(move / 4 + 1);
            text_ += "nesw"[move % 4];
        });
        text_ += '\n';
    }

    // What is left of the node that is closed next is cut off at this time.
    void cut(int time) { cut_ = time; }

    // Only one order is searched of the push at a time and the next one.
    void order(int time) {
        if (!writing_) return;
        text_ += "C ";
        number(time);
        text_ += '\n';
    }

    // A node is done with, what is left of it after its children included.
    void closed() {
        depth_--;
        const int cut = std::exchange(cut_, 0);
        if (!writing_) return;
        text_ += '.';
        if (cut) text_ += ' ', number(cut);
        text_ += '\n';
        cases++;
        if (text_.size() > most_) flush();
    }

    void flush() {
        write_(text_);
        text_.clear();
    }

private:
    static constexpr std::size_t most_ = 1 << 16;
    static constexpr int first_level = 2;  // cubes have so many decided pushes
    std::string text_;
    int cut_ = 0, depth_ = 0;
    bool writing_ = true;

    bool within() const { return from_ <= place_ && place_ < to_; }

    void number(int value) {
        char digits[12];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }
};

}  // namespace pylab::ravensburger
