// Which player wins Breakthrough, five rows of four, by depth-first proof-number search, and nothing else: a table with a
// place for each hash, no replacement by work, no distances. It shares no code with the library.
//
//   df_pn TIMES
//
// prints nanoseconds of processor time for TIMES solutions, then 1 if the first player wins, -1 if
// the second does.
#include <algorithm>
#include <ctime>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "breakthrough.hpp"

using Position = Board<4, 5>;
using Set = Position::Set;

static constexpr std::uint32_t infinite = 1u << 30;

// Proof and disproof number for the player to move: the least number of positions to be decided
// so that this player has won, and so that this player has lost.
struct Numbers { std::uint32_t win, loss; };

struct Entry { std::uint64_t key; Numbers numbers; };

static constexpr int bits = 18;
static std::vector<Entry> table;

static Entry& place(Position position) { return table[mixed(position.key()) >> (64 - bits)]; }

static Numbers first_numbers(Position position) {
    if (position.own == 0) return {infinite, 0};
    if (position.wins_now()) return {0, infinite};
    std::uint32_t moves = 0;
    position.visit_moves([&](Set, Set) { moves++; return false; });
    return moves == 0 ? Numbers{infinite, 0} : Numbers{1, moves};
}

static Numbers known(Position position) {
    const Entry& entry = place(position);
    return entry.key == position.key() ? entry.numbers : first_numbers(position);
}

static Numbers search(Position position, std::uint32_t max_win, std::uint32_t max_loss) {
    struct Child { Position position; Numbers numbers; } children[48];
    int count = 0;
    position.visit_moves([&](Set from, Set to) {
        const Position child = position.after(from, to).turned();
        children[count++] = {child, known(child)};
        return false;
    });
    for (;;) {
        // The player to move wins by one move, and loses only if all moves lose.
        std::uint64_t loss = 0;
        std::uint32_t win = infinite, second = infinite;
        int best = 0;
        for (int at = 0; at < count; at++) {
            const Numbers child = children[at].numbers;
            loss += child.win;
            if (child.loss < win) second = win, win = child.loss, best = at;
            else if (child.loss < second) second = child.loss;
        }
        const Numbers own = {win, std::uint32_t(std::min<std::uint64_t>(loss, infinite))};
        if (own.win >= max_win || own.loss >= max_loss || own.win == 0 || own.loss == 0) {
            place(position) = {position.key(), own};
            return own;
        }
        // A quarter more than the second best, so that the search does not change branches at each node.
        Child& child = children[best];
        const std::uint32_t child_win = max_loss >= infinite ? infinite : max_loss - own.loss + child.numbers.win;
        child.numbers = search(child.position, child_win, std::min(max_win, second + second / 4 + 1));
    }
}

int main(int count, char** words) {
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    int value = 0;
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++) {
        table.assign(std::size_t(1) << bits, Entry{0, {0, 0}});
        value = search(Position::start(), infinite, infinite).win == 0 ? 1 : -1;
    }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld %d\n", (long long)took, value);
}
