// Checks certificates of lower bounds: knows pushes and floods, and nothing of the searches. The
// words are those of docs/maintainers/search.md.
#include "certificate.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pylab::ravensburger {
namespace {

constexpr std::size_t longest_line = 100'000, most_known = 20'000;
constexpr std::uint64_t block = 1'000;  // so many cases in a row are one share's
constexpr char sides[] = "nesw";

struct Wrong {
    std::string code, message;
};

// Numbers below N, as std::bitset has them, but with shifts by less than 64 that are inlined.
template <std::size_t N>
struct Bits {
    static constexpr std::size_t W = N / 64;
    std::array<std::uint64_t, W> words{};

    void set(std::size_t i) { words[i / 64] |= std::uint64_t{1} << i % 64; }
    void reset() { words.fill(0); }
    bool operator[](std::size_t i) const { return words[i / 64] >> i % 64 & 1; }
    bool any() const {
        std::uint64_t found = 0;
        for (std::uint64_t word : words) found |= word;
        return found;
    }
    bool none() const { return !any(); }
    bool operator==(const Bits&) const = default;
    Bits& operator&=(const Bits& other) {
        for (std::size_t i = 0; i < W; i++) words[i] &= other.words[i];
        return *this;
    }
    Bits& operator|=(const Bits& other) {
        for (std::size_t i = 0; i < W; i++) words[i] |= other.words[i];
        return *this;
    }
    Bits operator~() const {
        Bits found;
        for (std::size_t i = 0; i < W; i++) found.words[i] = ~words[i];
        return found;
    }
    friend Bits operator&(Bits one, const Bits& other) { return one &= other; }
    friend Bits operator|(Bits one, const Bits& other) { return one |= other; }
    Bits operator<<(int by) const {
        Bits found;
        found.words[0] = words[0] << by;
        for (std::size_t i = 1; i < W; i++) found.words[i] = words[i] << by | words[i - 1] >> 1 >> (63 - by);
        return found;
    }
    Bits operator>>(int by) const {
        Bits found;
        for (std::size_t i = 0; i + 1 < W; i++) found.words[i] = words[i] >> by | words[i + 1] << 1 << (63 - by);
        found.words[W - 1] = words[W - 1] >> by;
        return found;
    }

    // Up to 64 numbers from one on, as the bits of a word, and the same put in the place of others.
    std::uint64_t part(std::size_t from, std::uint64_t mask) const {
        const std::size_t i = from / 64, near = from % 64;
        std::uint64_t found = words[i] >> near;
        if (near && i + 1 < W) found |= words[i + 1] << (64 - near);
        return found & mask;
    }
    void put(std::size_t from, std::uint64_t mask, std::uint64_t bits) {
        const std::size_t i = from / 64, near = from % 64;
        words[i] = (words[i] & ~(mask << near)) | bits << near;
        if (near && i + 1 < W) words[i + 1] = (words[i + 1] & ~(mask >> (64 - near))) | bits >> (64 - near);
    }
};

template <std::size_t C, std::size_t M>
class Checker : public CertificateChecker {
    using Cells = Bits<C>;
    using Moves = std::bitset<M>;

public:
    Checker(const Board& board, Share share, Run& run)
        : run_(run), share_(share), size_(board.size), count_(size_ * size_), moves_(4 * size_), row_(~std::uint64_t{0} >> (64 - size_)), kinds_(board.types) {
        start_.set(board.start);
        goal_ = board.goal;
        for (int i = 0; i < size_; i++) {
            Cells row, column;
            for (int j = 0; j < size_; j++) row.set(i * size_ + j), column.set(j * size_ + i);
            rows_.push_back(row), columns_.push_back(column);
            all_ |= row;
        }
        for (int move = 0; move < moves_; move++) {
            to_.emplace_back(count_), any_.set(move);
            for (int cell = 0; cell < count_; cell++) to_[move][cell] = pushed(cell, move);
        }
        for (int move = 0; move < moves_; move++) {
            const int side = move % 2 ? 0 : 1;  // across the line
            near_.push_back(line(move) | shifted(line(move), side) | shifted(line(move), side ^ 2));
        }
    }

