// The steps of a recorded search, forwards and backwards.

/** How a search treats the nodes that it leaves out. */
const LEFT_OUT = ["refuted", "over-bound", "duplicate"];

/** What becomes of a node that is taken from the open list. */
export const TAKEN = ["expanded", "finished"];

/**
 * Replays a recording. `states` has, for each node, whether it is `born`, its `visits`, its `label`, whether
 * that is of the last visit (`isNew`), the `window` of that visit, its `fate`, and the event that `settled` it; `seek(step)` brings them to a step.
 */
export function createReplay({ events, nodes }) {
  // What only comes to be is no step of its own.
  const ends = events.flatMap(({ event }, index) => event === "created" && index < events.length - 1 ? [] : [index + 1]);
  const states = nodes.map(() => ({}));
  let done = Infinity;
  let current = 0;

  function begin() {
    states.forEach((state) => Object.assign(state, { born: false, visits: 0, label: null, isNew: false, fate: "open", window: null, settled: null }));
    states[0].born = true;
    done = 0;
    current = 0;
  }

  function apply(event) {
    if (event.node === undefined) return;
    current = event.node;
    const state = states[event.node];
    switch (event.event) {
      case "created": state.born = true; break;
      case "visited": state.visits += 1; state.window = event.window; state.isNew = false; break;
      case "updated": state.label = event.label; state.isNew = true; break;
      case "settled": state.fate = event.fate; state.settled = done; break;
      default: break;
    }
  }

  /** Brings `states` to a step, and returns the node that it is about. */
  function seek(step) {
    const to = step === 0 ? 0 : ends[step - 1];
    if (to < done) begin();
    for (; done < to; done += 1) apply(events[done]);
    return current;
  }

  const visits = () => states.reduce((sum, one) => sum + one.visits, 0);
  const leftOut = () => states.filter(({ born, fate }) => born && LEFT_OUT.includes(fate)).length;

  /** The event of a step; of none before the first. */
  const eventOf = (step) => events[ends[step - 1] - 1];

  /** The node that is next taken from the open list after a step. */
  const nextTaken = (step) => events.slice(ends[step - 1] ?? 0).find(({ event, fate }) => event === "settled" && TAKEN.includes(fate))?.node;

  begin();
  return { states, length: ends.length, seek, eventOf, nextTaken, visits, leftOut };
}

/** The name of an event in the list of pseudo-code lines: what it does, or what becomes of the node. */
export const kindOf = (event) => event?.event === "settled" ? event.fate : event?.event;
