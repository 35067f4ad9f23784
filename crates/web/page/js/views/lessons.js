// Lessons: questions on what searches do and positions are worth, marked by the program. What was
// answered is kept in the browser alone.

import { address, addressOf, keep } from "../address.js";
import { say } from "../announce.js";
import { isAbort } from "../api.js";
import { gameNamed, titleOf, writeSettings } from "../catalogue.js";
import { h, replace, still } from "../dom.js";
import { maybe, spaced, t } from "../i18n.js";
import { KEYS, LessonError, ownLessons, parseLessons, questionOn } from "../lesson.js";
import { pack, unpack } from "../packed.js";
import { download } from "../pictures.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, more, verdictLine } from "../widgets.js";
import { lead } from "./parts.js";
import { prepare, QuestionError } from "./question.js";
import { keyOf } from "./recorded.js";
import { boardOf } from "./samples.js";
import { searchData } from "./search_data.js";
import { sharing } from "./share.js";

/** The lessons that the reader brought, kept for the next visit. */
const BROUGHT = "lessons.text";
const PROGRESS = "lessons.progress";

export async function open({ catalogue, signal }) {
  const asked = address();
  /** Where the lessons are from, if not from the library: a file, or a text in the address. */
  let source = { file: asked.file, text: asked.text };
  let lessons = [];
  let at = { lesson: Math.max(1, Number(asked.lesson) || 1), question: Math.max(1, Number(asked.question) || 1) };
  /** `{ "title of a lesson": { "2": "first" | "later" } }`: at which attempt each question was answered. */
  let progress = remembered(PROGRESS, {});
  let showing = null;

  const counsel = h("div", { class: "counsel", id: "counsel" });
  const heading = h("h2", { class: "question", tabindex: -1 });
  const introduction = h("p", { class: "introduction" });
  const stage = h("div", { class: "question-stage" });
  const detail = h("div", { class: "stage" });
  const answers = h("div", { class: "answers", role: "group", "aria-label": t("lesson.answers") });
  const why = h("p", { class: "why" });
  const onward = button(t("lesson.next"), () => go(after(), { isAsked: true }), { kind: "primary", id: "lesson-next" });
  const watch = h("a", { class: "button plain", id: "lesson-watch" }, t("lesson.watch"));
  const library = button(t("lesson.library"), backToLibrary, { id: "lesson-library" });
  const params = () => ({ ...source, ...at });
  const list = h("div", { class: "lesson-list" });
  const refused = verdictLine("lesson-refused");
  const pasted = h("textarea", { rows: 16, spellcheck: "false", id: "lesson-text", "aria-label": t("lesson.text") });
  const chooser = h("input", { type: "file", accept: ".txt,text/plain", id: "lesson-file", "aria-label": t("lesson.file"), onchange: async () => { const [one] = chooser.files; if (one) bring(await one.text()); } });

  function tell(text, kind = "") {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text));
    say(text);
  }

  const lessonAt = () => lessons[at.lesson - 1];
  const done = (lesson, index) => progress[lesson.title]?.[index + 1];

  /** Forgets how a question was answered, as it is another one now, or none. */
  function forget({ title }, index) {
    const { [index + 1]: _, ...others } = progress[title] ?? {};
    progress = { ...progress, [title]: others };
    remember(PROGRESS, progress);
  }

  /** The question after this one; null after the last. */
  function after() {
    if (at.question < lessonAt().questions.length) return { lesson: at.lesson, question: at.question + 1 };
    return at.lesson < lessons.length ? { lesson: at.lesson + 1, question: 1 } : null;
  }

  function paintList() {
    replace(list, lessons.map((lesson, index) => {
      const solved = lesson.questions.filter((_, number) => done(lesson, number)).length;
      return h("details", { open: index === at.lesson - 1 },
        h("summary", {}, spaced(lesson.title), h("span", { class: "score" }, `${solved} / ${lesson.questions.filter(({ failed }) => !failed).length}`)),
        h("ol", {}, lesson.questions.map(({ text, failed }, number) => {
          const state = failed ? "failed" : done(lesson, number);
          const here = index === at.lesson - 1 && number === at.question - 1;
          return h("li", { class: state ?? "open" },
            h("button", { type: "button", class: "link", "aria-current": here ? "step" : null, onclick: () => go({ lesson: index + 1, question: number + 1 }, { isAsked: true }) },
              spaced(text), state && h("span", { class: "unseen" }, ` (${t(`lesson.state.${state}`)})`)));
        })));
    }));
  }

  /** Turns to a question; if the reader asked for it, it comes into view and has an entry in the history. */
  async function go(to, { isAsked = false } = {}) {
    if (!to || lessons.length === 0) return;
    at = { lesson: Math.min(to.lesson, lessons.length), question: 1 };
    at.question = Math.min(to.question, lessonAt().questions.length);
    keep("lessons", params(), { fresh: isAsked });
    paintList();
    if (isAsked) {
      heading.scrollIntoView({ block: "nearest" });
      heading.focus({ preventScroll: true });
    }
    await show(lessonAt().questions[at.question - 1]);
  }

  async function show(question) {
    showing?.abort();
    showing = new AbortController();
    const { signal: ended } = showing;
    const lesson = lessonAt();
    heading.textContent = spaced(question.text);
    introduction.textContent = spaced(lesson.lead);
    why.textContent = "";
    onward.hidden = watch.hidden = true;
    [stage, answers, detail].forEach((one) => replace(one));
    tell(t("lesson.begin"));
    let prepared;
    try {
      prepared = await prepare(question, AbortSignal.any([signal, ended]));
    } catch (error) {
      if (isAbort(error)) return;
      const words = t("lesson.failed", { line: question.line, why: error.message });
      tell(words, "bad");
      // Beside the teacher's own text as well; what cannot be asked has no score, unlike what passes.
      if (error instanceof QuestionError || ["bad-request", "bad-body", "not-found"].includes(error.code)) {
        if (!library.hidden) refused.tell(words);
        question.failed = true;
        forget(lesson, lesson.questions.indexOf(question));
        paintList();
      }
      onward.hidden = after() === null;
      if (!(error instanceof QuestionError) && error.code === undefined) throw error;
      return;
    }
    if (ended.aborted) return;
    if (question.failed) {
      question.failed = false;
      paintList();
    }
    let attempts = 0;
    /** Where a question asks for all right answers, those that are still to be found. */
    const left = new Set(["winning", "losing"].includes(question.ask) ? prepared.choices.filter(({ right }) => right) : []);
    const shown = prepared.drawn ? treeOf(question, prepared, answerNode) : positionOf(question);
    const buttons = prepared.choices.map((choice) => {
      const look = () => shown.look(choice.node);
      return button(choice.text, () => answer(choice), { class: "button plain answer", onpointerenter: look, onfocus: look });
    });
    replace(stage, shown.element);
    replace(answers, buttons);
    replace(detail, shown.detail);
    shown.show(prepared);

    function answerNode(node) {
      const choice = prepared.choices.find((one) => one.node === node);
      if (choice) answer(choice);
    }

    function answer(choice) {
      if (attempts < 0) return;
      const control = buttons[prepared.choices.indexOf(choice)];
      if (control.disabled) return;
      control.disabled = true;
      if (!choice.right) {
        attempts += 1;
        control.classList.add("wrong");
        tell(choice.wrong, "bad");
        // Of two answers the other one is no choice any more.
        if (buttons.length === 2) finish(buttons.find((one) => one !== control));
        return;
      }
      left.delete(choice);
      if (left.size > 0) {
        control.classList.add("right");
        return tell(t("lesson.right.more", { left: left.size }), "good");
      }
      finish(control);
      tell([t(after() ? "lesson.right" : "lesson.right.last"), choice.also].filter(Boolean).join(" "), "good");
    }

    /** Shows the last answer that was still to be found, and why. */
    function finish(control) {
      control.classList.add("right");
      buttons.forEach((one) => { one.disabled = true; });
      // A question that was once answered at the first attempt stays so.
      const before = progress[lesson.title] ?? {};
      const state = attempts === 0 || before[at.question] === "first" ? "first" : "later";
      progress = { ...progress, [lesson.title]: { ...before, [at.question]: state } };
      remember(PROGRESS, progress);
      attempts = -1;
      why.textContent = spaced(question.why ?? "");
      onward.hidden = after() === null;
      shown.reveal();
      paintList();
      onward.parentElement.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
    }
  }

  /** A tree in which nodes can be chosen, with the board of the node in question, and the lists beside it. */
  function treeOf(question, { drawn, all, replay, algorithm, step, node }, onpick) {
    const tree = createTree({ onpick });
    const data = h("div", { class: "search-data" });
    const board = positionOf(question);
    const { nodes } = drawn.recording;
    const look = (at = node ?? 0) => board.show(all[at]);
    const { element } = tree;
    element.classList.add("asking");
    const detail = [
      h("p", { class: "tree-key" }, keyOf(gameNamed(catalogue, question.game), drawn.recording)),
      h("div", { class: "question-detail" }, board.element, data),
    ];
    const paint = (to, marked) => {
      const current = replay.seek(to);
      tree.show(replay.states, { current: marked ?? current, line: new Set() });
      replace(data, searchData(drawn.recording, replay.states, marked ?? current, algorithm, { sorted: !element.classList.contains("asking") }));
    };
    return {
      element,
      detail,
      look,
      show() {
        tree.load(drawn, t("search.tree", { nodes: nodes.length, method: algorithm }));
        paint(step, node);
        look();
        // What is hidden needs no room.
        const isSeen = (index) => replay.states[index].born || index === node;
        if (!tree.fit(isSeen)) tree.follow(node ?? replay.seek(step));
      },
      reveal() {
        element.classList.remove("asking");
        const to = node === null ? step + 1 : replay.length;
        paint(to, node);
        if (!tree.fit((index) => replay.states[index].born)) tree.follow(node ?? replay.seek(to));
        const { game, settings, position, search, nodes: most } = question;
        watch.href = addressOf("search", { game, settings: writeSettings(settings), position, search, nodes: most, step: to });
        watch.hidden = false;
      },
    };
  }

  /** A board to look at, with the game, its rules and the position in words. */
  function positionOf({ game, settings }) {
    const board = boardOf({ game, settings }, signal);
    const caption = h("figcaption", { class: "caption" });
    const name = [maybe(`nim.kind.${game}`) ?? titleOf(game), writeSettings(settings)].filter(Boolean).join(", ");
    const show = ({ position }) => {
      board.show(position);
      replace(caption, h("span", {}, name), h("code", {}, position));
    };
    return { element: h("figure", { class: "question-board" }, h("div", { class: "small-board", inert: true }, board.element), caption), show, look() {}, reveal() {} };
  }

  const explain = (error) => error instanceof LessonError ? t("lesson.line", { line: error.line, why: t(error.name, error.values) }) : error.message;

  /** Takes the lessons of a text, which may be the library's own. */
  function take(text, own = null) {
    lessons = own ?? parseLessons(text);
    pasted.value = text;
    library.hidden = own !== null;
    paintList();
    if (lessons.length > 0) return go(at);
    return tell(t("lesson.none"));
  }

  async function bring(text) {
    let given;
    try {
      given = parseLessons(text);
    } catch (error) {
      return refused.tell(explain(error));
    }
    refused.clear();
    // A question that has been changed is to be answered anew.
    for (const lesson of given) {
      const before = lessons.find(({ title }) => title === lesson.title)?.questions;
      const isSame = (one, other) => ["text", ...KEYS].every((key) => JSON.stringify(one[key]) === JSON.stringify(other?.[key]));
      lesson.questions.forEach((one, index) => { if (before && !isSame(one, before[index])) forget(lesson, index); });
    }
    remember(BROUGHT, text);
    at = { lesson: 1, question: 1 };
    source = { text: await pack(text) };
    return take(text);
  }

  /** Takes the library's own, from the question on a search if the address asks for that. */
  async function takeOwn() {
    const { text, lessons: own } = await ownLessons(catalogue, signal);
    if (asked.search) at = questionOn(own, asked.search) ?? at;
    delete asked.search;
    await take(text, own);
  }

  async function backToLibrary() {
    remember(BROUGHT, null);
    at = { lesson: 1, question: 1 };
    source = {};
    await takeOwn();
  }

  /** The text that the address has, or names a file of. */
  async function textOf({ file, text }) {
    if (text) return unpack(text).catch(() => { throw new Error(t("lesson.error.packed")); });
    const response = await fetch(file, { signal });
    if (!response.ok) throw new Error(t("lesson.error.file", { file }));
    return response.text();
  }

  async function begin() {
    let text = null;
    try {
      const brought = remembered(BROUGHT, null);
      if (source.file || source.text) text = await textOf(source);
      else if (brought && !asked.search) {
        text = brought;
        source = { text: await pack(brought) };
      }
      await (text === null ? takeOwn() : take(text));
    } catch (error) {
      if (isAbort(error)) return;
      tell(explain(error), "bad");
      if (text === null) return;
      // The text is there to be mended.
      pasted.value = text;
      own.open = true;
      refused.tell(explain(error));
    }
  }

  const own = more(t("lesson.own"),
    h("p", { class: "help" }, t("lesson.own.help")),
    h("dl", { class: "lesson-keys" }, KEYS.map((key) => [h("dt", {}, `${key}:`), h("dd", {}, t(`lesson.key.${key}`))])),
    h("div", { class: "field" }, h("label", { for: "lesson-file" }, t("lesson.file")), chooser),
    h("div", { class: "field entry" }, h("label", { for: "lesson-text" }, t("lesson.text")), pasted,
      h("div", { class: "buttons" },
        button(t("lesson.take"), () => bring(pasted.value), { id: "lesson-take" }),
        button(t("lesson.save"), () => download("lessons.txt", new Blob([pasted.value], { type: "text/plain" })), { id: "lesson-save" })),
      refused));

  requestAnimationFrame(begin);
  return h("div", { class: "view lessons-view" },
    lead("lessons"),
    h("div", { class: "wide-table" },
      h("div", { class: "stage" }, heading, introduction, stage, answers, counsel, why, h("div", { class: "buttons" }, onward, watch), detail),
      h("section", { class: "ledger", "aria-label": t("lessons.name") },
        library,
        list,
        own,
        sharing({ path: "lessons", params, name: () => "lessons" }),
        button(t("lesson.forget"), () => { progress = {}; remember(PROGRESS, progress); paintList(); }, { kind: "quiet", id: "lesson-forget" }))));
}
