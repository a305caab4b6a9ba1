// Plain searches, as one first writes them in C++: what the engines are held against in benchmarks/.
// Each reads numbers and prints its CPU seconds without reading, its peak memory in MB, and what it
// found. `race.py` compiles it: plain NAME < NUMBERS

#include <sys/resource.h>

#include <cstdio>
#include <ctime>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using Numbers = std::vector<long>;

static long read() {
    long value = 0;
    if (!(std::cin >> value)) exit(3);
    return value;
}

static Numbers many(long count) {
    Numbers found(count);
    for (long &each : found) each = read();
    return found;
}

static clock_t started;

// Breadth first over squares and lengths; moves of a shortest route, -1 for none.
// width height start goal, and of each square: its arrows as bits, what it adds to d or -9 if blank
static long alice() {
    long w = read(), h = read(), start = read(), goal = read();
    Numbers arrows = many(w * h), adds = many(w * h);
    started = clock();
    const int dx[] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    struct State { int square, d; long moves; };
    std::deque<State> queue{{int(start), 1, 0}};
    std::vector<std::vector<bool>> seen(w * h);
    while (!queue.empty()) {
        auto [square, d, moves] = queue.front();
        queue.pop_front();
        if (square == goal) return moves;
        for (int i = 0; i < 8; i++) {
            if (!(arrows[square] >> i & 1)) continue;
            long x = square % w + dx[i] * d, y = square / w + dy[i] * d;
            if (x < 0 || y < 0 || x >= w || y >= h || adds[y * w + x] == -9) continue;
            long to = y * w + x;
            size_t next = d + adds[to];
            if (!next && to != goal) continue;
            if (seen[to].size() <= next) seen[to].resize(next + 1);
            if (seen[to][next]) continue;
            seen[to][next] = true;
            queue.push_back({int(to), int(next), moves + 1});
        }
    }
    return -1;
}

// All simple paths of a graph, one by one. nodes start goal edges, and each edge's two ends
static long theseus() {
    long nodes = read(), start = read(), goal = read(), edges = read(), found = 0;
    std::vector<Numbers> next(nodes);
    for (; edges--;) {
        long from = read();
        next[from].push_back(read());
    }
    started = clock();
    std::vector<bool> used(nodes);
    std::function<void(long)> walk = [&](long here) {
        if (here == goal) { found++; return; }
        used[here] = true;
        for (long there : next[here]) if (!used[there]) walk(there);
        used[here] = false;
    };
    walk(start);
    return found;
}

// Union-find, over and over until no two boxes' ports join any more; 1 if a goal is reached.
// locations start targets... corridors (joined pairs), ports (port box inside), each after its count
static long fractal() {
    long count = read(), start = read();
    Numbers targets = many(read());
    Numbers pairs = many(2 * read()), ports = many(3 * read());
    started = clock();
    Numbers parent(count);
    std::iota(parent.begin(), parent.end(), 0);
    auto find = [&](long x) {
        while (parent[x] != x) x = parent[x] = parent[parent[x]];
        return x;
    };
    for (size_t i = 0; i < pairs.size(); i += 2) parent[find(pairs[i])] = find(pairs[i + 1]);
    for (bool changed = true; changed;) {
        changed = false;
        std::map<std::pair<long, long>, long> known;
        for (size_t i = 0; i < ports.size(); i += 3) {
            auto [at, fresh] = known.try_emplace({ports[i + 1], find(ports[i + 2])}, ports[i]);
            long one = find(at->second), other = find(ports[i]);
            if (!fresh && one != other) parent[one] = other, changed = true;
        }
    }
    for (long target : targets) if (find(target) == find(start)) return 1;
    return 0;
}

