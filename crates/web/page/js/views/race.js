// The race: several searches on one position in step, side by side, by the nodes that they generate or
// by the time that they take.

import { address, keep } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort, stream } from "../api.js";
import { parseSpecification } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { duration, number, refusal, t } from "../i18n.js";
import { createReplay } from "../replay.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, menu, more, segmented, slider } from "../widgets.js";
import { claimOf } from "./claim.js";
import { insideLinks, lead } from "./parts.js";
import { recorded } from "./recorded.js";
import { DEEPEST, boardOf, recordedOf, sampleOf } from "./samples.js";
import { sharing } from "./share.js";
import { createSubject } from "./subject.js";

/** Searches that make a race worth watching. */
const FAVOURITES = { 1: ["bfs", "a*", "ida*"], 2: ["minimax", "alpha-beta", "pn"] };
const [FEWEST, MOST] = [2, 4];
/** The nodes that are drawn of each search. */
const NODES = 300;
/** The longest that a search may run to have its time taken, in milliseconds. */
const LONGEST = 4000;
/** How long a race is shown at speed 1, in seconds. */
const SLOWEST = 60;

export function open({ catalogue, signal }) {
  const asked = address();
  const games = catalogue.games.filter((game) => recordedOf(game).length >= FEWEST);
  const subject = createSubject({ view: "race", games, usual: "taquin", asked, sampleOf, signal, onchange });
  if (!subject) return h("div", { class: "view race-view" }, lead("race"));
  let game = subject.game();
  let runners = runnersOf(asked.searches?.split(" ") ?? [asked.search ?? ""]);
  let by = asked.by === "time" ? "time" : "nodes";
  let speed = remembered("race.speed", 5);
  let lanes = [];
  /** What part of the race is over, from 0 to 1. */
  let part = 0;
  let playing = null;
  let loading = null;

  const told = h("div", { class: "counsel", id: "counsel" });
  const track = h("div", { class: "lanes" });
  const clock = h("output", { class: "clock" });
  const scrub = h("input", { type: "range", class: "scrub", min: 0, max: 1000, value: 0, "aria-label": t("race.part"), oninput: () => { pause(); go(scrub.value / 1000); } });
  const play = button(t("search.play"), () => playing ? pause() : start(), { kind: "primary", id: "play" });
  const small = h("div", { class: "small-board" });
  const fields = h("div", { class: "fields wide" });
  /** Before the lanes on a phone, where it is folded away. */
  const chosen = more(t("race.lanes"), fields);
  chosen.open = matchMedia("(min-width: 68.01rem)").matches;
  const params = () => ({ ...subject.params(), searches: runners.join(" "), by });
  const kept = (fresh = false) => { if (!signal.aborted) keep("race", params(), { fresh }); };

  /** Searches that the game has: those that are wanted, or favourites beside the one that is. */
  function runnersOf(wanted) {
    const names = recordedOf(game).map(({ name }) => name);
    const nameOf = (one) => parseSpecification(one).name;
    const given = wanted.filter((one) => names.includes(nameOf(one))).slice(0, MOST);
    if (given.length >= FEWEST) return given;
    const others = new Set([...FAVOURITES[game.players].filter((one) => names.includes(one)), ...names]);
    return [...given, ...[...others].filter((one) => given.every((other) => nameOf(other) !== one))].slice(0, 3);
  }

  function tell(text, kind = "") {
    told.className = `counsel ${kind}`;
    replace(told, h("span", {}, text));
    if (!playing) say(text);
  }

  const text = (one) => {
    const { name, values } = parseSpecification(one);
    const algorithm = recordedOf(game).find((other) => other.name === name);
    const { depth } = sampleOf(game);
    const shallow = depth < DEEPEST && algorithm.options.includes("depth") && !("depth" in values);
    return shallow ? `${one}:depth=${depth}` : one;
  };

  /** Records each search for its tree, and runs it without a recorder for its time. */
  async function load() {
    pause();
    loading?.abort();
    loading = new AbortController();
    const ended = AbortSignal.any([signal, loading.signal]);
    const at = subject.at();
    tell(t("race.loading"));
    lanes = runners.map(createLane);
    replace(track, lanes.map(({ element }) => element));
    const searches = runners.map(text);
    try {
      for (const [index, search] of searches.entries()) lanes[index].load(await recorded("record", { at, search, nodes: NODES }, ended));
      const body = { at, searches, milliseconds: LONGEST };
      for await (const { name, data } of stream("compare", body, ended)) {
        if (name === "report") lanes[data.index].time(data.report);
        else if (name === "failure") throw new Error(refusal(data.message));
      }
    } catch (error) {
      if (!isAbort(error)) { tell(error.message, "bad"); complain(error); }
      return;
    }
    play.disabled = scrub.disabled = false;
    lanes.forEach(({ fit }) => fit());
    go(0);
    tell(t("race.ready"));
  }

  /** A search in the race. `end(by)` is where it ends: in nodes or in seconds. */
  function createLane(search) {
    const tree = createTree({ onpick() {} });
    const bar = h("i");
    const figure = h("span", { class: "lane-figure" });
    const claim = h("span", { class: "lane-claim" });
    const element = h("section", { class: "lane", "aria-label": search },
      h("header", {}, h("h2", {}, search), figure, claim), h("div", { class: "bar" }, bar), tree.element);
    let drawn = null;
    let replay = null;
    let report = null;
    /** For each step, the nodes that have been generated after it. */
    let counts = [];
    let words = "";
    /** Whether the whole tree can be read at once. */
    let isWhole = true;

    function load(data) {
      drawn = data;
      replay = createReplay(data.recording);
      counts = [0];
      for (let step = 1; step <= replay.length; step += 1) {
        counts.push(counts.at(-1) + (replay.eventOf(step).event === "visited" ? 1 : 0));
      }
      tree.load(data, t("search.tree", { nodes: data.recording.nodes.length, method: search }));
    }

    function time(data) {
      report = data;
      words = claimOf(data);
    }

    const nodes = () => Math.max(1, report.nodes_generated);
    const end = () => by === "nodes" ? nodes() : Math.max(1e-6, report.seconds);

    /** Shows how far the search is at `now`, in nodes or seconds. */
    function show(now) {
      const share = Math.min(1, now / end());
      const generated = share * nodes();
      const isOver = share === 1;
      // A recording that is complete may count a little differently; of the others only the beginning is shown.
      const visited = drawn.recording.limit ? generated : share * counts.at(-1);
      let step = isOver ? replay.length : 0;
      while (step < replay.length && counts[step + 1] <= visited) step += 1;
      const current = replay.seek(step);
      const atEnd = step === replay.length && isOver;
      tree.show(replay.states, { current: atEnd ? -1 : current, line: new Set(atEnd ? drawn.recording.path : []) });
      if (!isWhole) {
        if (isOver) tree.fit();
        else tree.follow(current);
      }
      // All bars have one scale, so that they compare the searches in the end.
      bar.style.setProperty("--part", `${100 * share * end() / length()}%`);
      figure.textContent = by === "nodes"
        ? t("race.nodes", { nodes: Math.round(generated) })
        : `${duration(share * report.seconds)}, ${t("race.nodes", { nodes: Math.round(generated) })}`;
      claim.textContent = isOver ? words : drawn.recording.limit && step === replay.length ? t("race.beyond") : "";
      element.classList.toggle("over", isOver);
    }

    const fit = () => { isWhole = tree.fit(); };

    return { element, search, load, time, end, show, fit, report: () => report };
  }

  const length = () => Math.max(...lanes.map(({ end }) => end()));

  function go(to) {
    if (lanes.some(({ report }) => report() === null)) return;
    part = Math.max(0, Math.min(1, to));
    const now = part * length();
    lanes.forEach(({ show }) => show(now));
    scrub.value = Math.round(part * 1000);
    scrub.style.setProperty("--part", `${100 * part}%`);
    clock.textContent = by === "nodes" ? t("race.nodes", { nodes: Math.round(now) }) : duration(now);
    if (part === 1) tell(ranking(), "good");
  }

  /** Who came first, and by how much. */
  function ranking() {
    const order = [...lanes].sort((one, other) => one.end() - other.end());
    const [first, last] = [order[0], order.at(-1)];
    const times = number(last.end() / first.end(), { maximumSignificantDigits: 2 });
    const words = by === "nodes" ? (nodes) => t("race.nodes", { nodes }) : duration;
    return t("race.result", { first: first.search, least: words(first.end()), last: last.search, most: words(last.end()), times });
  }

  function start() {
    if (part === 1) part = 0;
    const from = part;
    const seconds = SLOWEST / 2 ** (speed - 1);
    const began = performance.now();
    play.textContent = t("search.pause");
    tell(t("race.running"));
    playing = requestAnimationFrame(function tick(now) {
      if (signal.aborted) return pause();
      const to = from + (now - began) / 1000 / seconds;
      if (to >= 1) {
        pause();
        return go(1);
      }
      go(to);
      playing = requestAnimationFrame(tick);
    });
  }

  function pause() {
    cancelAnimationFrame(playing);
    playing = null;
    play.textContent = t("search.play");
  }

  function paintFields() {
    const choices = recordedOf(game).map(({ name }) => [name, name]);
    const change = (to) => { runners = to; kept(true); paintFields(); load(); };
    replace(fields,
      runners.map((one, index) => {
        const known = choices.some(([name]) => name === one) ? choices : [[one, one], ...choices];
        return menu(t("race.lane", { lane: index + 1 }), known, one, (to) => change(runners.map((other, at) => at === index ? to : other)));
      }),
      h("div", { class: "buttons" },
        button(t("race.add"), () => change([...runners, (choices.find(([name]) => !runners.includes(name)) ?? choices[0])[0]]), { id: "race-add", disabled: runners.length >= MOST }),
        button(t("race.remove"), () => change(runners.slice(0, -1)), { id: "race-remove", disabled: runners.length <= FEWEST })));
  }

  const inside = insideLinks(catalogue, { without: "race" });

  /** Another position has been set, perhaps of another game. */
  function onchange(view, { isFirst = false, isOther = false }) {
    inside.set(subject.at());
    if (isOther) {
      game = subject.game();
      runners = runnersOf(runners);
      paintFields();
    }
    const board = boardOf(subject.at(), signal);
    replace(small, board.element);
    board.show(view.position);
    kept(!isFirst);
    load();
  }

  play.disabled = scrub.disabled = true;
  paintFields();
  signal.addEventListener("abort", pause);
  requestAnimationFrame(subject.begin);
  return h("div", { class: "view race-view" },
    lead("race"),
    h("div", { class: "wide-table" },
      h("section", { class: "ledger asked", "aria-label": t("search.panel") },
        small, subject.menu, subject.position, chosen),
      h("div", { class: "stage" }, told,
        h("div", { class: "transport" }, scrub, h("div", { class: "buttons" },
          button(icon("first"), () => { pause(); go(0); }, { kind: "quiet", "aria-label": t("search.first") }), play,
          button(icon("last"), () => { pause(); go(1); }, { kind: "quiet", "aria-label": t("search.last"), id: "race-last" }),
          h("span", { class: "spring" }), clock)),
        track),
      h("section", { class: "ledger rest", "aria-label": t("settings") },
        segmented(t("race.by"), [["nodes", t("race.by.nodes")], ["time", t("race.by.time")]], by, (to) => { by = to; kept(); pause(); go(0); if (!play.disabled) tell(t("race.ready")); }),
        slider(t("search.speed"), { min: 1, max: 9, value: speed, words: (value) => t("speed.value", { value }) }, (to) => { speed = to; remember("race.speed", to); if (playing) { pause(); start(); } }),
        subject.settings,
        inside,
        sharing({ path: "race", params, name: () => `race-${game.name}`, board: subject.at, place: subject.place }))));
}
