// Breadth-first search over all states of the 8-puzzle from one of its two hardest boards, and
// nothing else: a state is the order of the tiles and the blank's cell, a number below 8! times 9
// says whether it was seen, and no parents are kept.
//
//   breadth_first TIMES
//
// prints nanoseconds of processor time for TIMES searches, then the number of states and the
// greatest distance.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

struct State {
    std::uint32_t order; // four bits for each of the eight tiles, row by row
    std::uint32_t rank;  // of this order among all orders
    std::uint8_t blank, last;
};

static std::uint32_t rank_of(std::uint32_t order) {
    std::uint32_t rank = 0, used = 0;
    for (int at = 0; at < 8; at++) {
        const std::uint32_t tile = order >> (4 * at) & 15;
        rank = rank * (8 - at) + tile - __builtin_popcount(used & ((1u << tile) - 1));
        used |= 1u << tile;
    }
    return rank;
}

// Three tiles from the one at `at` on: the first goes behind the others, or the last before them.
static std::uint32_t rotated(std::uint32_t order, int at, bool first) {
    const std::uint32_t mask = 0xfffu << (4 * at), three = (order & mask) >> (4 * at);
    const std::uint32_t turned = first ? three >> 4 | (three & 15) << 8 : (three << 4 & 0xfff) | three >> 8;
    return (order & ~mask) | turned << (4 * at);
}

enum Move : std::uint8_t { None, Up, Left, Right, Down };

int main(int count, char** words) {
    static const int hardest[9] = {8, 7, 6, 0, 4, 1, 2, 5, 3};
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    std::size_t states = 0;
    int depth = 0;
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++) {
        // A search of its own each time: the memory is asked for and given back.
        std::vector<std::uint8_t> seen(9 * 40320);
        std::vector<State> queue(40320 * 9 / 2 + 4);
        State first{0, 0, 0, None};
        for (int cell = 0, at = 0; cell < 9; cell++) {
            if (hardest[cell] == 0) first.blank = cell;
            else first.order |= std::uint32_t(hardest[cell] - 1) << (4 * at++);
        }
        first.rank = rank_of(first.order);
        seen[9 * first.rank + first.blank] = 1;
        queue[0] = first;
        std::size_t from = 0, end = 1, filled = 1;
        // Without a branch on whether a state is new, which cannot be predicted.
        const auto add = [&](State to) {
            std::uint8_t& mark = seen[9 * to.rank + to.blank];
            queue[filled] = to;
            filled += mark == 0;
            mark = 1;
        };
        for (depth = -1; from < end; depth++) {
            for (; from < end; from++) {
                const State state = queue[from];
                const int blank = state.blank;
                if (blank >= 3 && state.last != Down) {
                    const std::uint32_t order = rotated(state.order, blank - 3, true);
                    add({order, rank_of(order), std::uint8_t(blank - 3), Up});
                }
                if (blank % 3 > 0 && state.last != Right)
                    add({state.order, state.rank, std::uint8_t(blank - 1), Left});
                if (blank % 3 < 2 && state.last != Left)
                    add({state.order, state.rank, std::uint8_t(blank + 1), Right});
                if (blank < 6 && state.last != Up) {
                    const std::uint32_t order = rotated(state.order, blank, false);
                    add({order, rank_of(order), std::uint8_t(blank + 3), Down});
                }
            }
            end = filled;
        }
        states = filled;
    }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld %zu %d\n", (long long)took, states, depth);
}
