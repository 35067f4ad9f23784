// Telling the reader: aloud through the live region, or in a note at the edge of the page.

import { h } from "./dom.js";
import { isAbort } from "./api.js";
import { t } from "./i18n.js";

/** Says something to a screen reader. */
export function say(text) {
  const live = document.getElementById("live");
  // The same text twice is no change and would not be read again.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a note for a few seconds. */
export function note(text, kind = "plain") {
  const toast = h("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts").append(toast);
  setTimeout(() => toast.remove(), 6000);
}

/** Tells what went wrong, unless it was broken off on purpose. */
export function complain(error) {
  if (isAbort(error)) return;
  // A browser has words of its own for a file that does not come.
  const isMissing = error instanceof TypeError && /fetch|import|load|network/i.test(error.message);
  note(isMissing ? t("error.missing") : error.message, "bad");
}
