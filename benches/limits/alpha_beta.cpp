// Which player wins Breakthrough, five rows of four, by alpha-beta, and nothing else: a window that only tells a win from a
// loss, a table, captures first, then by how far a pawn comes, then by history. It shares no code with the library.
//
//   alpha_beta TIMES
//
// prints nanoseconds of processor time for TIMES solutions, then 1 if the first player wins, -1 if
// the second does.
#include <ctime>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "breakthrough.hpp"

using Position = Board<4, 5>;
using Set = Position::Set;

struct Entry {
    std::uint64_t key;
    std::int8_t value;
};

static constexpr int bits = 18;
static std::vector<Entry> table;
static std::uint32_t history[Position::cells][Position::cells];

static int cell(Set set) { return __builtin_ctz(set); }

static bool wins(Position position) {
    if (position.wins_now()) return true;
    Entry& entry = table[mixed(position.key()) >> (64 - bits)];
    if (entry.key == position.key()) return entry.value > 0;

    struct Move { Set from, to; std::uint32_t worth; } moves[48];
    int count = 0;
    position.visit_moves([&](Set from, Set to) {
        const bool captures = position.other & to;
        moves[count++] = {from, to, history[cell(from)][cell(to)] + (captures ? 1u << 30 : 0) + (cell(to) << 20)};
        return false;
    });
    bool won = false;
    for (int done = 0; done < count && !won; done++) {
        int best = done;
        for (int at = done + 1; at < count; at++)
            if (moves[at].worth > moves[best].worth) best = at;
        const Move move = moves[best];
        moves[best] = moves[done];
        const Position next = position.after(move.from, move.to);
        won = next.other == 0 || !wins(next.turned());
        if (won) history[cell(move.from)][cell(move.to)]++;
    }
    entry = {position.key(), std::int8_t(won ? 1 : -1)};
    return won;
}

int main(int count, char** words) {
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    int value = 0;
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++) {
        table.assign(std::size_t(1) << bits, Entry{0, 0});
        for (auto& row : history) for (auto& one : row) one = 0;
        value = wins(Position::start()) ? 1 : -1;
    }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld %d\n", (long long)took, value);
}
