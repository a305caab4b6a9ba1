// Dynamic programming over a frontier, as in frontier.py. There numbers by weight are one great
// integer; here they are words side by side, and how many a number takes follows from an estimate of
// the greatest, made along the way. So one sweep does, where Python makes two.
#include "frontier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace pylab::theseus {
namespace {

constexpr std::uint8_t unmet = 0, done = 255;  // else: the mate's slot + 1
constexpr int tail_slot = 0, goal_slot = 1;

bool idle(std::uint8_t mark) { return mark == unmet || mark == done; }

// Frontiers after some turns, each with its numbers: of the weights from `least` to `most`, `limbs`
// words each, as many as its greatest may take.
class Layer {
public:
    struct Value {
        int least = 0, most = -1;
        std::size_t at = 0, limbs = 1;
        double total = 0;  // about
    };

    explicit Layer(std::size_t width) : words_((width + 7) / 8), table_(64, none) {}

    std::size_t size() const { return values.size(); }
    const std::uint64_t* key(std::size_t number) const { return &keys_[number * words_]; }

    // The number of a frontier, which is added if it is new.
    std::uint32_t find(const std::uint64_t* key) {
        if (2 * (size() + 1) > table_.size()) grow();
        const std::size_t place = place_of(key);
        if (table_[place] == none) {
            if (size() >= none - 1) throw std::bad_alloc();
            table_[place] = static_cast<std::uint32_t>(size());
            keys_.insert(keys_.end(), key, key + words_);
            values.emplace_back();
        }
        return table_[place];
    }

    // Forget all, but keep the room; so many are to come, about.
    void clear(std::size_t expected) {
        values.clear(), keys_.clear();
        table_.assign(std::bit_ceil(3 * expected + 64), none);
    }

    std::vector<Value> values;
    std::vector<std::uint64_t> numbers;

private:
    static constexpr std::uint32_t none = 0xffffffff;
    std::size_t words_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> table_;  // open addressing

    bool same(const std::uint64_t* one, const std::uint64_t* other) const {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < words_; i++) found |= one[i] ^ other[i];
        return !found;
    }

    std::size_t place_of(const std::uint64_t* wanted) const {
        std::uint64_t mixed = 0;
        for (std::size_t i = 0; i < words_; i++) {
            mixed = (mixed ^ wanted[i]) * 0x9e3779b97f4a7c15u;
            mixed ^= mixed >> 32;
        }
        const std::size_t mask = table_.size() - 1;
        std::size_t place = mixed & mask;
        while (table_[place] != none && !same(wanted, key(table_[place])))
            place = (place + 1) & mask;
        return place;
    }

    void grow() {
        table_.assign(2 * table_.size(), none);
        for (std::size_t number = 0; number < size(); number++)
            table_[place_of(key(number))] = static_cast<std::uint32_t>(number);
    }
};

// One frontier that goes over into another, by edges of these weights.
struct Step {
    std::uint32_t from, to;
    const std::vector<int>* weights;
};

// Add numbers of `less` words each to others of `more`, in which the sums have room.
template <std::size_t more, std::size_t less>
void add_each(std::uint64_t* to, const std::uint64_t* from, std::size_t count) {
    for (; count; count--, to += more, from += less) {
        unsigned carry = 0;
        for (std::size_t i = 0; i < more; i++) {
            const std::uint64_t word = i < less ? from[i] : 0, sum = to[i] + word, all = sum + carry;
            carry = (sum < word) | (all < sum);
            to[i] = all;
        }
    }
}

