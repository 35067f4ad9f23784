// IDA* with Manhattan distance for the 15-puzzle and nothing else, as fast as we can make it: a
// function for each cell of the blank and each last move, masks at compile time, no limits and no
// path. It shares no code with the library.
//
//   ida_star TIMES TILES...     16 numbers for each board, the blank 0; the goal has it first
//
// prints nanoseconds of processor time for TIMES runs over all boards, then the length and the generated nodes of
// each board, counted as Korf counts them.
#include <array>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Board = std::uint64_t;

static std::uint64_t nodes;
// By the blank's old cell, its new cell, and the tile: the change of the tile's distance.
static std::int8_t change[16][16][16];

static int distance(int cell, int tile) {
    return tile == 0 ? 0 : std::abs(cell / 4 - tile / 4) + std::abs(cell % 4 - tile % 4);
}

enum Move { None, Up, Left, Right, Down };

template <int blank, Move last>
static bool expand(Board board, int slack, int left);

// Slides the tile at `from` into the blank. Whether the goal was reached.
template <int blank, int from, Move move>
static inline bool slide(Board board, int slack, int left) {
    nodes++;
    const Board tile = board >> (4 * from) & 15;
    const int by = change[blank][from][tile];
    // One move more, and the distance changes by one: f stays the same or grows by two.
    if (slack < 1 + by) return false;
    if (left + by == 0) return true;
    return expand<from, move>(board ^ tile << (4 * from) ^ tile << (4 * blank), slack - 1 - by, left + by);
}

template <int blank, Move last>
static bool expand(Board board, int slack, int left) {
    if constexpr (blank >= 4 && last != Down)
        if (slide<blank, blank - 4, Up>(board, slack, left)) return true;
    if constexpr (blank % 4 > 0 && last != Right)
        if (slide<blank, blank - 1, Left>(board, slack, left)) return true;
    if constexpr (blank % 4 < 3 && last != Left)
        if (slide<blank, blank + 1, Right>(board, slack, left)) return true;
    if constexpr (blank < 12 && last != Up)
        if (slide<blank, blank + 4, Down>(board, slack, left)) return true;
    return false;
}

template <int cell = 0>
static bool enter(int blank, Board board, int slack, int left) {
    if constexpr (cell == 16) return false;
    else return blank == cell ? expand<cell, None>(board, slack, left)
                              : enter<cell + 1>(blank, board, slack, left);
}

static int solve(const std::array<int, 16>& tiles) {
    Board board = 0;
    int blank = 0, left = 0;
    for (int cell = 0; cell < 16; cell++) {
        board |= Board(tiles[cell]) << (4 * cell);
        if (tiles[cell] == 0) blank = cell;
        left += distance(cell, tiles[cell]);
    }
    nodes = 1;
    int bound = left;
    while (!enter(blank, board, bound - left, left)) bound += 2;
    return bound;
}

int main(int count, char** words) {
    for (int blank = 0; blank < 16; blank++)
        for (int from = 0; from < 16; from++)
            for (int tile = 0; tile < 16; tile++)
                change[blank][from][tile] = distance(blank, tile) - distance(from, tile);
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    std::vector<std::array<int, 16>> boards((count - 2) / 16);
    for (std::size_t at = 0; at < 16 * boards.size(); at++)
        boards[at / 16][at % 16] = std::atoi(words[2 + at]);
    std::vector<std::array<std::uint64_t, 2>> found(boards.size());
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++)
        for (std::size_t at = 0; at < boards.size(); at++) {
            const std::uint64_t length = solve(boards[at]);
            found[at] = {length, nodes};
        }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld", (long long)took);
    for (const auto& [length, generated] : found)
        std::printf(" %llu %llu", (unsigned long long)length, (unsigned long long)generated);
    std::printf("\n");
}
