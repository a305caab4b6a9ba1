// A board in numbers, as in moves.py.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../sets.hpp"
#include "ravensburger.hpp"

namespace pylab::ravensburger {

inline constexpr int off_board = -1;

// The direction that faces another, and the one move that takes back another.
inline int inverse(int move) { return move ^ 2; }
inline bool along_row(int move) { return move & 1; }
inline int line_of(int move) { return move >> 2; }

// M words hold a set of moves, C a set of cells.
template <int M, int C>
struct Tables {
    using Moves = Set<M>;
    using Cells = Set<C>;

    int size, cells, moves, start, goal;
    std::vector<std::uint8_t> types;
    Moves all_moves;
    std::vector<std::uint16_t> forth_, back_;               // by move, by cell
    std::vector<std::array<std::uint8_t, 4>> touchers;      // by cell, ascending
    std::vector<Moves> touching;                            // by cell, the set of these
    std::vector<std::array<std::int16_t, 4>> beside;        // by cell, by direction
    std::vector<std::array<Moves, 2>> kept, kept_before;    // by move; see moves.py

    explicit Tables(const Board& board)
        : size(board.size),
          cells(size * size),
          moves(4 * size),
          start(board.start),
          goal(board.goal),
          types(board.types),
          all_moves(below<M>(moves)),
          forth_(static_cast<std::size_t>(moves) * cells),
          back_(forth_.size()),
          touchers(cells),
          touching(cells),
          beside(cells),
          kept(moves),
          kept_before(moves),
          crossed_(moves) {
        for (int move = 0; move < moves; move++)
            for (int cell = 0; cell < cells; cell++) {
                const int to = pushed(cell, move);
                forth_[move * cells + cell] = static_cast<std::uint16_t>(to);
                back_[move * cells + to] = static_cast<std::uint16_t>(cell);
            }
        for (int cell = 0; cell < cells; cell++) {
            const int row = cell / size, column = cell % size;
            const int rows[2] = {4 * row + 1, 4 * row + 3};
            const int columns[2] = {4 * column, 4 * column + 2};
            auto& touch = touchers[cell];
            for (int i = 0; i < 2; i++) {
                touching[cell].add(rows[i]);
                touching[cell].add(columns[i]);
            }
            int number = 0;
            touching[cell].each([&](int move) { touch[number++] = static_cast<std::uint8_t>(move); });
            beside[cell] = {
                static_cast<std::int16_t>(row + 1 < size ? cell + size : off_board),
                static_cast<std::int16_t>(column + 1 < size ? cell + 1 : off_board),
                static_cast<std::int16_t>(row > 0 ? cell - size : off_board),
                static_cast<std::int16_t>(column > 0 ? cell - 1 : off_board),
            };
        }
        for (int move = 0; move < moves; move++) {
            Moves smaller, greater, back;
            back.add(inverse(move));
            for (int line = 0; line < size; line++) {
                if (line == line_of(move)) continue;
                auto& swapped = line < line_of(move) ? smaller : greater;
                swapped.add(4 * line + (move & 1));
                swapped.add(inverse(4 * line + (move & 1)));
            }
            kept[move] = {all_moves - smaller - back, all_moves - smaller};
            kept_before[move] = {all_moves - greater - back, all_moves - greater};
        }
    }

    const std::uint16_t* forth(int move) const { return &forth_[move * cells]; }
    const std::uint16_t* back(int move) const { return &back_[move * cells]; }

    // By cell, the moves that don't commute with this one on the tile that lies there.
    struct Crossed {
        static constexpr int some = 0x8000;
        std::vector<std::uint16_t> back;  // by cell, where it takes back to; marked if some there don't
        std::vector<Moves> moves;
    };

    const Crossed& crossed(int move) {
        auto& found = crossed_[move];
        if (!found.back.empty()) return found;
        found.back.assign(back(move), back(move) + cells);
        found.moves.assign(cells, Moves());
        for (int cell = 0; cell < cells; cell++) {
            const int there = forth(move)[cell];
            for (int at : {cell, there})
                for (int other : touchers[at])
                    if (forth(other)[there] != forth(move)[forth(other)[cell]]) {
                        found.moves[cell].add(other);
                        found.back[there] |= Crossed::some;
                    }
        }
        return found;
    }

    // What lies on the cells after a move, if this is what lies there before.
    void push(std::vector<std::uint8_t>& kinds, int move) const {
        const int line = line_of(move), step = along_row(move) ? 1 : size;
        std::uint8_t* first = &kinds[along_row(move) ? line * size : line];
        const int last = (size - 1) * step;
        if ((move & 3) < 2) {  // towards greater numbers
            const auto wrapped = first[last];
            for (int at = last; at > 0; at -= step) first[at] = first[at - step];
            first[0] = wrapped;
        } else {
            const auto wrapped = first[0];
            for (int at = 0; at < last; at += step) first[at] = first[at + step];
            first[last] = wrapped;
        }
    }

private:
    std::vector<Crossed> crossed_;

    int pushed(int cell, int move) const {
        int row = cell / size, column = cell % size;
        if ((along_row(move) ? row : column) != line_of(move)) return cell;
        int& at = along_row(move) ? column : row;
        at = (at + ((move & 3) < 2 ? 1 : size - 1)) % size;
        return row * size + column;
    }
};

}  // namespace pylab::ravensburger
