// Words in the reader's language. A text may have places, `{moves}`, and a form for one and
// for many: `{moves|move|moves}` writes the number and the word.

import { remembered, remember } from "./store.js";

/** The words of the languages that were asked for. */
const tables = {};
export const LANGUAGES = { en: "English", fr: "Français" };

let language = remembered("language", navigator.language?.startsWith("fr") ? "fr" : "en");
if (!(language in LANGUAGES)) language = "en";

export const currentLanguage = () => language;

/** Loads the words of the reader's language, and no other's. */
export async function loadWords() {
  tables[language] ??= (await import(`./words/${language}.js`)).words;
}

export async function setLanguage(to) {
  language = to;
  remember("language", to);
  await loadWords();
}

/** The text of that name with `values` in its places. */
export function t(name, values = {}) {
  const text = tables[language]?.[name] ?? name;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, key, one, many) => {
    const value = values[key];
    if (one === undefined) return value ?? "";
    // In French nothing, one and a half are singular; in English only one is.
    const single = language === "fr" ? Math.abs(value) < 2 : value === 1;
    return `${number(value)}\u00a0${single ? one : many}`;
  });
}

/** The text of that name if there is one. */
export const maybe = (name) => tables[language]?.[name];

export const number = (value, options) => new Intl.NumberFormat(language, options).format(value);

/** A large count in few characters: 12.3k, 4.1M. */
export const compact = (value) => number(value, { notation: "compact", maximumFractionDigits: 1 });

/** Seconds in the unit that suits them. */
export function duration(seconds) {
  const [value, unit] = seconds >= 1 ? [seconds, "s"] : seconds >= 1e-3 ? [seconds * 1e3, "ms"] : [seconds * 1e6, "µs"];
  return `${number(value, { maximumSignificantDigits: 3 })}\u00a0${unit}`;
}

/** Bytes in the unit that suits them. */
export function bytes(count) {
  const units = language === "fr" ? ["o", "Kio", "Mio", "Gio"] : ["B", "KiB", "MiB", "GiB"];
  const power = count < 1 ? 0 : Math.min(3, Math.floor(Math.log2(count) / 10));
  return `${number(count / 2 ** (10 * power), { maximumSignificantDigits: 3 })}\u00a0${units[power]}`;
}
