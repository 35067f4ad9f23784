// The search view: step through a search and see its tree grow.

import { address, addressOf, keep } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort } from "../api.js";
import { capital, parseSpecification, specification } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { maybe, number, t } from "../i18n.js";
import { ownLessons, questionOn } from "../lesson.js";
import { pack, unpack } from "../packed.js";
import { createReplay } from "../replay.js";
import { createSteps } from "../steps.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, figure, menu, more, slider, toggle, verdictLine } from "../widgets.js";
import { eventWords } from "./events.js";
import { optionControls } from "./options.js";
import { insideLinks, lead } from "./parts.js";
import { createPseudocode } from "./pseudocode.js";
import { KEYS } from "./question.js";
import { keyOf, recorded } from "./recorded.js";
import { DEEPEST, boardOf, recordedOf, sampleOf } from "./samples.js";
import { searchData } from "./search_data.js";
import { createSearchMap, mapKey } from "./search_map.js";
import { sharing } from "./share.js";
import { createSubject } from "./subject.js";

/** What is shown first of the algorithms that a game has. */
const FAVOURITES = ["alpha-beta", "ida*"];

export function open({ catalogue, signal }) {
  const asked = address();
  const games = catalogue.games.filter((game) => recordedOf(game).length > 0);
  const subject = createSubject({ view: "search", games, usual: "tic-tac-toe", asked, sampleOf, signal, onchange });
  if (!subject) return h("div", { class: "view search-view" }, lead("search"));
  let game = subject.game();
  /** The algorithm, and its options by name. */
  const parsed = parseSpecification(asked.search ?? remembered("search.algorithm", ""));
  let algorithm = algorithmFor(parsed.name);
  let { values } = parsed;
  /** The step that the address asks for. */
  let wanted = Math.trunc(asked.step) || 0;
  let most = Math.max(1, Math.trunc(asked.nodes ?? remembered("search.nodes", 300)) || 300);
  let depth = Number(values.depth ?? sampleOf(game).depth);
  let speed = remembered("search.speed", 5);
  let following = false;
  let drawn = null;
  let replay = null;
  /** What became of an order of the reader's own, while its tree is shown, and the order as addresses have it. */
  let checked = null;
  let packed = null;
  let step = 0;
  let current = 0;
  let picked = null;
  let playing = null;
  let board = null;

  const tree = createTree({ onpick: (node) => {
    picked = node;
    paint();
    // Beside the tree, as on a small screen the board and the lists are out of sight.
    replace(told, [...caption.children].map((one) => one.cloneNode(true)));
  } });
  tree.element.addEventListener("keydown", (event) => {
    const act = { ArrowRight: buttons.on, ArrowLeft: buttons.back, " ": buttons.play }[event.key];
    if (!act || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    act.click();
  }, true);
  const told = h("div", { class: "counsel", id: "counsel" });
  const steps = createSteps({ go: (to) => { pause(); go(to); } });
  const figures = { step: figure(t("search.step")), nodes: figure(t("search.visited")), cut: figure(t("search.cut")) };
  const buttons = { ...steps.buttons, play: button(t("search.play"), () => playing ? pause() : play(), { kind: "primary", id: "play" }) };
  const code = createPseudocode();
  const data = h("div", { class: "search-data" });
  const params = () => ({ ...subject.params(), search: text(), nodes: most, step: step || null, order: packed });
  /** Keeps the step in the address once the reader pauses: browsers take only so many changes. */
  function kept() {
    clearTimeout(kept.later);
    kept.later = setTimeout(() => { if (!signal.aborted && !playing) keep("search", params()); }, 150);
  }
  const text = () => specification(algorithm, { ...values, depth: depth < DEEPEST ? depth : "" });
  const small = h("div", { class: "small-board" });
  const caption = h("div", { class: "caption" });
  const keys = h("p", { class: "tree-key" });

  /** The last question: the answers to others come too late. */
  let latest = null;

  async function load() {
    pause();
    checked = packed = null;
    judged.hidden = true;
    const mine = latest = {};
    let answer;
    try {
      answer = await recorded("record", { at: subject.at(), search: text(), nodes: most }, signal);
    } catch (error) {
      if (isAbort(error) || mine !== latest) return;
      clear(error.message);
      complain(error);
      return;
    }
    if (mine !== latest) return;
    drawn = answer;
    const [first] = [wanted, wanted = 0];
    show(first);
  }

  /** Shows no tree, and says why. */
  function clear(why) {
    drawn = null;
    tree.clear();
    replace(data);
    replace(told, h("span", {}, why));
    told.className = "counsel bad";
    controls(true);
  }

  /** There is nothing to step through or to save without a tree. */
  function controls(disabled) {
    for (const one of [steps.scrub, ...Object.values(buttons), ...shared.querySelectorAll("[data-save^=tree]")]) one.disabled = disabled;
  }

  /** Shows the tree of `drawn` at a step. */
  function show(first) {
    controls(false);
    replay = createReplay(drawn.recording);
    picked = null;
    code.open(algorithm.name);
    tree.load(drawn, [t("search.tree", { nodes: drawn.recording.nodes.length, method: text() }), t("search.keys")].join(" "));
    inside.set({ ...subject.at(), search: text() });
    replace(keys, keyOf(game, drawn.recording));
    go(first);
    follow(!tree.fit());
  }

  /** Holds the order in which the reader's own program took its nodes against the rules of the search. */
  async function checkOrder() {
    const order = ordered.value.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    if (order.length === 0) return refuse(t("order.empty"));
    pause();
    const mine = latest = {};
    let answer;
    try {
      answer = await recorded("order", { at: subject.at(), search: text(), order }, signal);
    } catch (error) {
      if (mine === latest && !isAbort(error)) refuse(error.message);
      return;
    }
    const letters = await pack(ordered.value);
    if (mine !== latest) return;
    checked = answer;
    packed = letters;
    drawn = checked.drawn;
    const [first] = [wanted || Infinity, wanted = 0];
    show(first);
    const { deviation } = checked;
    judged.tell(verdict(checked), deviation ? "bad" : "good");
    if (deviation && deviation.node !== null && replay.states[deviation.node].born) {
      picked = deviation.node;
      paint();
      tree.follow(picked);
    }
  }

  /** An order that cannot be checked: the verdict on the one before goes with its tree. */
  function refuse(why) {
    if (checked) load();
    judged.tell(why);
  }

  /** Checks the order that the address has. */
  async function checkAsked() {
    try {
      ordered.value = await unpack(asked.order);
    } catch {
      return load();
    }
    own.open = true;
    await checkOrder();
    if (drawn) return;
    await load();
    // What was refused stays beside the button.
    judged.hidden = false;
  }

  /** What becomes of the reader's order. */
  function verdict({ followed, is_complete: isComplete, deviation, next }) {
    if (!deviation) return t(isComplete ? "order.complete" : "order.right", { followed });
    const { number: place, position: one, reason } = deviation;
    const { heuristic } = checked.drawn.recording;
    const by = heuristic && algorithm.name !== "uniform-cost" ? t("order.by", { heuristic }) : "";
    const why = t(`order.${reason.rule}`, { name: KEYS[algorithm.name], by, key: reason.key, least: reason.least });
    const instead = next.length > 0 ? t("order.instead", { next: next.join(t("order.or")) }) : "";
    return `${t("order.wrong", { place, position: one })} ${why} ${instead}`.trim();
  }

  /** Keeps the current node in view, as a tree that is seen whole could not be read. */
  function follow(on) {
    following = on;
    followSwitch.querySelector("input").checked = on;
    if (on) tree.follow(current);
    else tree.fit();
  }

  function go(to) {
    if (!drawn) return;
    step = Math.max(0, Math.min(replay.length, to));
    current = replay.seek(step);
    const event = replay.eventOf(step);
    const atEnd = step === replay.length;
    if (following) {
      if (atEnd) tree.fit();
      else tree.follow(current);
    }
    steps.show(step, replay.length);
    figures.step.set(`${number(step)} / ${number(replay.length)}`);
    figures.nodes.set(number(replay.visits()));
    figures.cut.set(number(replay.leftOut()));
    const words = atEnd ? ending() : step === 0 ? t("search.begin", { method: maybe(`method.${algorithm.name}`) ?? `${capital(algorithm.summary)}.` }) : eventWords(event, drawn.recording.nodes, replay.states);
    code.at(event);
    told.className = `counsel ${!atEnd || isCutShort() ? "" : checked?.deviation ? "bad" : "good"}`;
    replace(told, h("span", {}, words));
    if (!playing) say(words);
    kept();
    paint();
  }

  /** The tree, the data and the board at the step. */
  function paint() {
    const atEnd = step === replay.length;
    const node = picked ?? current;
    tree.show(replay.states, { current: atEnd ? -1 : current, picked, line: new Set(atEnd ? drawn.recording.path : []) });
    replace(data, searchData(drawn.recording, replay.states, node, algorithm.name, { next: replay.nextTaken(step) }));
    const { position, depth } = drawn.recording.nodes[node];
    board.show(position);
    board.paint?.(drawn.recording, replay.states, { node, line: atEnd && picked === null ? drawn.recording.path : [] });
    const { label, born, fate } = replay.states[node];
    replace(caption, h("span", {}, [place(node), t("search.depth", { depth }), label?.text, born ? maybe(`fate.${fate}`) : null].filter(Boolean).join(" · ")), h("code", {}, position));
  }

  /** Whether a limit ended the search before its own end, which may be at a depth. */
  const isCutShort = () => ![null, "depth"].includes(drawn.recording.limit);

  const place = (node) => drawn.recording.nodes[node].name ?? t("search.root");

  function ending() {
    if (checked) return verdict(checked);
    const { path, limit, nodes } = drawn.recording;
    if (isCutShort()) return t("search.limit", { limit: maybe(`limit.${limit}`) ?? limit });
    const moves = path.slice(1).map((node) => nodes[node].name).join(", ");
    const { label } = replay.states[0];
    const line = !moves ? t("search.end") : label?.value ? t("search.line.value", { moves, value: label.words }) : t("search.line", { moves });
    return limit ? `${t("search.limit.depth")} ${line}` : line;
  }

  function play() {
    if (step === replay.length) go(0);
    const start = performance.now();
    const from = step;
    buttons.play.textContent = t("search.pause");
    picked = null;
    playing = requestAnimationFrame(function tick(now) {
      // From one step in a second to more than a hundred.
      const target = from + Math.floor(((now - start) / 1000) * 2 ** (speed - 1));
      if (target > step) go(target);
      if (signal.aborted || step === replay.length) return pause();
      playing = requestAnimationFrame(tick);
    });
  }

  function pause() {
    cancelAnimationFrame(playing);
    playing = null;
    if (drawn) kept();
    buttons.play.textContent = t("search.play");
  }

  const ordered = h("textarea", { rows: 5, spellcheck: "false", id: "order" });
  /** What becomes of the reader's order, beside the button. */
  const judged = verdictLine("order-verdict");
  const own = more(t("order"),
    h("p", { class: "help" }, t("order.help")),
    h("div", { class: "field entry" }, h("label", { for: "order" }, t("order.positions")), ordered,
      h("div", { class: "buttons" }, button(t("order.check"), checkOrder, { id: "order-check" }), button(t("order.back"), load, { kind: "quiet" }))),
    judged);
  const methods = h("div", { class: "fields wide" });
  const lesson = h("a", { class: "button plain", id: "to-lesson", hidden: true }, t("lesson.on"));
  const depths = slider(t("search.depth-limit"), { min: 1, max: DEEPEST, value: depth, words: (plies) => plies >= DEEPEST ? t("search.no-limit") : t("duel.level.plies", { plies }) },
    (to) => { depth = to; load(); });

  /** The algorithm of that name if a tree of it can be shown, or else one that can. */
  function algorithmFor(name) {
    const known = recordedOf(game);
    return [name, ...FAVOURITES].map((one) => known.find((other) => other.name === one)).find(Boolean) ?? known[0];
  }

  /** The lesson on the algorithm, if the library has one. */
  async function paintLesson() {
    const { name } = algorithm;
    try {
      const found = questionOn((await ownLessons(catalogue, signal)).lessons, name);
      if (name !== algorithm.name) return;
      lesson.hidden = found === null;
      lesson.href = addressOf("lessons", { search: name });
    } catch (error) {
      complain(error);
    }
  }

  function paintMethods() {
    paintLesson();
    const choices = recordedOf(game).map(({ name }) => [name, name]);
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

  const inside = insideLinks(catalogue, { without: "search" });

  /** Another position has been set, perhaps of another game. */
  function onchange(_, { isFirst = false, isOther = false }) {
    if (isOther) {
      game = subject.game();
      algorithm = algorithmFor(algorithm.name);
      values = {};
      ({ depth } = sampleOf(game));
      depths.set(depth);
      paintMethods();
    }
    figures.cut.call(t(game.players === 1 ? "search.left" : "search.cut"));
    const isMap = game.name === "grid";
    board = isMap ? createSearchMap(subject.at(), signal) : boardOf(subject.at(), signal);
    small.classList.toggle("map", isMap);
    replace(small, board.element, isMap && mapKey());
    if (isFirst && asked.order) checkAsked();
    else load();
  }

  const followSwitch = toggle(t("search.follow"), following, follow);
  const shared = sharing({
    path: "search", params, name: () => `search-${game.name}`, place: subject.place,
    board: () => ({ ...subject.at(), position: drawn?.recording.nodes[picked ?? current].position ?? subject.at().position }),
    pictures: [{ name: "tree", svg: async () => tree.picture(`${subject.title()} – ${text()}`) }],
  });

  paintMethods();
  controls(true);
  const view = h("div", { class: "view search-view" },
    lead("search"),
    h("div", { class: "wide-table" },
      h("div", { class: "stage" },
        told,
        tree.element,
        h("div", { class: "transport" }, steps.scrub, h("div", { class: "buttons" }, buttons.first, buttons.back, buttons.play, buttons.on, buttons.last,
          h("span", { class: "spring" }),
          button("−", () => tree.zoom(1 / 1.35), { kind: "quiet", "aria-label": t("zoom.out") }),
          button("+", () => tree.zoom(1.35), { kind: "quiet", "aria-label": t("zoom.in") }),
          button(t("zoom.fit"), () => follow(false), { kind: "quiet" }))),
        keys),
      code.element,
      h("div", { class: "side" },
        h("section", { class: "ledger look", "aria-label": t("search.look") },
          h("dl", { class: "figures" }, figures.step, figures.nodes, figures.cut),
          h("div", { class: "node-card" }, small, caption),
          data),
        h("section", { class: "ledger", "aria-label": t("search.panel") },
          subject.menu,
          methods, lesson, subject.position, depths,
          slider(t("search.nodes"), { min: 50, max: 2000, step: 50, value: most, words: (nodes) => number(nodes) }, (to) => { most = to; remember("search.nodes", to); clearTimeout(load.later); load.later = setTimeout(load, 250); }),
          slider(t("search.speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) }, (to) => {
            speed = to;
            remember("search.speed", to);
            if (playing) { pause(); play(); }
          }),
          followSwitch,
          subject.settings,
          own,
          inside,
          shared))));
  signal.addEventListener("abort", pause);
  requestAnimationFrame(subject.begin);
  return view;
}