    bool feed(std::string_view text) override {
        if (!code.empty()) return false;
        try {
            while (!text.empty() && !over_) {
                const std::size_t at = text.find('\n');
                if (rest_.size() + std::min(at, text.size()) >= longest_line) unended();
                if (at == text.npos) {
                    rest_ += text;
                    break;
                }
                rest_ += text.substr(0, at);
                text.remove_prefix(at + 1);
                line_++;
                read(rest_);
                rest_.clear();
            }
        } catch (const Wrong& wrong) {
            code = wrong.code, message = wrong.message;
        }
        return code.empty();
    }

    bool end() override {
        if (!code.empty()) return false;
        try {
            if (!rest_.empty()) unended();
            line_++;
            if (!over_ && !done_) read("");
        } catch (const Wrong& wrong) {
            code = wrong.code, message = wrong.message;
        }
        return code.empty();
    }

private:
    // ---- the text ----

    // A split, or an order of two pushes.
    struct Open {
        int slot;  // of an order, 0 if both pushes are known
        Moves allowed, done;
        std::vector<int> coming;  // last first
        int time = 0;             // of an order, that of its first push
        bool out = false;         // of an order of known pushes, whether they are in the wrong one
    };

    Run& run_;
    Share share_;
    std::string rest_;
    std::uint64_t line_ = 0;
    bool done_ = false, over_ = false;
    bool backward_ = false;
    int left_ = 0;  // so many pushes may be left to the goal's side
    std::vector<Open> path_;
    bool late_ = false;     // whether the path has orders that are not yet applied
    int out_of_order_ = 0;  // pairs of known pushes in the wrong order

    [[noreturn]] void wrong(const char* kind, const std::string& what) const {
        throw Wrong{kind, "line " + std::to_string(line_) + ": " + what};
    }
    [[noreturn]] void unended() {
        line_++;
        wrong("format", "expected an end of line");
    }
    static std::string shown(std::string_view line) {
        std::string found = "'";
        for (char sign : line.substr(0, 60)) found += sign >= ' ' && sign < 127 ? sign : '?';
        return found + "'";
    }

    // A number from 1 to 9999 without zeros before it; 0 if there is none.
    static int number(std::string_view& line) {
        int found = 0, digits = 0;
        while (!line.empty() && line[0] >= '0' && line[0] <= '9' && digits < 4) {
            if (!digits && line[0] == '0') return 0;
            found = 10 * found + line[0] - '0', digits++;
            line.remove_prefix(1);
        }
        return found;
    }
    static bool skip(std::string_view& line, std::string_view expected) {
        if (line.substr(0, expected.size()) != expected) return false;
        line.remove_prefix(expected.size());
        return true;
    }

    void read(std::string_view line) {
        if (line_ == 1) {
            if (line != "ravensburger lower bound 1" && line != "ravensburger lower bound 2")
                wrong("format", "expected 'ravensburger lower bound 2', found " + shown(line));
        } else if (line_ == 2) {
            read_second(line);
        } else if (done_) {
            if (!line.empty()) wrong("format", "expected the end, found " + shown(line));
            over_ = true;
        } else if (!line.empty() && line[0] == '.') {
            read_case(line);
        } else if (!line.empty() && line[0] == 'C') {
            read_order(line);
        } else {
            read_split(line);
        }
    }

    void read_second(std::string_view whole) {
        std::string_view line = whole;
        const auto bad = [&] {
            wrong("format", "expected pushes N from start, from goal, or from start cut 1, 2 or 3, found " +
                                shown(whole));
        };
        if (!skip(line, "pushes ")) bad();
        if (!skip(line, "0") && !(pushes = number(line))) bad();
        if (skip(line, " from goal"))
            backward_ = true;
        else if (!skip(line, " from start"))
            bad();
        else if (skip(line, " cut ")) {
            if (line.size() != 1 || line[0] < '1' || line[0] > '3') bad();
            left_ = line[0] - '0', line.remove_prefix(1);
        }
        if (!line.empty()) bad();
        begin();
        std::array<Cells, 4> openings;
        for (int cell = 0; cell < count_; cell++)
            for (int side = 0; side < 4; side++)
                if (kinds_[cell] >> side & 1) openings[side].set(cell);
        openings_.assign(pushes + 1, openings);
        Cells goal;
        goal.set(goal_);
        goals_.assign(pushes + 1, goal);
        reached_.assign(pushes + 1, start_);
    }

