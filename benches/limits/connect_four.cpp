// The exact score of Connect Four positions on seven columns of six, and nothing else: alpha-beta with windows
// that halve the range of scores, a table, moves by the wins they threaten, then from the centre. It
// shares no code with the library.
//
//   connect_four TIMES COLUMNS...     the columns played from the empty board, from 1
//
// prints nanoseconds of processor time for TIMES runs over all positions, then the score of each: 0 for a draw, n if the
// player to move wins with the n-th last of his stones, -n if the opponent does.
#include <algorithm>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Set = std::uint64_t; // a bit for each cell, a free one above each column

static constexpr int width = 7, height = 6, cells = width * height;
static constexpr Set bottom = 0x40810204081, board = bottom * ((1 << height) - 1);

static constexpr Set column(int at) { return Set((1 << height) - 1) << (at * (height + 1)); }

// The empty cells that complete a four of `own`.
static Set completions(Set own, Set all) {
    Set found = own << 1 & own << 2 & own << 3;
    for (const int by : {height, height + 1, height + 2}) {
        const Set up = own << by & own << 2 * by, down = own >> by & own >> 2 * by;
        found |= up & own << 3 * by | up & own >> by | down & own << by | down & own >> 3 * by;
    }
    return found & (board ^ all);
}

struct Position {
    Set own = 0, all = 0;

    Set landings() const { return (all + bottom) & board; }
    int stones() const { return __builtin_popcountll(all); }
    Position after(Set stone) const { return {own ^ all, all | stone}; }
};

// A table of upper bounds of scores, each at the place of its key.
static constexpr int bits = 16;
struct Entry { Set key; std::int8_t bound; };
static std::vector<Entry> table;

static Entry& place(Set key) { return table[key * 0x9e3779b97f4a7c15u >> (64 - bits)]; }

// For a position in which the player to move cannot win at once: the score, or a bound of it outside
// the window.
static int search(Position position, int alpha, int beta) {
    Set choices = position.landings();
    const Set danger = completions(position.own ^ position.all, position.all);
    if (const Set forced = choices & danger) {
        if (forced & (forced - 1)) return -(cells - position.stones()) / 2;
        choices = forced;
    }
    choices &= ~(danger >> 1);
    const int stones = position.stones();
    if (choices == 0) return -(cells - stones) / 2;
    if (stones >= cells - 2) return 0;
    // The opponent does not win with the next stone, nor this player before the one after.
    alpha = std::max(alpha, -(cells - 2 - stones) / 2);
    beta = std::min(beta, (cells - 1 - stones) / 2);
    const Set key = position.own + position.all + bottom;
    if (const Entry& entry = place(key); entry.key == key) beta = std::min<int>(beta, entry.bound);
    if (alpha >= beta) return beta;

    struct { Set stone; int worth; } moves[width];
    int count = 0;
    for (const int at : {0, 6, 1, 5, 2, 4, 3}) {
        const Set stone = choices & column(at);
        if (stone == 0) continue;
        const int worth = __builtin_popcountll(completions(position.own | stone, position.all | stone));
        int to = count++;
        for (; to > 0 && moves[to - 1].worth > worth; to--) moves[to] = moves[to - 1];
        moves[to] = {stone, worth};
    }
    while (count-- > 0) {
        const int score = -search(position.after(moves[count].stone), -beta, -alpha);
        if (score >= beta) return score;
        alpha = std::max(alpha, score);
    }
    place(key) = {key, std::int8_t(alpha)};
    return alpha;
}

static int solve(Position position) {
    const int stones = position.stones();
    if (position.landings() & completions(position.own, position.all)) return (cells + 1 - stones) / 2;
    int min = -(cells - stones) / 2, max = (cells + 1 - stones) / 2;
    while (min < max) {
        // First who wins, then how soon.
        const int tried = min < 0 && max > 1 ? 0 : min < -1 && max == 0 ? -1 : (min + max) >> 1;
        if (search(position, tried, tried + 1) > tried) min = tried + 1;
        else max = tried;
    }
    return min;
}

int main(int count, char** words) {
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    std::vector<Position> positions;
    for (int at = 2; at < count; at++) {
        Position position;
        for (const char* digit = words[at]; *digit; digit++)
            position = position.after(position.landings() & column(*digit - '1'));
        positions.push_back(position);
    }
    std::vector<int> scores(positions.size());
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++)
        for (std::size_t at = 0; at < positions.size(); at++) {
            table.assign(std::size_t(1) << bits, Entry{0, 0});
            scores[at] = solve(positions[at]);
        }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld", (long long)took);
    for (const int score : scores) std::printf(" %d", score);
    std::printf("\n");
}
