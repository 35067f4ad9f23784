// IDA* for the 15-puzzle with the sum of three pattern databases of five tiles each, and nothing else: as
// ida_star.cpp, with lookups. It shares no code with the library.
//
//   pattern_database TIMES TILES...     16 numbers for each board, the blank 0; the goal has it first
//
// prints nanoseconds of processor time for TIMES runs over all boards, without the construction of the databases, then the
// length and the generated nodes of each board, counted as Korf counts them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Board = std::uint64_t; // the tile of each cell
using Key = std::uint32_t;   // the cell of each tile of a group

static constexpr int groups = 3, tiles = 5;

static int group(int tile) { return (tile - 1) / tiles; }
static int slot(int tile) { return (tile - 1) % tiles; }

static std::uint8_t distances[groups][1 << (4 * tiles)];
static std::uint64_t nodes;

template <typename Visit>
static void neighbours(int cell, Visit visit) {
    if (cell >= 4) visit(cell - 4);
    if (cell % 4 > 0) visit(cell - 1);
    if (cell % 4 < 3) visit(cell + 1);
    if (cell < 12) visit(cell + 4);
}

// Backwards from the goal; only moves of the group's tiles count. The blank's cell is the lowest digit.
static void build(int number) {
    std::vector<std::uint8_t> seen(std::size_t(1) << (4 * tiles + 4));
    for (auto& entry : distances[number]) entry = 255;
    Key goal = 0;
    for (int at = 0; at < tiles; at++) goal |= Key(number * tiles + at + 1) << (4 * at);
    std::vector<Key> level{goal << 4}, next;
    for (int distance = 0; !level.empty(); distance++, level.swap(next), next.clear()) {
        // States at this distance are appended while the blank moves without cost.
        for (std::size_t index = 0; index < level.size(); index++) {
            const Key state = level[index];
            if (seen[state]) continue;
            seen[state] = 1;
            const int blank = state & 15;
            const Key key = state >> 4;
            if (distances[number][key] > distance) distances[number][key] = distance;
            neighbours(blank, [&](int cell) {
                for (int at = 0; at < tiles; at++)
                    if ((key >> (4 * at) & 15) == Key(cell)) {
                        next.push_back((key ^ Key(cell ^ blank) << (4 * at)) << 4 | cell);
                        return;
                    }
                level.push_back(key << 4 | cell);
            });
        }
    }
}

enum Move { None, Up, Left, Right, Down };

struct Keys { Key of[groups]; };

template <int blank, Move last>
static bool expand(Board board, Keys keys, int slack, int left);

template <int blank, int from, Move move>
static inline bool slide(Board board, Keys keys, int slack, int left) {
    nodes++;
    const int tile = board >> (4 * from) & 15, own = group(tile);
    const int before = distances[own][keys.of[own]];
    keys.of[own] ^= Key(from ^ blank) << (4 * slot(tile));
    const int by = distances[own][keys.of[own]] - before;
    if (slack < 1 + by) return false;
    if (left + by == 0) return true;
    return expand<from, move>(board ^ Board(tile) << (4 * from) ^ Board(tile) << (4 * blank), keys, slack - 1 - by, left + by);
}

template <int blank, Move last>
static bool expand(Board board, Keys keys, int slack, int left) {
    if constexpr (blank >= 4 && last != Down)
        if (slide<blank, blank - 4, Up>(board, keys, slack, left)) return true;
    if constexpr (blank % 4 > 0 && last != Right)
        if (slide<blank, blank - 1, Left>(board, keys, slack, left)) return true;
    if constexpr (blank % 4 < 3 && last != Left)
        if (slide<blank, blank + 1, Right>(board, keys, slack, left)) return true;
    if constexpr (blank < 12 && last != Up)
        if (slide<blank, blank + 4, Down>(board, keys, slack, left)) return true;
    return false;
}

template <int cell = 0>
static bool enter(int blank, Board board, Keys keys, int slack, int left) {
    if constexpr (cell == 16) return false;
    else return blank == cell ? expand<cell, None>(board, keys, slack, left)
                              : enter<cell + 1>(blank, board, keys, slack, left);
}

int main(int count, char** words) {
    const int times = std::atoi(words[1]);
    std::vector<std::vector<int>> boards;
    for (int at = 2; at + 16 <= count; at += 16) {
        boards.emplace_back();
        for (int cell = 0; cell < 16; cell++) boards.back().push_back(std::atoi(words[at + cell]));
    }
    for (int number = 0; number < groups; number++) build(number);
    std::vector<int> lengths(boards.size());
    std::vector<std::uint64_t> all(boards.size());
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++)
        for (std::size_t at = 0; at < boards.size(); at++) {
            Board board = 0;
            Keys keys{};
            int blank = 0, left = 0;
            for (int cell = 0; cell < 16; cell++) {
                const int tile = boards[at][cell];
                board |= Board(tile) << (4 * cell);
                if (tile == 0) blank = cell;
                else keys.of[group(tile)] |= Key(cell) << (4 * slot(tile));
            }
            for (int number = 0; number < groups; number++) left += distances[number][keys.of[number]];
            nodes = 1;
            int bound = left;
            // Each length has the parity of the first.
            while (left > 0 && !enter(blank, board, keys, bound - left, left)) bound += 2;
            lengths[at] = bound, all[at] = nodes;
        }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld", (long long)took);
    for (std::size_t at = 0; at < boards.size(); at++) std::printf(" %d %llu", lengths[at], (unsigned long long)all[at]);
    std::printf("\n");
}
