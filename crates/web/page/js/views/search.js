// The search view: step through a search and see its tree grow.

import { complain, say } from "../announce.js";
import { post } from "../api.js";
import { createBreakthroughBoard } from "../boards/breakthrough.js";
import { createConnectFourBoard } from "../boards/connect_four.js";
import { createNimBoard } from "../boards/nim.js";
import { createTaquinBoard, read } from "../boards/taquin.js";
import { createTicTacToeBoard } from "../boards/tic_tac_toe.js";
import { createTrafficBoard } from "../boards/traffic.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { maybe, number, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, entry, figure, menu, segmented, slider, toggle } from "../widgets.js";
import { address, lead } from "./parts.js";

const ALONE = ["bfs", "dfs", "ida*"];
const TWO = ["minimax", "alpha-beta", "who-wins", "pn"];

const still = { onmove() {}, onslide() {} };
const ordinary = (create) => () => {
  const board = create(still);
  return { element: board.element, show: (position) => board.show({ view: { position, moves: [], status: { state: "" } }, enabled: false, hint: null, values: null, last: null }) };
};
const tiles = () => {
  const board = createTaquinBoard(still);
  const goal = read("012345678");
  return { element: board.element, show: (position) => board.show({ tiles: read(position), width: 3, goal, locked: true }) };
};

/** Small positions to look at, one for each thing to see. */
const GAMES = {
  taquin: { game: "taquin", position: "125374680", methods: ALONE, board: tiles },
  "rush-hour": { game: "rush-hour", position: "............BAAC..B..C........DD....", methods: ALONE, board: ordinary(createTrafficBoard) },
  "tic-tac-toe": { game: "tic-tac-toe", position: "XX.OO....", methods: TWO, board: ordinary(createTicTacToeBoard) },
  "simple-nim": { game: "simple-nim", position: "6", methods: TWO, board: ordinary(createNimBoard) },
  nim: { game: "nim", position: "1-2-2", methods: TWO, board: ordinary(createNimBoard) },
  "connect-four": { game: "connect-four", settings: { size: "4x4" }, position: "121233", methods: TWO, board: ordinary(createConnectFourBoard), depth: 4 },
  breakthrough: { game: "breakthrough", settings: { size: "3x4" }, position: "3/ppp/PPP/3 w", methods: TWO, board: ordinary(createBreakthroughBoard), depth: 4 },
};

const DEEPEST = 10;

