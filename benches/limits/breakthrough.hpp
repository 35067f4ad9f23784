// Breakthrough on a small board, seen from the side of the player to move, whose pawns go up: what
// alpha_beta.cpp and df_pn.cpp share.
#pragma once
#include <cstdint>

template <int width, int height>
struct Board {
    static constexpr int cells = width * height;
    static_assert(cells <= 32);
    using Set = std::uint32_t;

    static constexpr Set row(int number) { return ((Set(1) << width) - 1) << (number * width); }
    static constexpr Set column(int number) {
        Set set = 0;
        for (int at = 0; at < height; at++) set |= Set(1) << (at * width + number);
        return set;
    }

    Set own, other;

    static Board start() {
        return {row(0) | row(1), row(height - 1) | row(height - 2)};
    }

    // The board as the other player sees it.
    Board turned() const {
        const auto turn = [](Set set) {
            Set turned = 0;
            for (int at = 0; at < height; at++) turned |= (set >> (at * width) & row(0)) << ((height - 1 - at) * width);
            return turned;
        };
        return {turn(other), turn(own)};
    }

    std::uint64_t key() const { return std::uint64_t(own) << 32 | other; }

    // A pawn is one step from its goal: a diagonal step is always free there.
    bool wins_now() const { return (own & row(height - 2)) != 0; }

    // Shows the moves as sets of two cells, until `visit` returns true. A pawn of the opponent that is
    // one step from its goal has to be captured; with two of them nothing helps.
    template <typename Visit>
    bool visit_moves(Visit visit) const {
        Set onto = ~Set(0);
        const Set danger = other & row(1);
        if (danger) onto = danger & (danger - 1) ? 0 : danger;
        const Set free = ~own;
        const auto each = [&](Set reached, int by) {
            for (; reached; reached &= reached - 1) {
                const Set to = reached & -reached;
                if (visit(to >> by, to)) return true;
            }
            return false;
        };
        return each((own & ~column(0)) << (width - 1) & free & onto, width - 1)
            || each((own & ~column(width - 1)) << (width + 1) & free & onto, width + 1)
            || each(own << width & free & ~other & onto, width);
    }

    Board after(Set from, Set to) const { return {own ^ from ^ to, other & ~to}; }
};

// Mixes the bits of a key.
inline std::uint64_t mixed(std::uint64_t key) {
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}
