// The compare view: each algorithm's nodes, time and memory on one position, while they run.

import { address, keep } from "../address.js";
import { complain, say } from "../announce.js";
import { isAbort, post, seed, stream } from "../api.js";
import { h, replace, svg } from "../dom.js";
import { bytes, compact, duration, number, refusal, t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { button, entry, more, slider } from "../widgets.js";
import { standalone } from "../pictures.js";
import { claimOf } from "./claim.js";
import { insideLinks, lead } from "./parts.js";
import { boardOf } from "./samples.js";
import { sharing } from "./share.js";
import { createSubject } from "./subject.js";

/** What is compared on at first, and which searches. Other games begin with their first position. */
const SAMPLES = {
  taquin: { position: "423578016", chosen: ["bfs", "bidirectional", "a*", "ida*", "greedy", "weighted-a*", "ids"] },
  "rush-hour": { position: "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.", chosen: ["bfs", "uniform-cost", "a*", "greedy", "weighted-a*"] },
  "simple-nim": { position: "15", chosen: ["minimax", "memo-minimax", "negamax", "alpha-beta", "alpha-beta:outcome-only", "alpha-beta:outcome-only:reverse-moves", "pvs"] },
  nim: { position: "3-4-5", chosen: ["minimax", "memo-minimax", "alpha-beta", "pvs", "retrograde"] },
  "tic-tac-toe": { position: ".........", chosen: ["minimax", "memo-minimax", "alpha-beta", "alpha-beta:outcome-only", "pvs", "mtd-f", "mtd-bi", "retrograde"] },
  "connect-four": { settings: { size: "4x4" }, position: null, chosen: ["memo-minimax", "alpha-beta", "pvs", "mtd-f", "mtd-bi", "retrograde"] },
  breakthrough: { settings: { size: "3x4" }, position: null, chosen: ["memo-minimax", "alpha-beta", "pvs", "mtd-f", "mtd-bi", "retrograde"] },
};

const FIGURES = [
  { name: "nodes", of: (row) => row.nodes, words: compact, least: 1 },
  { name: "time", of: (row) => row.seconds, words: duration, least: 1e-6 },
  { name: "memory", of: (row) => row.bytes, words: bytes, least: 1 },
];

/** At first, one search of each family and the game's default. */
function sampleOf(game) {
  const firsts = game.algorithms.filter((one, index, all) => all.findIndex(({ family }) => family === one.family) === index);
  return SAMPLES[game.name] ?? { position: null, chosen: [...firsts.map(({ name }) => name), game.default_algorithm] };
}

/** The searches to choose from: the game's algorithms, and those that the sample has with options. */
const searchesOf = (game) => [...new Set([...game.algorithms.map(({ name }) => name), ...sampleOf(game).chosen])];

/** The most searches in one comparison. */
const MAX_SEARCHES = 24;

export function open({ catalogue, signal }) {
  const asked = address();
  const subject = createSubject({ view: "compare", games: catalogue.games, usual: "taquin", asked, sampleOf, signal, onchange });
  if (!subject) return h("div", { class: "view compare-view" }, lead("compare"));
  let game = subject.game();
  let seconds = Math.max(1, Math.min(20, Number(asked.seconds ?? remembered("compare.seconds", 5)) || 5));
  let chosen = new Set(asked.searches ? asked.searches.split(" ").filter(Boolean) : [...sampleOf(game).chosen, ...(asked.search ? [asked.search] : [])]);
  let known = [...new Set([...searchesOf(game), ...chosen])];
  let rows = [];
  let running = null;

  const table = h("div", { class: "bars" });
  const counsel = h("div", { class: "counsel", id: "counsel" }, h("span", {}, t("compare.begin")));
  const run = button(t("compare.run"), () => running ? running.abort() : start(), { kind: "primary", id: "run" });
  const added = entry(t("compare.add"), { action: t("set"), hint: t("compare.add.hint") }, (text) => {
    if (!text) return;
    if (!known.includes(text)) known.push(text);
    choose(text, true);
    added.set("");
    paintChoices();
  });
  const shuffled = button(t("shuffle"), shuffle, { id: "shuffle" });
  const small = h("div", { class: "small-board" });
  const params = () => ({ ...subject.params(), searches: known.filter((one) => chosen.has(one)).join(" "), seconds });
  const kept = (fresh = false) => { if (!signal.aborted) keep("compare", params(), { fresh }); };
  const inside = insideLinks(catalogue, { without: "compare" });

  /** Another position is on the board: what was found out about the one before goes. */
  function onchange(view, { isFirst = false, isOther = false }) {
    inside.set(subject.at());
    running?.abort();
    tell(t("compare.begin"));
    const board = boardOf(subject.at(), signal);
    replace(small, board.element);
    board.show(view.position);
    if (isOther) {
      game = subject.game();
      chosen = new Set(sampleOf(game).chosen);
      known = searchesOf(game);
      paintChoices();
    }
    rows = rowsOf("chosen");
    paint();
    kept(!isFirst);
  }

  const boxes = h("fieldset", { class: "checks" });

  function tell(text, kind = "") {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text));
    say(text);
  }

  /** A row for each search that is chosen. */
  const rowsOf = (state) =>
    known.filter((one) => chosen.has(one)).slice(0, MAX_SEARCHES).map((algorithm) => ({ algorithm, state, nodes: 0, seconds: 0, bytes: 0, claim: "" }));
  /** Whether no search has run yet. */
  const isNew = () => rows.every(({ state }) => state === "chosen");

  /** Another search is chosen, or one no more. */
  function choose(one, isChosen) {
    if (isChosen) chosen.add(one);
    else chosen.delete(one);
    if (isNew()) {
      rows = rowsOf("chosen");
      paint();
    }
    kept();
  }

  async function start() {
    const mine = rows = rowsOf("waiting");
    running = new AbortController();
    run.textContent = t("cancel");
    tell(t("compare.running"));
    paint();
    const body = {
      at: subject.at(),
      searches: rows.map(({ algorithm }) => algorithm),
      milliseconds: seconds * 1000,
    };
    try {
      for await (const { name: kind, data } of stream("compare", body, AbortSignal.any([signal, running.signal]))) note(kind, data);
      tell(t("compare.done"), "good");
    } catch (error) {
      // Another position has rows of its own.
      if (rows !== mine) return;
      if (isAbort(error)) tell(t("compare.cancelled"));
      else {
        tell(error.message, "bad");
        complain(error);
      }
      for (const row of rows) if (row.state !== "done") row.state = "stopped";
    } finally {
      running = null;
      run.textContent = t("compare.run");
      paint();
    }
  }

  function note(kind, data) {
    const row = rows[data.index];
    if (!row) return;
    if (kind === "progress") Object.assign(row, { state: "running", nodes: data.nodes_generated, seconds: data.seconds, bytes: data.peak_bytes });
    else if (kind === "report") {
      const { report } = data;
      Object.assign(row, { state: "done", nodes: report.nodes_generated, seconds: report.seconds, bytes: report.peak_bytes, claim: claimOf(report) });
    } else if (kind === "failure") Object.assign(row, { state: "failed", claim: refusal(data.message) });
    else return;
    paint();
  }

  /** For each figure, how long the bar of a value is, in per cent. */
  const scalesOf = () => FIGURES.map(({ of, least }) => {
    const most = Math.max(least * 10, ...rows.map(of));
    return (value) => value <= least ? (value > 0 ? 2 : 0) : 2 + (98 * Math.log10(value / least)) / Math.log10(most / least);
  });

  /** A bar for each figure, on a scale of powers of ten. */
  function paint() {
    const scales = scalesOf();
    const head = h("tr", {}, h("th", { scope: "col" }, t("compare.algorithm")), FIGURES.map((figure) => h("th", { scope: "col" }, t(`compare.${figure.name}`))), h("th", { scope: "col" }, t("compare.claim")));
    const body = rows.map((row) => h("tr", { class: row.state },
      h("th", { scope: "row" }, row.algorithm),
      FIGURES.map(({ name, of, words }, index) => h("td", { "data-title": t(`compare.${name}`) },
        h("div", { class: `bar ${name}` }, h("i", { vars: { "--part": `${scales[index](of(row))}%` } })),
        h("span", {}, ["chosen", "waiting"].includes(row.state) ? "" : words(of(row))))),
      h("td", { class: "claim" }, ["chosen", "done", "failed"].includes(row.state) ? row.claim : t(`compare.row.${row.state}`))));
    replace(table, h("table", {}, h("caption", { class: "unseen" }, t("compare.name")), h("thead", {}, head), h("tbody", {}, body)),
      !isNew() && h("p", { class: "help" }, t("compare.scale")));
  }

  function paintChoices() {
    const summaries = new Map(game.algorithms.map((one) => [one.name, one.summary]));
    replace(boxes, h("legend", {}, t("compare.algorithms")), known.map((one) => h("label", { title: summaries.get(one) },
      h("input", { type: "checkbox", checked: chosen.has(one), onchange: (event) => choose(one, event.target.checked) }), h("span", {}, one))));
    shuffled.hidden = game.players !== 1;
  }

  /** The bars as a drawing of its own. */
  function picture() {
    const [left, column, line] = [190, 150, 30];
    const scales = scalesOf();
    const label = (x, y, text, size = 13) => svg("text", { x, y, "font-size": size, "font-family": "sans-serif", fill: "var(--ink)" }, text);
    const colours = { nodes: "var(--indigo)", time: "var(--seal)", memory: "var(--win)" };
    const drawn = svg("svg", { class: "unseen light" },
      FIGURES.map(({ name }, index) => label(left + index * column, 20, t(`compare.${name}`))),
      label(left + 3 * column, 20, t("compare.claim")),
      rows.map((row, at) => svg("g", { transform: `translate(0 ${(at + 1) * line})` },
        label(8, 20, row.algorithm),
        FIGURES.map(({ name, of, words }, index) => [
          svg("rect", { x: left + index * column, y: 8, width: (scales[index](of(row)) * 0.7), height: 14, rx: 3, fill: colours[name] }),
          label(left + index * column + 76, 20, words(of(row)), 11)]),
        label(left + 3 * column, 20, row.claim, 12))));
    document.body.append(drawn);
    const text = standalone(drawn, { x: 0, y: 0, width: left + 3 * column + 330, height: (rows.length + 1) * line + 12 }, subject.title());
    drawn.remove();
    return text;
  }

  async function shuffle() {
    try {
      const { game: name, settings } = subject.at();
      const { position } = await post("shuffle", { at: { game: name, settings }, seed: seed() }, signal);
      await subject.place(position);
    } catch (error) {
      complain(error);
    }
  }

  paintChoices();
  paint();
  requestAnimationFrame(subject.begin);
  return h("div", { class: "view compare-view" },
    lead("compare"),
    h("div", { class: "wide-table" },
      h("section", { class: "ledger asked", "aria-label": t("search.panel") },
        subject.menu,
        small,
        subject.position, h("div", { class: "buttons" }, run, shuffled)),
      h("div", { class: "stage chart" }, counsel, table),
      h("section", { class: "ledger rest", "aria-label": t("search.settings") },
        slider(t("compare.seconds"), { min: 1, max: 20, value: seconds, words: (value) => `${number(value)} s` }, (to) => { seconds = to; remember("compare.seconds", to); kept(); }),
        h("small", {}, t("compare.seconds.hint")),
        more(t("compare.algorithms"), boxes, added),
        subject.settings,
        inside,
        sharing({
          path: "compare", params, name: () => `compare-${game.name}`, board: subject.at, place: subject.place,
          pictures: [{ name: "comparison", svg: async () => picture() }],
        }))));
}