export function open(signal) {
  const asked = address();
  let name = asked.game in GAMES ? asked.game : remembered("search.game", "tic-tac-toe");
  if (!(name in GAMES)) name = "tic-tac-toe";
  let method = asked.method ?? remembered("search.method", "alpha-beta");
  let position = asked.position ?? GAMES[name].position;
  let most = Number(asked.nodes ?? remembered("search.nodes", 300));
  let depth = GAMES[name].depth ?? DEEPEST;
  let speed = remembered("search.speed", 5);
  let following = false;
  let drawn = null;
  /** Ends of steps in the list of events: what only comes to be is no step of its own. */
  let steps = [];
  let step = 0;
  let states = [];
  let done = 0;
  let current = 0;
  let picked = null;
  let playing = null;
  let board = GAMES[name].board();

  const tree = createTree({ onpick: (node) => { picked = node; paintNode(node); } });
  const told = h("div", { class: "counsel", id: "counsel" });
  const scrub = h("input", { type: "range", class: "scrub", min: 0, max: 0, value: 0, "aria-label": t("search.step"), oninput: () => { pause(); go(Number(scrub.value)); } });
  const figures = { step: figure(t("search.step")), nodes: figure(t("search.visited")), cut: figure(t("search.cut")) };
  const buttons = {
    first: button(icon("first"), () => { pause(); go(0); }, { kind: "quiet", "aria-label": t("search.first") }),
    back: button(icon("back"), () => { pause(); go(step - 1); }, { "aria-label": t("search.back"), id: "step-back" }),
    play: button(t("search.play"), () => playing ? pause() : play(), { kind: "primary", id: "play" }),
    on: button(icon("on"), () => { pause(); go(step + 1); }, { "aria-label": t("search.on"), id: "step-on" }),
    last: button(icon("last"), () => { pause(); go(steps.length); }, { kind: "quiet", "aria-label": t("search.last"), id: "step-last" }),
  };
  const small = h("div", { class: "small-board" });
  const caption = h("p", { class: "caption" });

  async function load() {
    pause();
    const { game, settings } = GAMES[name];
    const two = GAMES[name].methods === TWO;
    const body = { at: { game, settings, position }, method, nodes: most };
    if (two && depth < DEEPEST) body.depth = depth;
    try {
      drawn = await post("record", body, signal);
    } catch (error) {
      return complain(error);
    }
    const { events, nodes } = drawn.recording;
    steps = events.flatMap(({ event }, index) => event === "created" && index < events.length - 1 ? [] : [index + 1]);
    states = nodes.map(() => ({}));
    done = Infinity;
    picked = null;
    scrub.max = steps.length;
    tree.load(drawn);
    tree.sheet.setAttribute("aria-label", t("search.tree", { nodes: nodes.length, method }));
    go(0);
    follow(!tree.fit());
  }

  /** Keeps the current node in view, as a tree that is seen whole could not be read. */
  function follow(on) {
    following = on;
    followSwitch.querySelector("input").checked = on;
    if (on) tree.follow(current);
    else tree.fit();
  }

  /** Brings `states` to where they stand after so many events. */
  function replay(to) {
    const { events } = drawn.recording;
    if (to < done) {
      states.forEach((state) => Object.assign(state, { born: false, visits: 0, label: null, fate: "open" }));
      states[0].born = true;
      done = 0;
    }
    for (; done < to; done += 1) {
      const event = events[done];
      if (event.node !== undefined) current = event.node;
      const state = states[event.node];
      switch (event.event) {
        case "created": state.born = true; break;
        case "visited": state.visits += 1; break;
        case "updated": state.label = event.label; break;
        case "settled": state.fate = event.fate; break;
        default: break;
      }
    }
  }

  function go(to) {
    if (!drawn) return;
    step = Math.max(0, Math.min(steps.length, to));
    current = 0;
    const event = step === 0 ? 0 : steps[step - 1];
    if (event < done) replay(0);
    replay(event);
    if (event > 0) current = drawn.recording.events[event - 1].node ?? 0;
    const atEnd = step === steps.length;
    tree.show(states, { current: atEnd ? -1 : current, line: new Set(atEnd ? drawn.recording.line : []) });
    if (following) {
      if (atEnd) tree.fit();
      else tree.follow(current);
    }
    scrub.value = step;
    scrub.style.setProperty("--part", `${(100 * step) / Math.max(1, steps.length)}%`);
    figures.step.set(`${number(step)} / ${number(steps.length)}`);
    figures.nodes.set(number(states.reduce((sum, { visits }) => sum + (visits ?? 0), 0)));
    figures.cut.set(number(states.filter(({ born, fate }) => born && ["refuted", "over-bound", "duplicate"].includes(fate)).length));
    buttons.back.disabled = buttons.first.disabled = step === 0;
    buttons.on.disabled = buttons.last.disabled = atEnd;
    const words = atEnd ? ending() : step === 0 ? t("search.begin", { method: t(`method.${method}`) }) : describe(drawn.recording.events[event - 1]);
    told.className = `counsel ${atEnd ? "good" : ""}`;
    replace(told, h("span", {}, words));
    if (!playing) say(words);
    paintNode(picked ?? current);
  }

  const place = (node) => drawn.recording.nodes[node].move ?? t("search.root");

  function describe(event) {
    const where = event.node === undefined ? "" : place(event.node);
    switch (event.event) {
      case "iteration": return t("event.iteration", { bound: event.bound });
      case "visited": {
        const ends = event.window?.map((end) => end?.text);
        return ends && (ends[0] || ends[1])
          ? t("event.visited.window", { where, low: ends[0] ?? "−∞", high: ends[1] ?? "+∞" }) : t("event.visited", { where });
      }
      case "updated": return t("event.updated", { where, label: event.label.text });
      case "settled": return t(`event.${event.fate}`, { where });
      default: return t("event.created", { where });
    }
  }

  function ending() {
    const { line, limit, nodes } = drawn.recording;
    const moves = line.slice(1).map((node) => nodes[node].move).join(" ");
    if (limit) return t("search.limit", { limit: maybe(`limit.${limit}`) ?? limit });
    return moves ? t("search.line", { moves }) : t("search.end");
  }

  function paintNode(node) {
    const { position, depth, fate } = drawn.recording.nodes[node];
    board.show(position);
    const label = states[node].label?.text;
    caption.textContent = [place(node), t("search.depth", { depth }), label, states[node].born ? maybe(`fate.${states[node].fate ?? fate}`) : null].filter(Boolean).join(" · ");
  }

  function play() {
    if (step === steps.length) go(0);
    const start = performance.now();
    const from = step;
    buttons.play.textContent = t("search.pause");
    picked = null;
    playing = requestAnimationFrame(function tick(now) {
      // From one step in a second to more than a hundred.
      const target = from + Math.floor(((now - start) / 1000) * 2 ** (speed - 1));
      if (target > step) go(target);
      if (signal.aborted || step === steps.length) return pause();
      playing = requestAnimationFrame(tick);
    });
  }

  function pause() {
    cancelAnimationFrame(playing);
    playing = null;
    buttons.play.textContent = t("search.play");
  }

  const own = entry(t("search.position"), { value: position, action: t("set") }, (text) => { position = text; load(); });
  const methods = h("div", {});
  const depths = slider(t("search.depth-limit"), { min: 1, max: DEEPEST, value: depth, words: (plies) => plies >= DEEPEST ? t("search.no-limit") : t("level.plies", { plies }) },
    (to) => { depth = to; load(); });

  function paintMethods() {
    const known = GAMES[name].methods;
    if (!known.includes(method)) method = known === TWO ? "alpha-beta" : "ida*";
    replace(methods, segmented(t("search.method"), known.map((one) => [one, one]), method, (to) => {
      method = to;
      remember("search.method", to);
      load();
    }));
    depths.hidden = known !== TWO;
  }

  function choose(to) {
    name = to;
    position = GAMES[to].position;
    depth = GAMES[to].depth ?? DEEPEST;
    const input = depths.querySelector("input");
    input.value = depth;
    input.dispatchEvent(new Event("input"));
    remember("search.game", to);
    own.set(position);
    board = GAMES[to].board();
    replace(small, board.element);
    paintMethods();
    load();
  }

  const followSwitch = toggle(t("search.follow"), following, follow);

  paintMethods();
  replace(small, board.element);
  const games = Object.keys(GAMES).map((one) => [one, maybe(`${one}.name`) ?? t(`nim.kind.${one}`)]);
  const view = h("div", { class: "view search-view" },
    lead("search"),
    h("div", { class: "wide-table" },
      h("div", { class: "stage" },
        tree.element,
        h("div", { class: "transport" }, scrub, h("div", { class: "buttons" }, buttons.first, buttons.back, buttons.play, buttons.on, buttons.last,
          h("span", { class: "spring" }),
          button("−", () => tree.zoom(1 / 1.35), { kind: "quiet", "aria-label": t("zoom.out") }),
          button("+", () => tree.zoom(1.35), { kind: "quiet", "aria-label": t("zoom.in") }),
          button(t("zoom.fit"), () => tree.fit(), { kind: "quiet" }))),
        key()),
      h("section", { class: "ledger", "aria-label": t("search.panel") },
        told,
        h("dl", { class: "figures" }, figures.step, figures.nodes, figures.cut),
        h("div", { class: "node-card" }, small, caption),
        h("hr"),
        menu(t("search.game"), games, name, choose),
        methods, own, depths,
        slider(t("search.nodes"), { min: 50, max: 2000, step: 50, value: most, words: (nodes) => number(nodes) }, (to) => { most = to; remember("search.nodes", to); clearTimeout(load.later); load.later = setTimeout(load, 250); }),
        slider(t("search.speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) }, (to) => {
          speed = to;
          remember("search.speed", to);
          if (playing) { pause(); play(); }
        }),
        followSwitch)));
  signal.addEventListener("abort", pause);
  requestAnimationFrame(load);
  return view;

  function key() {
    const entries = ["max", "min", "over-bound", "refuted", "line"].map((one) => h("span", { class: `key-${one}` }, t(`key.${one}`)));
    return h("p", { class: "tree-key" }, entries);
  }
}
