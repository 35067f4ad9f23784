// The search view: step through a search and see its tree grow.

import { address, keep } from "../address.js";
import { complain, say } from "../announce.js";
import { post } from "../api.js";
import { createBreakthroughBoard } from "../boards/breakthrough.js";
import { createConnectFourBoard } from "../boards/connect_four.js";
import { createNimBoard } from "../boards/nim.js";
import { createTaquinBoard, read } from "../boards/taquin.js";
import { createTicTacToeBoard } from "../boards/tic_tac_toe.js";
import { createTrafficBoard } from "../boards/traffic.js";
import { gameNamed, parseSpecification, specification, titleOf } from "../catalogue.js";
import { createDrawing } from "../drawing.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { maybe, number, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, entry, figure, menu, slider, toggle } from "../widgets.js";
import { optionControls } from "./options.js";
import { lead } from "./parts.js";
import { searchData } from "./search_data.js";
import { sharing } from "./share.js";

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

/** Small positions to look at, and boards to show them on. Other games begin with their first position. */
const SAMPLES = {
  taquin: { position: "125374680", board: tiles },
  "rush-hour": { position: "............BAAC..B..C........DD....", board: ordinary(createTrafficBoard) },
  "tic-tac-toe": { position: "XX.OO....", board: ordinary(createTicTacToeBoard) },
  "simple-nim": { position: "6", board: ordinary(createNimBoard) },
  nim: { position: "1-2-2", board: ordinary(createNimBoard) },
  "connect-four": { settings: { size: "4x4" }, position: "121233", board: ordinary(createConnectFourBoard), depth: 4 },
  breakthrough: { settings: { size: "3x4" }, position: "3/ppp/PPP/3 w", board: ordinary(createBreakthroughBoard), depth: 4 },
};

/** The board of any game: its drawing, which the server makes. */
const drawingOf = (at, signal) => () => {
  const drawing = createDrawing(still);
  let wanted = null;
  const show = async (position) => {
    wanted = position;
    try {
      const { svg } = await post("position", { ...at, position, svg: true }, signal);
      if (wanted === position) drawing.show(svg, { label: t("game.position", { position }) });
    } catch (error) {
      complain(error);
    }
  };
  return { element: drawing.element, show };
};

const DEEPEST = 10;
/** The depth for a game without a sample. */
const USUAL_DEPTH = 3;
/** What is shown first of the algorithms that a game has. */
const FAVOURITES = ["alpha-beta", "ida*"];