    void read_split(std::string_view whole) {
        std::string_view line = whole;
        const auto bad = [&] {
            wrong("format", "expected S slot moves, or a dot, found " + shown(whole));
        };
        if (!skip(line, "S ")) bad();
        const int slot = number(line);
        if (!slot || line.empty()) bad();
        std::vector<int> moves;
        int highest = 0;
        while (!line.empty()) {
            if (!skip(line, " ")) bad();
            const int of = number(line);
            if (!of || line.empty()) bad();
            const char* side = std::char_traits<char>::find(sides, 4, line[0]);
            if (!side) bad();
            line.remove_prefix(1);
            highest = std::max(highest, of);
            moves.push_back(4 * of - 4 + static_cast<int>(side - sides));
        }
        if (slot > pushes || known_[slot] >= 0)
            wrong("slot", "push " + std::to_string(slot) + " can't be split here");
        if (highest > size_) wrong("off-board", "there is no line " + std::to_string(highest));
        std::reverse(moves.begin(), moves.end());
        path_.push_back({slot, allowed_[slot], {}, moves});
        decide(slot, moves.back());
    }

    void begin() {
        known_.assign(pushes + 1, -1);
        allowed_.assign(pushes + 1, any_);
        movable_.assign(pushes + 1, movable(any_));
        ahead_ = aimed_ = walked_ = out_of_order_ = 0;
    }

    void read_order(std::string_view whole) {
        std::string_view line = whole.substr(1);
        int time = 0;
        if (!skip(line, " ") || !(time = number(line)) || !line.empty())
            wrong("format", "expected C and a push, found " + shown(whole));
        if (time >= pushes || (known_[time] < 0 && known_[time + 1] < 0))
            wrong("order", "neither push " + std::to_string(time) + " nor the next one is known here");
        path_.push_back({0, {}, {}, {}, time});
        late_ = late_ || cases / block % share_.of != share_.number;
        if (!late_) put_in_order(path_.back());
    }

    // Leave only the order with the smaller line first. Of all plans, the one whose lines are least
    // in lexicographic order is not left out: with the two pushes swapped, it would be a plan, too,
    // and less.
    void put_in_order(Open& order) {
        const int first = known_[order.time], second = known_[order.time + 1];
        order.slot = first >= 0 && second >= 0 ? 0 : order.time + (first >= 0);
        const Moves out = swappable(order.time);
        if (order.slot) {
            order.allowed = allowed_[order.slot];
            leave_open(order.slot, order.allowed & ~out);
        } else if ((order.out = out[second])) {
            out_of_order_++;
        } else {
            wrong("order", "push " + std::to_string(order.time) + " may have to come before the next one");
        }
    }

    // Of a push and the next one, one of which is known: the moves that are in wrong order; moves
    // of the unknown push, or of the next one if both are known.
    Moves swappable(int time) {
        walk(time);
        const int first = known_[time], second = known_[time + 1], known = first >= 0 ? first : second;
        bool quiet = reached_[time] == moved(reached_[time - 1], time);
        for (int step = 1; step <= time; step++) quiet = quiet && known_[step] >= 0;
        Moves found;
        for (int move = 0; move < moves_; move++) {
            const bool wrong_order = first >= 0 ? move / 4 < known / 4 : move / 4 > known / 4;
            if (!wrong_order || move % 2 != known % 2) continue;
            if (first >= 0 && second >= 0 ? move != second : !allowed_[time + (first >= 0)][move]) continue;
            if (quiet || (reached_[time] & line(first >= 0 ? move : second)).none()) found.set(move);
        }
        return found;
    }