// Add numbers to others; those have at least as many words each, and room.
void add(std::uint64_t* to, std::size_t room, const std::uint64_t* from, std::size_t limbs, std::size_t count) {
    if (room == 2 && limbs == 2) return add_each<2, 2>(to, from, count);
    if (room == 2 && limbs == 1) return add_each<2, 1>(to, from, count);
    if (room == 3 && limbs == 3) return add_each<3, 3>(to, from, count);
    if (room == 3 && limbs == 2) return add_each<3, 2>(to, from, count);
    if (room == 1) {
        for (std::size_t i = 0; i < count; i++) to[i] += from[i];
        return;
    }
    if (room == limbs) {  // no number outgrows its words: one addition does for all of them
        unsigned carry = 0;
        for (std::size_t i = 0; i < limbs * count; i++) {
            const std::uint64_t sum = to[i] + from[i], all = sum + carry;
            carry = (sum < from[i]) | (all < sum);
            to[i] = all;
        }
        return;
    }
    for (; count; count--, to += room, from += limbs) {
        unsigned carry = 0;
        for (std::size_t i = 0; i < room; i++) {
            const std::uint64_t more = i < limbs ? from[i] : 0, sum = to[i] + more, all = sum + carry;
            carry = (sum < more) | (all < sum);
            to[i] = all;
        }
    }
}

// How many words a number of about this size takes.
std::size_t limbs_for(double about) {
    if (!(about < 1e300)) throw std::overflow_error("too many");
    int bits = 0;
    std::frexp(about * 1.001, &bits);
    return static_cast<std::size_t>(std::max(bits, 0)) / 64 + 1;
}

class Sweep {
public:
    Sweep(const std::vector<std::uint8_t>& first, bool cycles, Run& run)
        : width_(first.size()), cycles_(cycles), run_(run), layer_(width_), following_(width_) {
        std::vector<std::uint64_t> key((width_ + 7) / 8);
        std::memcpy(key.data(), first.data(), width_);
        layer_.find(key.data());
        layer_.values[0] = {0, 0, 0, 1, 1};
        layer_.numbers = {1};
        next_.resize(key.size());
    }

    void decide(const Turn& turn) {
        for (int weight : turn.own) complete(weight, one_, 1);
        following_.clear(layer_.size());
        steps_.clear(), completing_.clear();
        for (std::uint32_t from = 0; from < layer_.size(); from++) {
            if (!(from & 63)) run_.look(layer_.size());
            ways_of(turn, from);
        }
        for (const Step& step : completing_) {
            const auto& value = layer_.values[step.from];
            for (int weight : *step.weights)
                for (int each = value.least; each <= value.most; each++)
                    complete(each + weight, &layer_.numbers[value.at + (each - value.least) * value.limbs],
                             value.limbs);
        }
        add_up();
        std::swap(layer_, following_);
    }

    std::map<int, Number> completed;

private:
    static constexpr std::uint64_t one_[1] = {1};
    const std::vector<int> no_edge_{0};
    std::size_t width_;
    bool cycles_;
    Run& run_;
    Layer layer_, following_;
    std::vector<Step> steps_, completing_;
    std::vector<std::uint64_t> next_;

    void complete(int weight, const std::uint64_t* number, std::size_t limbs) {
        if (std::all_of(number, number + limbs, [](auto word) { return !word; })) return;
        Number& total = completed[weight];
        total.resize(std::max(total.size(), limbs) + 1);
        add(total.data(), total.size(), number, limbs, 1);
        while (!total.back()) total.pop_back();
    }

