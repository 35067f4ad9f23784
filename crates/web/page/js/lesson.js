// Lessons: a text that a teacher writes, read into questions. docs/lessons.md describes it.

import { gameNamed, parseSpecification, readSettings } from "./catalogue.js";
import { currentLanguage } from "./i18n.js";

/** What a question may ask for. */
const ASKED = ["next", "value", "visited", "winning", "losing", "best"];
/** What a question may say, and what it must. */
export const KEYS = ["game", "settings", "position", "search", "nodes", "step", "node", "ask", "why"];
const NEEDED = ["game", "ask"];
/** What is asked of a search needs one. */
export const OF_A_SEARCH = ["next", "value", "visited"];

/** A text that is no lesson; `line` is counted from 1. */
export class LessonError extends Error {
  constructor(line, name, values = {}) {
    super(name);
    Object.assign(this, { line, name, values });
  }
}

/** The lessons of a text: `{ title, lead, questions: [{ text, line, game, ask, … }] }`. */
export function parseLessons(text) {
  const lessons = [];
  let question = null;
  for (const [index, full] of text.split(/\r?\n/).entries()) {
    const line = full.trim();
    const at = index + 1;
    const lesson = lessons.at(-1);
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("= ")) {
      lessons.push({ title: line.slice(2).trim(), line: at, lead: "", questions: [] });
      question = null;
    } else if (!lesson) throw new LessonError(at, "lesson.error.before", { text: line });
    else if (line.startsWith("? ")) {
      question = { text: line.slice(2).trim(), line: at, lines: {} };
      lesson.questions.push(question);
    } else if (!question) lesson.lead = `${lesson.lead} ${line}`.trim();
    else {
      const [, key, value] = line.match(/^([a-z]+):\s*(.*)$/) ?? [];
      if (!KEYS.includes(key)) throw new LessonError(at, "lesson.error.key", { key: key ?? line, keys: KEYS.join(", ") });
      if (key in question) throw new LessonError(at, "lesson.error.twice", { key });
      question[key] = value;
      question.lines[key] = at;
    }
  }
  if (lessons.length === 0) throw new LessonError(1, "lesson.error.title");
  lessons.flatMap(({ questions }) => questions).forEach(check);
  const empty = lessons.find(({ questions }) => questions.length === 0);
  if (empty) throw new LessonError(empty.line, "lesson.error.empty", { title: empty.title });
  return lessons;
}

function check(question) {
  const { line, lines, ask } = question;
  const missing = [...NEEDED, ...(OF_A_SEARCH.includes(ask) ? ["search"] : []), ...(["value", "visited"].includes(ask) ? ["node"] : [])].find((key) => !question[key]);
  if (missing) throw new LessonError(line, "lesson.error.missing", { key: missing });
  if (!ASKED.includes(ask)) throw new LessonError(lines.ask, "lesson.error.ask", { value: ask, asked: ASKED.join(", ") });
  for (const key of ["nodes", "step"]) {
    if (question[key] !== undefined && !/^\d+$/.test(question[key])) throw new LessonError(lines[key], "lesson.error.number", { key, value: question[key] });
  }
  question.settings = readSettings(question.settings);
  const bad = Object.entries(question.settings).find(([, value]) => value === undefined);
  if (bad) throw new LessonError(lines.settings, "lesson.error.settings", { value: bad[0] });
}

/** The library's own lessons in the reader's language: their `text`, and the `lessons` on games that are here. */
export async function ownLessons(catalogue, signal) {
  const response = await fetch(new URL(`../lessons/${currentLanguage()}.txt`, import.meta.url), { signal });
  const text = await response.text();
  const isHere = ({ game }) => gameNamed(catalogue, game);
  const lessons = parseLessons(text).map((lesson) => ({ ...lesson, questions: lesson.questions.filter(isHere) }));
  return { text, lessons: lessons.filter(({ questions }) => questions.length > 0) };
}

/** Where the first question on an algorithm is: `{ lesson, question }`, both from 1; null if none is. */
export function questionOn(lessons, algorithm) {
  const isOn = ({ search }) => search !== undefined && parseSpecification(search).name === algorithm;
  const lesson = lessons.findIndex(({ questions }) => questions.some(isOn));
  return lesson < 0 ? null : { lesson: lesson + 1, question: lessons[lesson].questions.findIndex(isOn) + 1 };
}