    // Apply the whole path again, with the orders that other shares' cases had no use for.
    void keep_orders() {
        begin();
        late_ = false;
        for (Open& each : path_) {
            if (each.time) {
                put_in_order(each);
                continue;
            }
            each.allowed = allowed_[each.slot];
            if (each.coming.empty())
                leave_open(each.slot, each.allowed & ~each.done);
            else
                decide(each.slot, each.coming.back());
        }
    }

    void read_case(std::string_view whole) {
        std::string_view line = whole.substr(1);
        int last = 0;
        if (!line.empty() && (!skip(line, " ") || !(last = number(line)) || !line.empty()))
            wrong("format", "expected a dot, or a dot and a push, found " + shown(whole));
        const bool mine = cases / block % share_.of == share_.number;
        run_.look(cases++);
        if (last && (!left_ || last > pushes))
            wrong("cut", "this certificate can't be cut after push " + std::to_string(last));
        if (mine && late_) keep_orders();
        if (mine && !empty() && !(last ? refuted_by_cut(last) : refuted_by_floods()))
            wrong("not-refuted", last ? "a cut after push " + std::to_string(last) + " doesn't refute this case"
                                      : std::string("floods don't refute this case"));
        while (!path_.empty() && path_.back().coming.empty()) {
            const Open& done = path_.back();
            if (done.slot) leave_open(done.slot, done.allowed);
            out_of_order_ -= done.out;
            path_.pop_back();
        }
        if (path_.empty()) {
            done_ = true;
            return;
        }
        Open& split = path_.back();
        split.done.set(split.coming.back());
        split.coming.pop_back();
        if (split.coming.empty())
            leave_open(split.slot, split.allowed & ~split.done);
        else
            decide(split.slot, split.coming.back());
    }

    // ---- what may be ----

    int size_, count_, moves_, goal_;
    std::uint64_t row_;  // a row's cells
    std::vector<std::uint8_t> kinds_;
    Cells start_, all_;
    Moves any_;
    std::vector<Cells> rows_, columns_, near_;  // near a move: on its line, or beside it
    std::vector<std::vector<std::uint16_t>> to_;  // by move, by cell
    std::vector<int> known_;                      // by step, from 1, a move or -1
    std::vector<Moves> allowed_;
    std::vector<std::array<Cells, 4>> movable_, openings_;
    std::vector<Cells> goals_, reached_;
    int ahead_ = 0, aimed_ = 0, walked_ = 0;  // openings, goals, and what is reached are right up to there

    std::uint16_t pushed(int cell, int move) const {
        int row = cell / size_, column = cell % size_;
        const int line = move / 4, step = move % 4 < 2 ? 1 : size_ - 1;
        if (move % 2 && row == line) column = (column + step) % size_;
        if (move % 2 == 0 && column == line) row = (row + step) % size_;
        return static_cast<std::uint16_t>(row * size_ + column);
    }
    const Cells& line(int move) const { return (move % 2 ? rows_ : columns_)[move / 4]; }