// All sequences of so many pushes; 1 if one brings the avatar to the goal.
// size pushes start goal, and each cell's openings as bits: north, east, south, west
static long ravensburger() {
    long n = read(), pushes = read(), avatar = read(), goal = read();
    Numbers tiles = many(n * n);
    started = clock();
    const int dr[] = {1, 0, -1, 0}, dc[] = {0, 1, 0, -1};
    auto moved = [&](const auto &old, auto fresh, long line, int d) {
        for (long i = 0; i < n; i++) {
            long r = d % 2 ? line : i, c = d % 2 ? i : line;
            fresh[(r + dr[d] + n) % n * n + (c + dc[d] + n) % n] = old[r * n + c];
        }
        return fresh;
    };
    std::function<bool(const Numbers &, const std::vector<char> &, long)> wins =
        [&](const Numbers &board, const std::vector<char> &marks, long left) {
            for (long line = 0; line < n; line++) for (int d = 0; d < 4; d++) {
                Numbers now = moved(board, board, line, d);
                std::vector<char> at = moved(marks, marks, line, d);
                Numbers open;
                for (long i = 0; i < n * n; i++) if (at[i] & 1) open.push_back(i);
                while (!open.empty()) {
                    long here = open.back();
                    open.pop_back();
                    if (at[here] == 3) return true;
                    for (int e = 0; e < 4; e++) {
                        long r = here / n + dr[e], c = here % n + dc[e], there = r * n + c;
                        if (r < 0 || c < 0 || r >= n || c >= n || at[there] & 1) continue;
                        if (!(now[here] >> e & 1) || !(now[there] >> (e ^ 2) & 1)) continue;
                        at[there] |= 1;
                        open.push_back(there);
                    }
                }
                if (left > 1 && wins(now, at, left - 1)) return true;
            }
            return false;
        };
    std::vector<char> marks(n * n);
    marks[avatar] |= 1;
    marks[goal] |= 2;
    return wins(tiles, marks, pushes);
}

// All sets of locks that can be open; 1 if after one of them the goal is out of reach for good.
// rooms start goal, each room's keys, passages (from to lock, the lock's number or -1) after their count
static long dungeon() {
    long rooms = read(), start = read(), goal = read();
    Numbers keys = many(rooms), ways = many(3 * read());
    started = clock();
    using Locks = std::vector<bool>;
    std::vector<Locks> states{Locks(ways.size())};
    std::vector<Numbers> before(1);
    std::vector<size_t> winning;
    std::map<Locks, size_t> number{{states[0], 0}};
    for (size_t i = 0; i < states.size(); i++) {
        Locks open = states[i];
        std::vector<bool> in(rooms);
        in[start] = true;
        for (bool grown = true; grown;) {
            grown = false;
            for (size_t j = 0; j < ways.size(); j += 3)
                if (in[ways[j]] && !in[ways[j + 1]] && (ways[j + 2] < 0 || open[ways[j + 2]]))
                    in[ways[j + 1]] = grown = true;
        }
        if (in[goal]) winning.push_back(i);
        long left = 0;
        for (long room = 0; room < rooms; room++) left += in[room] * keys[room];
        for (bool each : open) left -= each;
        for (size_t j = 0; left > 0 && j < ways.size(); j += 3) {
            if (ways[j + 2] < 0 || !in[ways[j]] || open[ways[j + 2]]) continue;
            Locks next = open;
            next[ways[j + 2]] = true;
            auto [at, fresh] = number.try_emplace(next, states.size());
            if (fresh) states.push_back(next), before.emplace_back();
            before[at->second].push_back(i);
        }
    }
    std::vector<bool> safe(states.size());
    for (; !winning.empty();) {
        size_t here = winning.back();
        winning.pop_back();
        if (safe[here]) continue;
        safe[here] = true;
        for (long each : before[here]) winning.push_back(each);
    }
    for (bool each : safe) if (!each) return 1;
    return 0;
}

int main(int, char **words) {
    std::ios::sync_with_stdio(false);
    const std::map<std::string, long (*)()> known{
        {"alice", alice}, {"theseus", theseus}, {"fractal", fractal},
        {"ravensburger", ravensburger}, {"dungeon", dungeon}};
    long found = known.at(words[1])();
    double seconds = double(clock() - started) / CLOCKS_PER_SEC;
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%.6f %.1f %ld\n", seconds, usage.ru_maxrss / 1024.0, found);
}
