// A search's tree of splits as the lines of a certificate: see certificate.py, whose lines these are.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace pylab::ravensburger {

class Tree {
public:
    using Write = std::function<void(std::string_view)>;

    explicit Tree(Write write) : write_(std::move(write)) {}

    std::uint64_t cases = 0;  // so many have been refuted

    // A node's children are searched next: the slot is one of the moves that `each` goes through.
    template <class Each>
    void branch(int slot, Each each) {
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

    // A node is done with, what is left of it after its children included.
    void closed() {
        text_ += '.';
        if (cut_) text_ += ' ', number(cut_);
        text_ += '\n';
        cut_ = 0, cases++;
        if (text_.size() > most_) flush();
    }

    void flush() {
        write_(text_);
        text_.clear();
    }

private:
    static constexpr std::size_t most_ = 1 << 16;
    Write write_;
    std::string text_;
    int cut_ = 0;

    void number(int value) {
        char digits[12];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }
};

}  // namespace pylab::ravensburger