    // One step further; those at the end of a line come to its beginning.
    Cells shifted(const Cells& cells, int side) const {
        if (side == 1) return (cells & ~columns_.back()) << 1 | (cells & columns_.back()) >> (size_ - 1);
        if (side == 3) return (cells & ~columns_.front()) >> 1 | (cells & columns_.front()) << (size_ - 1);
        const int far = size_ * (size_ - 1), from = side ? 0 : far, to = side ? far : 0;
        Cells found = side ? by_row(cells, false) : by_row(cells, true) & all_;
        found.put(to, row_, cells.part(from, row_));
        return found;
    }
    // Without what leaves the board; rows of 64 cells are words.
    Cells by_row(const Cells& cells, bool up) const {
        if (size_ < 64) return up ? cells << size_ : cells >> size_;
        Cells found;
        for (std::size_t i = 1; i < cells.words.size(); i++)
            up ? found.words[i] = cells.words[i - 1] : found.words[i - 1] = cells.words[i];
        return found;
    }
    std::uint64_t turned(std::uint64_t row, bool east) const {
        return (east ? row << 1 | row >> (size_ - 1) : row >> 1 | row << (size_ - 1)) & row_;
    }
    std::array<Cells, 4> movable(const Moves& allowed) const {
        std::array<Cells, 4> found;
        found.fill(all_);
        for (int move = 0; move < moves_; move++)
            if (!allowed[move]) found[move % 4] &= ~line(move);
        return found;
    }
    Cells moved(const Cells& cells, int step, bool back = false) const {
        if (known_[step] >= 0) return moved_by(cells, back ? known_[step] ^ 2 : known_[step]);
        Cells found = cells;
        for (int side = 0; side < 4; side++) {
            const Cells moving = cells & movable_[step][side];
            if (moving.any()) found |= shifted(moving, back ? side ^ 2 : side);
        }
        return found;
    }
    Cells moved_by(Cells cells, int move) const {
        if (move % 2) {
            const int from = move / 4 * size_;
            cells.put(from, row_, turned(cells.part(from, row_), move % 4 == 1));
            return cells;
        }
        const Cells moving = cells & line(move);
        return moving.any() ? (cells & ~line(move)) | shifted(moving, move % 4) : cells;
    }

    void decide(int slot, int move) { known_[slot] = move, changed(slot); }
    void leave_open(int slot, const Moves& allowed) {
        known_[slot] = -1, allowed_[slot] = allowed, movable_[slot] = movable(allowed);
        changed(slot);
    }
    void changed(int slot) {
        for (int* until : {&ahead_, &aimed_, &walked_}) *until = std::min(*until, slot - 1);
    }
    bool empty() const {
        if (out_of_order_) return true;
        for (int step = 1; step <= pushes; step++)
            if (known_[step] < 0 && allowed_[step].none()) return true;
        return false;
    }

    void look_ahead(int last) {
        for (; ahead_ < last; ahead_++)
            for (int side = 0; side < 4; side++)
                openings_[ahead_ + 1][side] = moved(openings_[ahead_][side], ahead_ + 1);
    }
    Cells flooded(Cells cells, const std::array<Cells, 4>& open) const {
        const Cells upward = by_row(open[0], true) & open[2];
        const Cells rightward = (open[1] & ~columns_.back()) << 1 & open[3];
        while (true) {
            Cells grown = cells | (by_row(cells, true) & upward) | (cells << 1 & rightward);
            grown |= by_row(grown & upward, false) | (grown & rightward) >> 1;
            if (grown == cells) return cells;
            cells = grown;
        }
    }
    void walk(int last) {
        look_ahead(last);
        for (; walked_ < last; walked_++)
            reached_[walked_ + 1] =
                flooded(moved(reached_[walked_], walked_ + 1), openings_[walked_ + 1]);
    }
    bool refuted_by_floods() {
        look_ahead(pushes);
        for (; aimed_ < pushes; aimed_++) goals_[aimed_ + 1] = moved(goals_[aimed_], aimed_ + 1);
        if (!backward_) {
            walk(pushes);
            return (reached_[pushes] & goals_[pushes]).none();
        }
        Cells reached = goals_[pushes];
        for (int step = pushes; step; step--)
            reached = moved(flooded(reached, openings_[step]), step, true);
        return (reached & start_).none();
    }

    // ---- the cut ----

    // A look at the tile on a cell, at an opening it lacks (1 to 8), or at this very one (0).
    using Look = std::pair<int, int>;

    // From which cells so many pushes reach the goal, and the looks by which that was seen, with
    // the moves that they were needed with, by push from 0.
    struct Reasons {
        Cells winning;
        std::map<Look, std::vector<Moves>> looks;
        // by push, by cell: the moves that are needed where a look may be by then
        std::vector<std::map<int, Moves>> shifted;
    };
    struct Fork {
        int cell;
        std::array<std::unique_ptr<Fork>, 16> ways;
        std::unique_ptr<Reasons> reasons;  // of a leaf
    };
    struct Known {
        Reasons* reasons;
        std::map<std::pair<int, int>, Moves> fixed;
    };
    using Made = std::string;  // moves, a character each

