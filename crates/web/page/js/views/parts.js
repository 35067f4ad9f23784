// What the views have in common.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** The title of a view and a sentence on what it is. */
export const lead = (name) => [h("h1", {}, t(`${name}.name`)), h("p", { class: "lead" }, t(`${name}.lead`))];

/** What the address asks for after the name of the view: `#/taquin?size=4x4`. */
export const address = () => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? ""));