    // What may become of a frontier.
    void ways_of(const Turn& turn, std::uint32_t from) {
        const int slot = turn.slot;
        const auto* frontier = reinterpret_cast<const std::uint8_t*>(layer_.key(from));
        auto* longer = reinterpret_cast<std::uint8_t*>(next_.data());
        const auto begin = [&] { std::memcpy(longer, frontier, next_.size() * sizeof next_[0]); };
        const auto keep = [&](const std::vector<int>& weights) {
            for (int each : turn.ended) {
                if (!idle(longer[each])) return;  // a piece would never get its beginning
                longer[each] = unmet;
            }
            steps_.push_back({from, following_.find(next_.data()), &weights});
        };
        const auto complete_if_alone = [&](const std::vector<int>& weights) {
            if (std::all_of(longer, longer + width_, idle)) completing_.push_back({from, 0, &weights});
        };
        const std::uint8_t here = frontier[slot];
        const auto mark = [](int other) { return static_cast<std::uint8_t>(other + 1); };
        if (here == unmet) {
            begin();
            longer[slot] = done;
            keep(no_edge_);
            if (!turn.joinable) return;
            for (const auto& way : turn.open) {
                if (frontier[way.slot] != unmet) continue;
                begin();
                longer[slot] = mark(way.slot), longer[way.slot] = mark(slot);
                keep(way.weights);
            }
            for (const auto& way : turn.decided) {
                const std::uint8_t there = frontier[way.slot];
                if (idle(there)) continue;
                begin();
                longer[way.slot] = done;
                longer[slot] = there, longer[there - 1] = mark(slot);
                keep(way.weights);
            }
            return;
        }
        const int tail = here - 1;
        for (const auto& way : turn.open) {
            if (frontier[way.slot] != unmet) continue;
            begin();
            longer[slot] = done;
            if (way.slot == goal_slot && tail == tail_slot && !cycles_) {
                longer[tail] = unmet;
                complete_if_alone(way.weights);
                continue;
            }
            longer[way.slot] = here, longer[tail] = mark(way.slot);
            keep(way.weights);
        }
        for (const auto& way : turn.decided) {
            const std::uint8_t there = frontier[way.slot];
            if (idle(there)) continue;
            begin();
            longer[slot] = longer[way.slot] = done;
            const int head = there - 1;
            if (tail == way.slot) {
                if (cycles_) complete_if_alone(way.weights);
                continue;
            }
            if (tail == tail_slot && head == goal_slot && !cycles_) {
                longer[tail] = longer[head] = unmet;
                complete_if_alone(way.weights);
                continue;
            }
            longer[tail] = there, longer[head] = here;
            keep(way.weights);
        }
    }

    // The numbers of all frontiers that follow, by the steps that lead there.
    void add_up() {
        Layer& following = following_;
        for (const Step& step : steps_) {
            const auto& value = layer_.values[step.from];
            auto& sum = following.values[step.to];
            const auto [least, most] = std::minmax_element(step.weights->begin(), step.weights->end());
            const bool first = sum.most < sum.least;
            sum.least = first ? value.least + *least : std::min(sum.least, value.least + *least);
            sum.most = std::max(sum.most, value.most + *most);
            sum.total += value.total * static_cast<double>(step.weights->size());
        }
        std::size_t words = 0;
        for (auto& value : following.values) {
            value.at = words, value.limbs = limbs_for(value.total);
            words += (static_cast<std::size_t>(value.most - value.least) + 1) * value.limbs;
        }
        const std::size_t room = following.numbers.capacity();
        following.numbers.clear();
        if (words > room) following.numbers.reserve(std::max(words, 2 * room));  // seldom new pages
        following.numbers.assign(words, 0);
        std::uint32_t number = 0;
        for (const Step& step : steps_) {
            if (!(++number & 1023)) run_.look(following.size());
            const auto& value = layer_.values[step.from];
            const auto& sum = following.values[step.to];
            const auto count = static_cast<std::size_t>(value.most - value.least) + 1;
            for (int weight : *step.weights) {
                const auto up = static_cast<std::size_t>(value.least + weight - sum.least);
                add(&following.numbers[sum.at + up * sum.limbs], sum.limbs, &layer_.numbers[value.at],
                    value.limbs, count);
            }
        }
    }
};

}  // namespace

std::map<int, Number> profile(const std::vector<std::uint8_t>& first, const std::vector<Turn>& turns,
                              bool cycles, Run& run) {
    Sweep sweep(first, cycles, run);
    for (const Turn& turn : turns) sweep.decide(turn);
    return std::move(sweep.completed);
}

}  // namespace pylab::theseus