    std::map<std::pair<int, int>, std::unique_ptr<Fork>> answers_;  // by pushes left and goal's cell
    std::unordered_map<Made, Known> known_of_;

    static int move_of(char sign) { return static_cast<unsigned char>(sign); }

    bool refuted_by_cut(int last) {
        Made made;
        int first = 0;
        for (int step = 1; step <= last; step++) {
            if (known_[step] >= 0)
                made += static_cast<char>(known_[step]);
            else if (!first)
                first = step;
        }
        const int left = pushes - static_cast<int>(made.size());
        if (left < 1 || left > left_) return false;
        walk(last - 1);
        Cells tiles = moved(reached_[last - 1], last);
        if (first) {
            for (int step = last; step >= first; step--) tiles = moved(tiles, step, true);
            for (int step = first; step <= last; step++)
                if (known_[step] >= 0) tiles = moved_by(tiles, known_[step]);
        }
        auto found = known_of_.find(made);
        if (found == known_of_.end()) {
            if (known_of_.size() > most_known) known_of_.clear();
            found = known_of_.emplace(made, Known{&ask(made, left), {}}).first;
        }
        Known& known = found->second;
        if ((known.reasons->winning & tiles).any()) return false;
        int place = 0, number = 0;
        for (int step = 1; step <= last; step++) {
            if (known_[step] >= 0) {
                place++;
                continue;
            }
            auto [at, fresh] = known.fixed.try_emplace({place, number});
            if (fresh) at->second = fixed(*known.reasons, made, place, number);
            if ((at->second & allowed_[step]).any()) return false;
            number++;
        }
        return true;
    }

    Reasons& ask(const Made& made, int left) {
        const auto kind = [&](int cell) {  // of the tile on it, after these moves
            for (auto move = made.rbegin(); move != made.rend(); ++move) cell = to_[move_of(*move) ^ 2][cell];
            return kinds_[cell];
        };
        int goal = goal_;
        for (char move : made) goal = to_[move_of(move)][goal];
        std::unique_ptr<Fork>* way = &answers_[{left, goal}];
        while (*way && !(*way)->reasons) way = &(*way)->ways[kind((*way)->cell)];
        if (*way) return *(*way)->reasons;
        std::vector<std::uint8_t> kinds;
        for (int cell = 0; cell < count_; cell++) kinds.push_back(kind(cell));
        GoalSearch search(*this, kinds, left);
        auto reasons = std::make_unique<Reasons>(search.run(goal));
        way = &answers_[{left, goal}];
        for (int cell : search.order) {
            if (!*way) {
                *way = std::make_unique<Fork>();
                (*way)->cell = cell;
            }
            way = &(*way)->ways[kinds[cell]];
        }
        *way = std::make_unique<Fork>();
        (*way)->reasons = std::move(reasons);
        return *(*way)->reasons;
    }

    const std::map<int, Moves>& shifted(Reasons& reasons, std::size_t number) {
        for (std::size_t step = reasons.shifted.size(); step <= number; step++) {
            auto& needed = reasons.shifted.emplace_back();
            for (const auto& [look, moves] : reasons.looks) {
                Cells places;
                places.set(look.first);
                for (std::size_t before = 0; before < step; before++) {
                    Cells more = places;
                    for (int cell = 0; cell < count_; cell++)
                        if (places[cell])
                            for (int move = 0; move < moves_; move++)
                                if (moves[before][move]) more.set(to_[move][cell]);
                    places = more;
                }
                for (int cell = 0; cell < count_; cell++)
                    if (places[cell]) needed[cell] |= moves[step];
            }
        }
        return reasons.shifted[number];
    }

