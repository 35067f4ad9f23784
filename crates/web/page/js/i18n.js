// Words in the reader's language. A text may have places, `{moves}`, and a form for one and
// for many: `{moves|move|moves}` writes the number and the word.

import { remembered, remember } from "./store.js";

/** The words of the languages that were asked for. */
const tables = {};
/** What the program says of a question that it refuses: patterns of its English, and translations. */
const phrases = {};
export const LANGUAGES = { en: "English", fr: "Français" };

let language = remembered("language", navigator.language?.startsWith("fr") ? "fr" : "en");
if (!(language in LANGUAGES)) language = "en";

export const currentLanguage = () => language;

/** Loads the words of the reader's language, or of the one that it is to be, and no other's. */
export async function loadWords(of = language) {
  if (tables[of]) return;
  const { words, refusals = [] } = await import(`./words/${of}.js`);
  tables[of] = words;
  phrases[of] = refusals.map(([said, translated]) => [patternOf(said), translated]);
}

export async function setLanguage(to) {
  await loadWords(to);
  language = to;
  remember("language", to);
}

/** A text with the spaces that its language has: in French none before a sign may break. */
export const spaced = (text) =>
  language === "fr" ? text.replace(/ (?=[;:!?»%])/g, "\u00a0").replaceAll("« ", "«\u00a0") : text;

/** The pattern of a phrase with places, `{0}`. */
const patternOf = (said) =>
  new RegExp(`^${said.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(.+?)")}$`, "s");

/** What the program says of a refused question, in the reader's language as far as that is known. */
export function refusal(said) {
  const known = (text) => {
    // What the reader wrote stays as it is.
    if (/^"[^"]*"$/.test(text)) return text;
    for (const [pattern, translated] of phrases[language] ?? []) {
      const parts = text.match(pattern)?.slice(1);
      if (parts) return translated.replace(/\{(\d)\}/g, (_, place) => known(parts[place]));
    }
    // The name of a game.
    return tables[language]?.[`${text}.name`] ?? text;
  };
  return spaced(known(said));
}

/** The text of that name with `values` in its places. */
export function t(name, values = {}) {
  const text = spaced(tables[language]?.[name] ?? name);
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, key, one, many) => {
    const value = values[key];
    if (one === undefined) return value ?? "";
    // In French nothing, one and a half are singular; in English only one is.
    const single = language === "fr" ? Math.abs(value) < 2 : value === 1;
    return `${number(value)}\u00a0${single ? one : many}`;
  });
}

/** The text of that name if there is one. */
export function maybe(name) {
  const text = tables[language]?.[name];
  return text && spaced(text);
}

export const number = (value, options) => new Intl.NumberFormat(language, options).format(value);

/** A large count in few characters: 12.3k, 4.1M. */
export const compact = (value) => number(value, { notation: "compact", maximumFractionDigits: 1 });

/** Seconds in the unit that suits them. The clocks of browsers do not tell shorter times from none. */
export function duration(seconds) {
  if (seconds < 1e-7) return `< ${number(0.1)}\u00a0ms`;
  const [value, unit] = seconds >= 1 ? [seconds, "s"] : seconds >= 1e-3 ? [seconds * 1e3, "ms"] : [seconds * 1e6, "µs"];
  return `${number(value, { maximumSignificantDigits: 3 })}\u00a0${unit}`;
}

/** Bytes in the unit that suits them. */
export function bytes(count) {
  const units = language === "fr" ? ["o", "Kio", "Mio", "Gio"] : ["B", "KiB", "MiB", "GiB"];
  const power = count < 1 ? 0 : Math.min(3, Math.floor(Math.log2(count) / 10));
  return `${number(count / 2 ** (10 * power), { maximumSignificantDigits: 3 })}\u00a0${units[power]}`;
}
