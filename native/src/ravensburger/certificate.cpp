// Checks certificates of lower bounds: knows pushes and floods, and nothing of the searches. The
// words are those of docs/maintainers/search.md.
#include "certificate.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "certificate_cut.hpp"

namespace pylab::ravensburger {
namespace {

using namespace certified;

constexpr std::size_t longest_line = 100'000;
constexpr std::uint64_t block = 1'000;  // the number of successive cases that one share has
constexpr char side_names[] = "nesw";

struct Wrong {
    std::string code, message;
};

class Checker : public CertificateChecker {
public:
    Checker(const Board& board, Share share, Run& run) : board_(board), grid_(board.size), share_(share), run_(run) {}

    bool feed(std::string_view text) override {
        if (!code.empty()) return false;
        try {
            while (!text.empty() && !over_) {
                const std::size_t at = text.find('\n');
                const std::string_view line = text.substr(0, at);
                if (rest_.size() + line.size() >= longest_line) unended();
                if (at == text.npos) {
                    rest_ += text;
                    break;
                }
                text.remove_prefix(at + 1);
                line_++;
                if (rest_.empty()) {
                    read(line);
                } else {
                    read(rest_ += line);
                    rest_.clear();
                }
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
    // A split, or an order of two pushes.
    struct Open {
        int slot = 0;           // of an order, 0 if both pushes are known
        std::size_t first = 0;  // the index in `coming_` of a split's first move
        Moves allowed, done;    // in all of its cases, and the children that are checked
        int time = 0;           // of an order, that of its first push
        bool out = false;       // of an order of known pushes, whether they are in the wrong one
    };

    const Board& board_;
    const Grid grid_;
    const Share share_;
    Run& run_;
    std::string rest_;
    std::uint64_t line_ = 0;
    bool done_ = false, over_ = false;
    std::optional<Case> case_;
    std::optional<GoalSide> goal_side_;  // if there are cuts
    std::vector<Open> path_;
    std::vector<int> coming_;  // the moves of the path's splits that are to come, of each the last one first
    bool late_ = false;        // whether the path has orders that are not yet applied
    int out_of_order_ = 0;     // pairs of known pushes in the wrong order

    bool mine() const { return cases / block % share_.of == share_.number; }

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
        const bool backward = skip(line, " from goal");
        int left = 0;  // the most pushes that a cut leaves to the goal's side
        if (!backward && !skip(line, " from start")) bad();
        if (!backward && skip(line, " cut ")) {
            if (line.size() != 1 || line[0] < '1' || line[0] > '3') bad();
            left = line[0] - '0', line.remove_prefix(1);
        }
        if (!line.empty()) bad();
        case_.emplace(board_, grid_, pushes, backward, run_);
        if (left) goal_side_.emplace(board_, grid_, left, run_);
    }

    void read_split(std::string_view whole) {
        std::string_view line = whole;
        const auto bad = [&] {
            wrong("format", "expected S slot moves, or a dot, found " + shown(whole));
        };
        if (!skip(line, "S ")) bad();
        const int slot = number(line);
        if (!slot || line.empty()) bad();
        path_.push_back({.slot = slot, .first = coming_.size()});
        Open& split = path_.back();
        int highest = 0;
        while (!line.empty()) {
            if (!skip(line, " ")) bad();
            const int of = number(line);
            if (!of || line.empty()) bad();
            const char* side = std::char_traits<char>::find(side_names, 4, line[0]);
            if (!side) bad();
            line.remove_prefix(1);
            highest = std::max(highest, of);
            coming_.push_back(4 * of - 4 + static_cast<int>(side - side_names));
        }
        if (slot > pushes || case_->knows(slot))
            wrong("slot", "push " + std::to_string(slot) + " can't be split here");
        if (highest > board_.size) wrong("off-board", "there is no line " + std::to_string(highest));
        std::reverse(coming_.begin() + static_cast<std::ptrdiff_t>(split.first), coming_.end());
        split.allowed = case_->allowed(slot);
        enter(split, coming_.size());
    }

    void read_order(std::string_view whole) {
        std::string_view line = whole.substr(1);
        int time = 0;
        if (!skip(line, " ") || !(time = number(line)) || !line.empty())
            wrong("format", "expected C and a push, found " + shown(whole));
        if (time >= pushes || (!case_->knows(time) && !case_->knows(time + 1)))
            wrong("order", "neither push " + std::to_string(time) + " nor the next one is known here");
        path_.push_back({.first = coming_.size(), .time = time});
        late_ = late_ || !mine();
        if (!late_) put_in_order(path_.back());
    }

    // Leave out the moves that are in the wrong order: the larger line comes first. The plan whose lines
    // are least in lexicographic order is never left out, as swapping the two pushes of such a plan
    // gives a smaller one.
    void put_in_order(Open& order) {
        const bool first = case_->knows(order.time), second = case_->knows(order.time + 1);
        order.slot = first && second ? 0 : order.time + first;
        const Moves out = case_->swappable(order.time);
        if (order.slot) {
            order.allowed = case_->allowed(order.slot);
            case_->leave_open(order.slot, order.allowed - out);
        } else if ((order.out = out.has(case_->known(order.time + 1)))) {
            out_of_order_++;
        } else {
            wrong("order", "push " + std::to_string(order.time) + " may have to come before the next one");
        }
    }

    // Apply the whole path again, with the orders that were skipped for cases of other shares.
    void keep_orders() {
        case_->begin();
        late_ = false, out_of_order_ = 0;
        for (std::size_t i = 0; i < path_.size(); i++) {
            Open& each = path_[i];
            if (each.time) {
                put_in_order(each);
                continue;
            }
            each.allowed = case_->allowed(each.slot);
            enter(each, i + 1 < path_.size() ? path_[i + 1].first : coming_.size());
        }
    }

    // Go to the next child of a split, or to its last case, with the moves that no child has. `end` is
    // the index in `coming_` behind its children.
    void enter(const Open& split, std::size_t end) {
        if (end == split.first)
            case_->leave_open(split.slot, split.allowed - split.done);
        else
            case_->decide(split.slot, coming_[end - 1]);
    }

    void read_case(std::string_view whole) {
        std::string_view line = whole.substr(1);
        int last = 0;
        if (!line.empty() && (!skip(line, " ") || !(last = number(line)) || !line.empty()))
            wrong("format", "expected a dot, or a dot and a push, found " + shown(whole));
        if (last && (!goal_side_ || last > pushes))
            wrong("cut", "this certificate can't be cut after push " + std::to_string(last));
        if (mine()) {
            if (late_) keep_orders();
            if (!out_of_order_ && !case_->empty()) refute(last);
        }
        run_.look(cases++);
        go_on();
    }

    void refute(int last) {
        if (!last && !case_->refuted_by_floods()) wrong("not-refuted", "floods don't refute this case");
        if (last && !goal_side_->refutes(*case_, last))
            wrong("not-refuted", "a cut after push " + std::to_string(last) + " doesn't refute this case");
    }

    // Go to the next case.
    void go_on() {
        while (!path_.empty() && path_.back().first == coming_.size()) {
            const Open& done = path_.back();
            if (done.slot) case_->leave_open(done.slot, done.allowed);
            out_of_order_ -= done.out;
            path_.pop_back();
        }
        if (path_.empty()) {
            done_ = true;
            return;
        }
        Open& split = path_.back();
        split.done.add(coming_.back());
        coming_.pop_back();
        enter(split, coming_.size());
    }
};

}  // namespace

std::unique_ptr<CertificateChecker> certificate_checker(const Board& board, Share share, Run& run) {
    return std::make_unique<Checker>(board, share, run);
}

}  // namespace pylab::ravensburger