    // The moves as which an unknown push can't be put off.
    Moves fixed(Reasons& reasons, const Made& made, int place, int number) {
        Moves found;
        for (const auto& [cell, needed] : shifted(reasons, number)) {
            int at = cell;
            for (int i = static_cast<int>(made.size()) - 1; i >= place; i--) {
                const auto& step = to_[move_of(made[i])];
                at = to_[move_of(made[i]) ^ 2][at];
                if (!near_[move_of(made[i])][at]) continue;  // no other push takes the tile onto its line
                // only lines through the tile's cells, before the push and after it, can disturb it
                for (int where : {at, static_cast<int>(step[at])})
                    for (int side = 0; side < 4; side++) {
                        const int other = 4 * (side % 2 ? where / size_ : where % size_) + side;
                        if (!needed[other] || found[other]) continue;
                        if (step[to_[other][at]] == to_[other][step[at]]) continue;
                        if (number || differs(reasons, cell, other, made, place)) found.set(other);
                    }
            }
        }
        return found;
    }

    bool differs(const Reasons& reasons, int cell, int move, const Made& made, int place) const {
        int from = to_[move][cell];
        int i = static_cast<int>(made.size());
        while (i > place) from = to_[move_of(made[--i]) ^ 2][from];
        from = to_[move ^ 2][from];
        while (i > 0) from = to_[move_of(made[--i]) ^ 2][from];
        for (int lacking : {0, 1, 2, 4, 8}) {
            const auto look = reasons.looks.find({cell, lacking});
            if (look != reasons.looks.end() && look->second[0][move] &&
                (!lacking || kinds_[from] & lacking))
                return true;
        }
        return false;
    }

    // The backward search: pushes stay unknown until it matters which they are.
    class GoalSearch {
    public:
        std::vector<int> order;  // the cells that were looked at

        GoalSearch(const Checker& checker, const std::vector<std::uint8_t>& kinds, int count)
            : checker_(checker),
              kinds_(kinds),
              count_(count),
              made_(count + 1, -1),
              allowed_(count + 1, checker.any_) {}

        Reasons run(int goal) {
            see(goal);
            follow(goal, goal, 1);
            return std::move(reasons_);
        }

    private:
        struct Front {
            int time;
            std::size_t at = 0;
            std::vector<int> cells, tiles;
            Cells inside;
            std::vector<Look> lacking;
        };
        struct Split {
            int slot = 0;
            std::vector<int> moves;
        };

        const Checker& checker_;
        const std::vector<std::uint8_t>& kinds_;
        int count_;
        std::vector<int> made_;
        std::vector<Moves> allowed_;
        Cells seen_;
        Reasons reasons_;
        std::uint64_t nodes_ = 0;

        void see(int cell) {
            if (seen_[cell]) return;
            seen_.set(cell);
            order.push_back(cell);
        }
        int back(int move, int cell) const { return checker_.to_[move ^ 2][cell]; }

        // The moves that an unknown push may be and that take the cell's tile along, ascending.
        std::vector<int> possible(int cell, int slot) const {
            std::vector<int> found;
            for (int side = 0; side < 4; side++) {
                const int line = side % 2 ? cell / checker_.size_ : cell % checker_.size_;
                if (allowed_[slot][4 * line + side]) found.push_back(4 * line + side);
            }
            std::sort(found.begin(), found.end());
            return found;
        }

        template <class GoOn>
        void with(int slot, int move, GoOn go_on) {
            const std::vector<Moves> saved = allowed_;
            made_[slot] = move;
            go_on();
            made_[slot] = -1;
            allowed_ = saved;
            allowed_[slot].reset(move);
        }

        void follow(int goal, int cell, int from) {
            for (int slot = from; slot <= count_; slot++) {
                if (made_[slot] >= 0) {
                    cell = checker_.to_[made_[slot]][cell];
                    continue;
                }
                for (int move : possible(cell, slot)) with(slot, move, [&] { follow(goal, cell, slot); });
                if (allowed_[slot].none()) return;
            }
            Front front{count_, 0, {cell}, {goal}, {}, {}};
            front.inside.set(cell);
            flood(front);
        }

