// The moves of a puzzle with the positions between them: what was taken back can be made again.

/** A line that begins at `first`; `next(position, move)` gives the position after a move, perhaps later. */
export function createLine(first, next) {
  const [positions, moves] = [[first], []];
  /** Moves to a goal, by the number of moves after which they were found. */
  const plans = [];
  let ply = 0;
  let latest = null;

  /** Goes to the position after so many moves; returns whether nothing else was asked for meanwhile. */
  async function go(to) {
    const mine = latest = {};
    const wanted = Math.max(0, Math.min(moves.length, to));
    while (positions.length <= wanted) {
      const before = positions.length - 1;
      const after = await next(positions[before], moves[before]);
      if (latest !== mine) return false;
      positions[before + 1] = after;
    }
    ply = wanted;
    return true;
  }

  /** Puts `wanted` in place of the moves that were taken back. */
  function extend(wanted) {
    latest = null;
    moves.splice(ply, Infinity, ...wanted);
    positions.length = plans.length = ply + 1;
  }

  /** Makes a move; returns whether it was made, as a second one before the answer is none. */
  async function play(mv) {
    const [before, from] = [positions[ply], ply];
    const after = moves[ply] === mv && positions[ply + 1] ? positions[ply + 1] : await next(before, mv);
    if (ply !== from || positions[ply] !== before) return false;
    if (moves[ply] !== mv) extend([mv]);
    positions[ply + 1] = after;
    ply += 1;
    return true;
  }

  /** Moves from here to a goal, if they were found here, or further back and followed since then. */
  function plan() {
    for (let from = ply; from >= 0; from -= 1) {
      if (plans[from] && moves.slice(from, ply).every((mv, index) => mv === plans[from][index])) return plans[from].slice(ply - from);
    }
    return null;
  }

  return {
    go, play, extend, plan, moves, positions,
    ply: () => ply,
    here: () => positions[ply],
    /** The moves that led here. */
    made: () => moves.slice(0, ply),
    /** Keeps moves that lead to a goal, from here or from the position after so many moves. */
    found(way, at = ply) { plans[at] = way; },
  };
}
