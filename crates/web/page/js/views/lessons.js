// Lessons: questions on what searches do and positions are worth, marked by the program. What was
// answered is kept in the browser alone.

import { address, keep } from "../address.js";
import { note, say } from "../announce.js";
import { isAbort } from "../api.js";
import { gameNamed, titleOf } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { LessonError, parseLessons } from "../lesson.js";
import { remember, remembered } from "../store.js";
import { createTree } from "../tree.js";
import { button, more } from "../widgets.js";
import { lead } from "./parts.js";
import { prepare, QuestionError } from "./question.js";
import { boardOf } from "./samples.js";
import { searchData } from "./search_data.js";

/** The library's own lessons, in the reader's language. */
const OWN = () => `lessons/${currentLanguage()}.txt`;
/** The lessons that the reader brought, kept for the next visit. */
const BROUGHT = "lessons.text";
const PROGRESS = "lessons.progress";

export async function open({ catalogue, signal }) {
  const asked = address();
  const file = asked.file;
  let lessons = [];
  let at = { lesson: Math.max(1, Number(asked.lesson) || 1), question: Math.max(1, Number(asked.question) || 1) };
  /** `{ "title of a lesson": { "2": "first" | "later" } }`: at which attempt each question was answered. */
  let progress = remembered(PROGRESS, {});
  let showing = null;

  const counsel = h("div", { class: "counsel", id: "counsel" });
  const heading = h("h2", { class: "question" });
  const stage = h("div", { class: "question-stage" });
  const answers = h("div", { class: "answers", role: "group", "aria-label": t("lesson.answers") });
  const why = h("p", { class: "why" });
  const onward = button(t("lesson.next"), () => go(after()), { kind: "primary", id: "lesson-next" });
  const list = h("div", { class: "lesson-list" });
  const pasted = h("textarea", { rows: 6, spellcheck: "false", id: "lesson-text", "aria-label": t("lesson.text") });
  const chooser = h("input", { type: "file", accept: ".txt,text/plain", id: "lesson-file", "aria-label": t("lesson.file"), onchange: async () => { const [one] = chooser.files; if (one) bring(await one.text()); } });

  function tell(text, kind = "") {
    counsel.className = `counsel ${kind}`;
    replace(counsel, h("span", {}, text));
    say(text);
  }

  const lessonAt = () => lessons[at.lesson - 1];
  const done = (lesson, index) => progress[lesson.title]?.[index + 1];

  /** The question after this one; null after the last. */
  function after() {
    if (at.question < lessonAt().questions.length) return { lesson: at.lesson, question: at.question + 1 };
    return at.lesson < lessons.length ? { lesson: at.lesson + 1, question: 1 } : null;
  }

  function paintList() {
    replace(list, lessons.map((lesson, index) => {
      const solved = lesson.questions.filter((_, number) => done(lesson, number)).length;
      return h("details", { open: index === at.lesson - 1 },
        h("summary", {}, lesson.title, h("span", { class: "score" }, `${solved} / ${lesson.questions.length}`)),
        h("ol", {}, lesson.questions.map(({ text }, number) => {
          const state = done(lesson, number);
          const here = index === at.lesson - 1 && number === at.question - 1;
          return h("li", { class: state ?? "open" },
            h("button", { type: "button", class: "link", "aria-current": here ? "step" : null, onclick: () => go({ lesson: index + 1, question: number + 1 }) },
              text, state && h("span", { class: "unseen" }, ` (${t(`lesson.state.${state}`)})`)));
        })));
    }));
  }

  async function go(to) {
    if (!to || lessons.length === 0) return;
    at = { lesson: Math.min(to.lesson, lessons.length), question: 1 };
    at.question = Math.min(to.question, lessonAt().questions.length);
    keep("lessons", { file, ...at }, { fresh: true });
    paintList();
    await show(lessonAt().questions[at.question - 1]);
  }

  async function show(question) {
    showing?.abort();
    showing = new AbortController();
    const { signal: ended } = showing;
    const lesson = lessonAt();
    heading.textContent = question.text;
    why.textContent = "";
    onward.hidden = true;
    replace(stage);
    replace(answers);
    tell(lesson.lead || t("lesson.begin"));
    let prepared;
    try {
      prepared = await prepare(question, AbortSignal.any([signal, ended]));
    } catch (error) {
      if (isAbort(error)) return;
      tell(t("lesson.failed", { line: question.line, why: error.message }), "bad");
      onward.hidden = after() === null;
      if (!(error instanceof QuestionError) && error.code === undefined) throw error;
      return;
    }
    if (ended.aborted) return;
    let attempts = 0;
    const buttons = prepared.choices.map((choice) => button(choice.text, () => answer(choice), { class: "button plain answer" }));
    const shown = prepared.drawn ? treeOf(prepared, answerNode) : positionOf(question, prepared);
    replace(stage, shown.element);
    replace(answers, buttons);
    shown.show();

    function answerNode(node) {
      const choice = prepared.choices.find((one) => one.node === node);
      if (choice) answer(choice);
    }

    function answer(choice) {
      if (attempts < 0) return;
      const control = buttons[prepared.choices.indexOf(choice)];
      if (!choice.right) {
        attempts += 1;
        control.classList.add("wrong");
        control.disabled = true;
        return tell(choice.wrong, "bad");
      }
      control.classList.add("right");
      buttons.forEach((one) => { one.disabled = true; });
      // A question that was once answered at the first attempt stays so.
      const before = progress[lesson.title] ?? {};
      const state = attempts === 0 || before[at.question] === "first" ? "first" : "later";
      progress = { ...progress, [lesson.title]: { ...before, [at.question]: state } };
      remember(PROGRESS, progress);
      attempts = -1;
      why.textContent = question.why ?? "";
      onward.hidden = after() === null;
      shown.reveal();
      paintList();
      tell(after() ? t("lesson.right") : t("lesson.right.last"), "good");
    }
  }

  /** A tree in which nodes can be chosen, and the lists beside it. */
  function treeOf({ drawn, replay, algorithm, step, node }, onpick) {
    const tree = createTree({ onpick });
    const data = h("div", { class: "search-data" });
    const element = h("div", { class: "stage asking" }, tree.element, data);
    const paint = (to, marked) => {
      const current = replay.seek(to);
      tree.show(replay.states, { current: marked ?? current, line: new Set() });
      replace(data, searchData(drawn.recording, replay.states, marked ?? current, algorithm, { sorted: !element.classList.contains("asking") }));
    };
    return {
      element,
      show() {
        tree.load(drawn);
        tree.sheet.setAttribute("aria-label", t("search.tree", { nodes: drawn.recording.nodes.length, method: algorithm }));
        paint(step, node);
        if (!tree.fit()) tree.follow(node ?? replay.seek(step));
      },
      reveal() {
        element.classList.remove("asking");
        paint(node === null ? step + 1 : replay.length, node);
      },
    };
  }

  function positionOf({ game, settings }, { position }) {
    const board = boardOf({ game, settings }, signal);
    return {
      element: h("figure", { class: "question-board" }, h("div", { class: "small-board" }, board.element), h("figcaption", { class: "caption" }, `${titleOf(game)}: ${position}`)),
      show: () => board.show(position),
      reveal() {},
    };
  }

  const explain = (error) => error instanceof LessonError ? t("lesson.line", { line: error.line, why: t(error.name, error.values) }) : error.message;

  /** Takes the lessons of a text; of the library's own those whose games are here. */
  function take(text, { own = false } = {}) {
    lessons = parseLessons(text);
    if (own) {
      for (const lesson of lessons) lesson.questions = lesson.questions.filter(({ game }) => gameNamed(catalogue, game));
      lessons = lessons.filter(({ questions }) => questions.length > 0);
    }
    pasted.value = text;
    paintList();
    if (lessons.length > 0) return go(at);
    return tell(t("lesson.none"));
  }

  function bring(text) {
    try {
      parseLessons(text);
    } catch (error) {
      return note(explain(error), "bad");
    }
    remember(BROUGHT, text);
    at = { lesson: 1, question: 1 };
    return take(text);
  }

  async function ownText() {
    const response = await fetch(OWN(), { signal });
    return response.text();
  }

  async function begin() {
    try {
      if (file) {
        const response = await fetch(file, { signal });
        if (!response.ok) throw new Error(t("lesson.error.file", { file }));
        await take(await response.text());
        return;
      }
      const brought = remembered(BROUGHT, null);
      await (brought ? take(brought) : take(await ownText(), { own: true }));
    } catch (error) {
      if (isAbort(error)) return;
      tell(explain(error), "bad");
    }
  }

  requestAnimationFrame(begin);
  return h("div", { class: "view lessons-view" },
    lead("lessons"),
    h("div", { class: "wide-table" },
      h("div", { class: "stage" }, heading, counsel, stage, answers, why, h("div", { class: "buttons" }, onward)),
      h("section", { class: "ledger", "aria-label": t("lessons.name") },
        list,
        more(t("lesson.own"),
          h("p", { class: "help" }, t("lesson.own.help")),
          h("div", { class: "field" }, h("label", { for: "lesson-file" }, t("lesson.file")), chooser),
          h("div", { class: "field entry" }, h("label", { for: "lesson-text" }, t("lesson.text")), pasted,
            h("div", { class: "buttons" },
              button(t("lesson.take"), () => bring(pasted.value), { id: "lesson-take" }),
              button(t("lesson.library"), async () => { remember(BROUGHT, null); at = { lesson: 1, question: 1 }; await take(await ownText(), { own: true }); }, { id: "lesson-library" }))),
          button(t("lesson.forget"), () => { progress = {}; remember(PROGRESS, progress); paintList(); }, { kind: "quiet", id: "lesson-forget" })))));
}