        void flood(Front front) {
            checker_.run_.look(nodes_++);
            while (close(front)) {
                if (!front.time) {
                    ended(front);
                    return;
                }
                if (made_[front.time] >= 0) {
                    front.inside.reset();
                    for (int& cell : front.cells) front.inside.set(cell = back(made_[front.time], cell));
                }
                front.time--, front.at = 0;
            }
        }

        bool close(Front& front) {
            const int size = checker_.size_;
            for (; front.at < front.cells.size(); front.at++) {
                const int cell = front.cells[front.at], kind = kinds_[front.tiles[front.at]];
                const int row = cell / size, column = cell % size;
                for (int side = 0; side < 4; side++) {
                    const int up = side == 0 ? 1 : side == 2 ? -1 : 0;
                    const int right = side == 1 ? 1 : side == 3 ? -1 : 0;
                    if (!(kind >> side & 1) || row + up < 0 || row + up >= size) continue;
                    if (column + right < 0 || column + right >= size) continue;
                    const int beside = (row + up) * size + column + right, facing = 1 << (side ^ 2);
                    if (front.inside[beside]) continue;
                    Split split;
                    std::optional<int> tile = look(beside, front.time, facing, front.lacking, split);
                    while (!split.moves.empty()) {
                        for (int move : split.moves) with(split.slot, move, [&] { flood(front); });
                        if (allowed_[split.slot].none()) return false;
                        split.moves.clear();
                        tile = look(beside, front.time, facing, front.lacking, split);
                    }
                    if (!tile) continue;
                    front.cells.push_back(beside), front.tiles.push_back(*tile);
                    front.inside.set(beside);
                }
            }
            return true;
        }

        void note(const Look& look) {
            auto& moves = reasons_.looks.try_emplace(look, count_).first->second;
            for (int slot = 1; slot <= count_; slot++) {
                if (made_[slot] >= 0)
                    moves[slot - 1].set(made_[slot]);
                else
                    moves[slot - 1] |= allowed_[slot];
            }
        }
        void ended(const Front& front) {
            reasons_.winning |= front.inside;
            for (int cell : front.cells) note({cell, 0});
            for (const Look& look : front.lacking) note(look);
        }

        // The tile on the cell if it has the opening; none if no tile that may lie there has it;
        // or the moves of an unknown push that have to be told apart to say so.
        std::optional<int> look(int cell, int time, int facing, std::vector<Look>& lacking, Split& split) {
            for (int slot = time; slot; slot--) {
                if (made_[slot] >= 0) {
                    cell = back(made_[slot], cell);
                    continue;
                }
                std::vector<int> moves = possible(cell, slot);
                if (moves.empty()) continue;
                std::vector<Look> missed;
                if (!may_face(cell, slot - 1, facing, missed))
                    std::erase_if(moves, [&](int move) {
                        return !may_face(back(move, cell), slot - 1, facing, missed);
                    });
                if (moves.empty())
                    lacking.insert(lacking.end(), missed.begin(), missed.end());
                split = {slot, moves};
                return std::nullopt;
            }
            if (!faces(cell, facing, lacking)) return std::nullopt;
            return cell;
        }

        bool may_face(int cell, int time, int facing, std::vector<Look>& lacking) {
            for (int slot = time; slot; slot--) {
                if (made_[slot] >= 0) {
                    cell = back(made_[slot], cell);
                    continue;
                }
                for (int move : possible(cell, slot))
                    if (may_face(back(move, cell), slot - 1, facing, lacking)) return true;
            }
            return faces(cell, facing, lacking);
        }

        bool faces(int tile, int facing, std::vector<Look>& lacking) {
            see(tile);
            if (kinds_[tile] & facing) return true;
            lacking.push_back({tile, facing});
            return false;
        }
    };
};

}  // namespace

std::unique_ptr<CertificateChecker> certificate_checker(const Board& board, Share share, Run& run) {
    if (board.size <= 16) return std::make_unique<Checker<256, 64>>(board, share, run);
    if (board.size <= 22) return std::make_unique<Checker<512, 128>>(board, share, run);
    return std::make_unique<Checker<4096, 256>>(board, share, run);
}

}  // namespace pylab::ravensburger
