// The exact values of all positions of Connect Four 4x4 that can be reached, and nothing else: ply
// by ply forwards, then ply by ply backwards, without lists of moves.
//
//   retrograde TIMES
//
// prints nanoseconds of processor time for TIMES solutions, then the number of positions and the value of the empty
// board for the first player: 1, 0 or -1.
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static constexpr int width = 4, height = 4, cells = width * height;
using Set = std::uint32_t; // a bit for each cell, a free one above each column

static constexpr Set column = (1 << height) - 1;
static Set bottom;

static bool four(Set own) {
    for (const int by : {1, height, height + 1, height + 2}) {
        const Set pairs = own & own >> by;
        if (pairs & pairs >> 2 * by) return true;
    }
    return false;
}

// The stones of the player to move and those of both. As one number: own + all + bottom, in which
// the highest bit of a column tells its height, and the bits below whose stones they are.
struct Position { Set own, all; };

static Set key(Position position) { return position.own + position.all + bottom; }

// A set of positions with a value for each, by open addressing.
struct Ply {
    std::vector<Position> positions;
    std::vector<std::int8_t> values; // for the player to move, 2 if the game goes on
    std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(64);
    int bits = 6;

    std::uint32_t& slot(Set wanted) {
        std::size_t at = std::uint32_t(wanted * 0x9e3779b1u) >> (32 - bits);
        while (slots[at] != 0 && key(positions[slots[at] - 1]) != wanted) at = (at + 1) & (slots.size() - 1);
        return slots[at];
    }

    void add(Position position, bool over) {
        if (2 * positions.size() >= slots.size()) {
            slots.assign(std::size_t(1) << ++bits, 0);
            for (std::size_t index = 0; index < positions.size(); index++)
                slot(key(positions[index])) = index + 1;
        }
        std::uint32_t& place = slot(key(position));
        if (place != 0) return;
        positions.push_back(position);
        values.push_back(over ? -1 : 2);
        place = positions.size();
    }
};

template <typename Visit>
static void moves(Position position, Visit visit) {
    for (int at = 0; at < width; at++) {
        const Set lowest = (position.all + bottom) & column << (at * (height + 1));
        const Set stone = lowest & ~position.all & (column << (at * (height + 1)));
        if (stone) visit(Position{position.own ^ position.all, position.all | stone}, position.own | stone);
    }
}

int main(int count, char** words) {
    for (int at = 0; at < width; at++) bottom |= Set(1) << (at * (height + 1));
    const int times = count > 1 ? std::atoi(words[1]) : 1;
    std::size_t states = 0;
    int value = 0;
    const std::clock_t start = std::clock();
    for (int time = 0; time < times; time++) {
        std::vector<Ply> plies(cells + 1);
        plies[0].add(Position{0, 0}, false);
        for (int ply = 0; ply < cells; ply++)
            for (std::size_t index = 0; index < plies[ply].positions.size(); index++)
                if (plies[ply].values[index] == 2)
                    moves(plies[ply].positions[index], [&](Position to, Set moved) {
                        plies[ply + 1].add(to, four(moved));
                    });
        states = 0;
        for (int ply = cells; ply >= 0; ply--) {
            Ply& here = plies[ply];
            states += here.positions.size();
            for (std::size_t index = 0; index < here.positions.size(); index++) {
                if (here.values[index] != 2) continue;
                int best = ply == cells ? 0 : -1;
                moves(here.positions[index], [&](Position to, Set) {
                    const int below = -plies[ply + 1].values[plies[ply + 1].slot(key(to)) - 1];
                    if (below > best) best = below;
                });
                here.values[index] = best;
            }
        }
        value = plies[0].values[0];
    }
    const double took = double(std::clock() - start) * 1e9 / CLOCKS_PER_SEC;
    std::printf("%lld %zu %d\n", (long long)took, states, value);
}