export function open({ catalogue, signal }) {
  const asked = address();
  const recorded = (game) => game.algorithms.filter((one) => one.recorded);
  const all = catalogue.games.filter((game) => recorded(game).length > 0);
  const sampleOf = (name) => {
    const sample = SAMPLES[name] ?? { depth: USUAL_DEPTH };
    return { depth: DEEPEST, ...sample, board: sample.board ?? drawingOf({ game: name, settings: sample.settings }, signal) };
  };
  const chosen = [asked.game, remembered("search.game", "tic-tac-toe")];
  let game = chosen.map((name) => all.find((one) => one.name === name)).find(Boolean) ?? all[0];
  if (!game) return h("div", { class: "view search-view" }, lead("search"));
  let sample = sampleOf(game.name);
  /** The algorithm, and its options by name. */
  const parsed = parseSpecification(asked.search ?? remembered("search.algorithm", ""));
  let algorithm = algorithmFor(parsed.name);
  let { values } = parsed;
  let position = asked.position ?? sample.position;
  /** The step that the address asks for. */
  let wanted = Number(asked.step ?? 0);
  let most = Number(asked.nodes ?? remembered("search.nodes", 300));
  let depth = Number(values.depth ?? sample.depth);
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
  let board = sample.board();

  const tree = createTree({ onpick: (node) => { picked = node; paintNode(node); replace(data, searchData(drawn.recording, states, node, algorithm.name)); } });
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
  const data = h("div", { class: "search-data" });
  const params = () => ({ game: game.name, search: text(), position, nodes: most, step: step || null });
  /** Keeps the step in the address once the reader pauses: browsers take only so many changes. */
  function kept() {
    clearTimeout(kept.later);
    kept.later = setTimeout(() => { if (!signal.aborted && !playing) keep("search", params()); }, 150);
  }
  const text = () => specification(algorithm, { ...values, depth: depth < DEEPEST ? depth : "" });
  const small = h("div", { class: "small-board" });
  const caption = h("p", { class: "caption" });
  const keys = h("p", { class: "tree-key" });

  async function load() {
    pause();
    const search = text();
    const body = { at: { game: game.name, settings: sample.settings, position }, search, nodes: most };
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
    tree.sheet.setAttribute("aria-label", t("search.tree", { nodes: nodes.length, method: search }));
    const [at] = [wanted, wanted = 0];
    paintKey();
    go(at);
    follow(!tree.fit());
  }

  /** Keeps the current node in view, as a tree that is seen whole could not be read. */
  function follow(on) {
    following = on;
    followSwitch.querySelector("input").checked = on;
    if (on) tree.follow(current);
    else tree.fit();
  }

  /** Brings `states` to their status after the first `to` events. */
  function replay(to) {
    const { events } = drawn.recording;
    if (to < done) {
      states.forEach((state) => Object.assign(state, { born: false, visits: 0, label: null, fate: "open", window: null, settled: null }));
      states[0].born = true;
      done = 0;
    }
    for (; done < to; done += 1) {
      const event = events[done];
      if (event.node !== undefined) current = event.node;
      const state = states[event.node];
      switch (event.event) {
        case "created": state.born = true; break;
        case "visited": state.visits += 1; state.window = event.window ?? state.window; break;
        case "updated": state.label = event.label; break;
        case "settled": state.fate = event.fate; state.settled = done; break;
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
    tree.show(states, { current: atEnd ? -1 : current, line: new Set(atEnd ? drawn.recording.path : []) });
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
    const words = atEnd ? ending() : step === 0 ? t("search.begin", { method: maybe(`method.${algorithm.name}`) ?? `${algorithm.summary}.` }) : describe(drawn.recording.events[event - 1]);
    told.className = `counsel ${atEnd ? "good" : ""}`;
    replace(told, h("span", {}, words));
    if (!playing) say(words);
    replace(data, searchData(drawn.recording, states, picked ?? current, algorithm.name));
    kept();
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
      case "settled": return event.fate === "refuted" ? cut(event.node, where) : t(`event.${event.fate}`, { where });
      default: return t("event.created", { where });
    }
  }

  /** Why a node is never visited: which value of its parent meets which end of the window. */
  function cut(node, where) {
    const { parent } = drawn.recording.nodes[node];
    const { label, window } = states[parent] ?? {};
    const [low, high] = window ?? [];
    const value = label?.text.replace(/^[≥≤] /, "");
    const isMax = drawn.recording.nodes[parent]?.side === "max";
    const met = isMax ? high : low;
    if (!value || !met) return t("event.refuted", { where });
    return t("event.cut", { where, alpha: isMax ? value : low.text, beta: isMax ? high.text : value });
  }

  function ending() {
    const { path, limit, nodes } = drawn.recording;
    const moves = path.slice(1).map((node) => nodes[node].move).join(" ");
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
    if (drawn) kept();
    buttons.play.textContent = t("search.play");
  }

  const own = entry(t("search.position"), { value: position ?? "", action: t("set") }, (text) => {
    position = text || undefined;
    load();
  });
  const methods = h("div", { class: "fields wide" });
  const depths = slider(t("search.depth-limit"), { min: 1, max: DEEPEST, value: depth, words: (plies) => plies >= DEEPEST ? t("search.no-limit") : t("duel.level.plies", { plies }) },
    (to) => { depth = to; load(); });

  /** The algorithm of that name if a tree of it can be shown, or else one that can. */
  function algorithmFor(name) {
    const known = recorded(game);
    return [name, ...FAVOURITES].map((one) => known.find((other) => other.name === one)).find(Boolean) ?? known[0];
  }

  function paintMethods() {
    const choices = recorded(game).map(({ name }) => [name, name]);
    const options = optionControls(catalogue, game, algorithm, values, { without: ["depth"], onchange: load });
    replace(methods, menu(t("search.method"), choices, algorithm.name, (to) => {
      algorithm = algorithmFor(to);
      values = {};
      remember("search.algorithm", to);
      paintMethods();
      load();
    }), options);
    depths.hidden = !algorithm.options.includes("depth");
  }

  function choose(to) {
    game = gameNamed(catalogue, to);
    sample = sampleOf(to);
    ({ position, depth } = sample);
    algorithm = algorithmFor(algorithm.name);
    values = {};
    remember("search.game", to);
    own.set(position ?? "");
    depths.set(depth);
    board = sample.board();
    replace(small, board.element);
    paintMethods();
    load();
  }

  const followSwitch = toggle(t("search.follow"), following, follow);

  paintMethods();
  replace(small, board.element);
  const games = all.map(({ name }) => [name, titleOf(name)]);
  const view = h("div", { class: "view search-view" },
    lead("search"),
    h("div", { class: "wide-table" },
      h("div", { class: "stage" },
        told,
        tree.element,
        h("div", { class: "transport" }, scrub, h("div", { class: "buttons" }, buttons.first, buttons.back, buttons.play, buttons.on, buttons.last,
          h("span", { class: "spring" }),
          button("−", () => tree.zoom(1 / 1.35), { kind: "quiet", "aria-label": t("zoom.out") }),
          button("+", () => tree.zoom(1.35), { kind: "quiet", "aria-label": t("zoom.in") }),
          button(t("zoom.fit"), () => tree.fit(), { kind: "quiet" }))),
        keys, data),
      h("section", { class: "ledger", "aria-label": t("search.panel") },
        h("dl", { class: "figures" }, figures.step, figures.nodes, figures.cut),
        h("div", { class: "node-card" }, small, caption),
        h("hr"),
        menu(t("search.game"), games, game.name, choose),
        methods, own, depths,
        slider(t("search.nodes"), { min: 50, max: 2000, step: 50, value: most, words: (nodes) => number(nodes) }, (to) => { most = to; remember("search.nodes", to); clearTimeout(load.later); load.later = setTimeout(load, 250); }),
        slider(t("search.speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) }, (to) => {
          speed = to;
          remember("search.speed", to);
          if (playing) { pause(); play(); }
        }),
        followSwitch,
        sharing({
          path: "search", params, name: `search-${game.name}`,
          place: (to) => { position = to; own.set(to); load(); },
          board: () => ({ game: game.name, settings: sample.settings, position: drawn?.recording.nodes[picked ?? current].position ?? position }),
          pictures: [{ name: "tree", svg: async () => tree.picture() }],
        }))));
  signal.addEventListener("abort", pause);
  requestAnimationFrame(load);
  return view;

  /** What the shapes mean, as far as the game has them. */
  function paintKey() {
    const entries = game.players === 1 ? ["over-bound", "line"] : ["max", "min", "refuted", "line"];
    replace(keys, entries.map((one) => h("span", { class: `key-${one}` }, t(`key.${one}`))));
  }
}
