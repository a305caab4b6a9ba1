// Moves, cells, and how moves change a board. Only the checker of certificates uses this file.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ravensburger.hpp"

namespace pylab::ravensburger::certified {

// A set of moves. A move is 4 * line + side; sides are 0 to 3 for n, e, s, w.
class Moves {
public:
    void add(int move) { words_[move / 64] |= std::uint64_t{1} << move % 64; }
    void drop(int move) { words_[move / 64] &= ~(std::uint64_t{1} << move % 64); }
    bool has(int move) const { return words_[move / 64] >> move % 64 & 1; }
    bool none() const { return !(words_[0] | words_[1] | words_[2] | words_[3]); }
    // The sides of the moves of a line that are in the set, as bits: 1, 2, 4, 8 for n, e, s, w.
    unsigned sides(int line) const { return words_[line / 16] >> 4 * (line % 16) & 15; }

    Moves& operator|=(const Moves& other) {
        for (std::size_t i = 0; i < words_.size(); i++) words_[i] |= other.words_[i];
        return *this;
    }
    Moves& operator-=(const Moves& other) {
        for (std::size_t i = 0; i < words_.size(); i++) words_[i] &= ~other.words_[i];
        return *this;
    }
    friend Moves operator-(Moves one, const Moves& other) { return one -= other; }

private:
    std::array<std::uint64_t, most_rows / 16> words_{};
};

// A set of cells, in the order in which they were added.
class CellSet {
public:
    explicit CellSet(int count = 0) : words_((count + 63) / 64) {}

    void add(int cell) {
        if (has(cell)) return;
        words_[cell / 64] |= std::uint64_t{1} << cell % 64;
        if (count_ == cells_.size()) cells_.resize(2 * count_ + 8);
        cells_[count_++] = static_cast<std::uint16_t>(cell);
    }
    void clear() {
        for (int cell : *this) words_[cell / 64] = 0;
        count_ = 0;
    }
    bool has(int cell) const { return words_[cell / 64] >> cell % 64 & 1; }
    bool meets(const CellSet& other) const {
        for (int cell : *this)
            if (other.has(cell)) return true;
        return false;
    }
    std::size_t size() const { return count_; }
    int operator[](std::size_t index) const { return cells_[index]; }
    const std::uint16_t* begin() const { return cells_.data(); }
    const std::uint16_t* end() const { return cells_.data() + count_; }

private:
    std::vector<std::uint64_t> words_;  // the bits of its cells
    std::vector<std::uint16_t> cells_;  // the first `count_` are in it
    std::size_t count_ = 0;
};

// A square board. Cells are numbered row by row from the south-west corner.
class Grid {
public:
    explicit Grid(int size) : size_(size), cells_(size * size), to_(4 * size * cells()), traced_(to_.size()), row_(cells()), column_(cells()), beside_(cells()) {
        for (int cell = 0; cell < cells(); cell++) {
            const int row = cell / size, column = cell % size;
            row_[cell] = static_cast<std::uint8_t>(row), column_[cell] = static_cast<std::uint8_t>(column);
            for (int side = 0; side < 4; side++) {
                const int up = side == 0 ? 1 : side == 2 ? -1 : 0, right = side == 1 ? 1 : side == 3 ? -1 : 0;
                const int to_row = row + up, to_column = column + right;
                const bool off = to_row < 0 || to_row == size || to_column < 0 || to_column == size;
                beside_[cell][side] = static_cast<std::int16_t>(off ? -1 : to_row * size + to_column);
                const int there = (to_row + size) % size * size + (to_column + size) % size;
                for (int line = 0; line < size; line++)
                    to_[(4 * line + side) * cells() + cell] =
                        static_cast<std::uint16_t>(line == (right ? row : column) ? there : cell);
            }
        }
        for (int move = 0; move < moves(); move++)
            for (int cell = 0; cell < cells(); cell++)
                traced_[move * cells() + to(move, cell)] = static_cast<std::uint16_t>(
                    cell | (some_crossing(move, cell, [](int) { return true; }) ? crossed : 0));
    }

    int size() const { return size_; }
    int cells() const { return cells_; }
    int moves() const { return 4 * size_; }

    // The cell to which a move takes the tile on a cell, and the cell from which it brings one.
    int to(int move, int cell) const { return to_[move * cells() + cell]; }
    int back(int move, int cell) const { return to(move ^ 2, cell); }

    // Make a move: shift the values of its line by one cell.
    void push(std::vector<std::uint8_t>& kinds, int move) const {
        const int step = move % 2 ? 1 : size_, near = move / 4 * (move % 2 ? size_ : 1), far = near + (size_ - 1) * step;
        const int first = move % 4 < 2 ? far : near, last = move % 4 < 2 ? near : far;
        const int by = move % 4 < 2 ? -step : step;  // against the move
        const std::uint8_t wrapped = kinds[first];
        for (int cell = first; cell != last; cell += by) kinds[cell] = kinds[cell + by];
        kinds[last] = wrapped;
    }

    // The next cell on a side; -1 if there is none.
    int beside(int cell, int side) const { return beside_[cell][side]; }

    // The move to a side that moves the cell's tile; the sides for which this move is in a set, as bits.
    int taking(int cell, int side) const { return 4 * (side % 2 ? row_[cell] : column_[cell]) + side; }
    unsigned taking(int cell, const Moves& moves) const {
        return (moves.sides(row_[cell]) & 0b1010) | (moves.sides(column_[cell]) & 0b0101);
    }
    // Whether a test holds for some move that does not commute with this one on the cell's tile. Such a
    // move is on a line of the tile before this move, or after it.
    template <class Test>
    bool some_crossing(int move, int cell, Test test) const {
        const int there = to(move, cell);
        for (int at : {cell, there})
            for (int side = 0; side < 4; side++) {
                const int other = taking(at, side);
                if (to(move, to(other, cell)) != to(other, there) && test(other)) return true;
            }
        return false;
    }
    // The same as `back`, with the bit `crossed` if there is such a move.
    static constexpr int crossed = 1 << 15;
    int traced(int move, int cell) const { return traced_[move * cells() + cell]; }
    bool takes(int move, int cell) const { return move / 4 == (move % 2 ? row_[cell] : column_[cell]); }

private:
    int size_, cells_;
    std::vector<std::uint16_t> to_, traced_;  // by move, by cell
    std::vector<std::uint8_t> row_, column_;
    std::vector<std::array<std::int16_t, 4>> beside_;
};

}  // namespace pylab::ravensburger::certified
