// The pseudo-code of an algorithm, with the line that the search is at. The texts are those of the book,
// and their lines have translations.

import { complain } from "../announce.js";
import { h, replace } from "../dom.js";
import { currentLanguage, spaced, t } from "../i18n.js";
import { kindOf } from "../replay.js";

const files = {};

/** What a file has; asked for once. */
function file(path) {
  files[path] ??= fetch(new URL(`../../${path}`, import.meta.url)).then((response) => response.json()).catch((error) => { delete files[path]; throw error; });
  return files[path];
}

/** The lines in the reader's language, by those of the texts. */
async function translated() {
  const language = currentLanguage();
  return language === "en" ? {} : file(`pseudocode.${language}.json`);
}

/** A list of lines; `open(algorithm)` shows an algorithm's, `at(event)` marks the line of an event. */
export function createPseudocode() {
  const element = h("figure", { class: "pseudocode" });
  let lines = [];
  let places = {};
  let last = null;
  let opened = null;

  function at(event) {
    last = event;
    const place = places[kindOf(event)];
    for (const { text, line } of lines) {
      const here = place !== undefined && text.includes(place);
      line.classList.toggle("current", here);
      if (here) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
  }

  async function open(algorithm) {
    if (opened === algorithm) return;
    opened = algorithm;
    try {
      const [{ texts, algorithms }, words] = await Promise.all([file("pseudocode.json"), translated()]);
      if (opened !== algorithm) return;
      const one = algorithms[algorithm];
      element.hidden = one === undefined;
      places = one?.lines ?? {};
      const blocks = (one?.texts ?? []).map((name) => texts[name].map((text) => ({ text, line: h("li", { vars: { "--indent": text.search(/\S|$/) } }, h("code", {}, spaced(words[text.trim()] ?? (text.trim() || " ")))) })));
      lines = blocks.flat();
      // Where a score changes its sign from move to move, it is not that of the tree.
      const isNegamax = lines.some(({ text }) => /← −[a-z]/.test(text));
      replace(element, h("figcaption", {}, t("pseudocode", { algorithm })), blocks.map((block) => h("ol", {}, block.map(({ line }) => line))),
        isNegamax && h("p", { class: "help" }, t("pseudocode.view")));
      at(last);
    } catch (error) {
      complain(error);
    }
  }

  return { element, open, at };
}
