// What can be taken away and brought in: a link, its QR code, pictures, and the game as text.

import { addressOf } from "../address.js";
import { complain, note } from "../announce.js";
import { post } from "../api.js";
import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { download, onPaper, pngOf } from "../pictures.js";
import { button, more, verdictLine, whileBusy } from "../widgets.js";

/** The names that begin the text of a game. */
const [HEAD, END] = ["view", "link"];

/** The game as text: a line for each value of its address, and the address. */
const textOf = (path, params) => [
  `${HEAD} ${path}`,
  ...Object.entries(params).filter(([, value]) => (value ?? "") !== "").map(([name, value]) => `${name} ${value}`),
  `${END} ${location.origin}${location.pathname}${addressOf(path, params)}`,
  "",
].join("\n");

/** The address that a pasted text stands for: a link, or the text of a game; null if it is neither. */
export function addressIn(text) {
  const lines = text.trim().split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  if (lines[0]?.startsWith(`${HEAD} `)) {
    const values = lines.map((line) => [line.split(" ")[0], line.slice(line.indexOf(" ") + 1).trim()]);
    const { [HEAD]: path, [END]: _, ...params } = Object.fromEntries(values);
    return addressOf(path, params);
  }
  const link = lines.length === 1 && lines[0].match(/#\/\S+$/);
  return link ? link[0] : null;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Browsers keep the clipboard from pages that come without TLS.
    const field = h("textarea", { class: "unseen" }, text);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  note(t("share.copied"));
}

/** The QR code of a text, as a drawing; null if it is too long for one. */
async function qrCode(text) {
  const { generate, correction } = await import("../../vendor/lean-qr/lean-qr.js");
  try {
    const code = generate(text, { minCorrectionLevel: correction.L });
    const dots = [];
    for (let y = 0; y < code.size; y += 1) for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dots.push(`M${x} ${y}h1v1h-1z`);
    return svg("svg", { viewBox: `-4 -4 ${code.size + 8} ${code.size + 8}`, role: "img", "aria-label": t("share.qr"), class: "qr" },
      svg("rect", { x: -4, y: -4, width: "100%", height: "100%", fill: "#fff" }), svg("path", { d: dots.join(""), fill: "#000" }));
  } catch {
    return null;
  }
}

/**
 * Link, pictures and text of a view. `params()` are the values of its address; `name()` is what
 * files are called; `board()` names a position that the server draws; `pictures` are more: `{ name, svg() }`; `place(position)` takes a
 * pasted one; without it there is no game to paste or to save as text.
 */
export function sharing({ path, params, place, name, board, pictures = [] }) {
  const code = h("div", { class: "qr-frame" });
  const drawn = { name: "board", svg: async () => onPaper((await post("position", { ...board(), svg: true })).svg) };
  const save = (control, { name: what, svg: draw }, kind) => whileBusy(control, async () => {
    const text = await draw();
    const file = `${name()}-${what}.${kind}`;
    if (kind === "svg") download(file, new Blob([text], { type: "image/svg+xml" }));
    else download(file, await pngOf(text));
  });
  const picture = (one) => ["svg", "png"].map((kind) => {
    const control = button(`${t(`share.${one.name}`)}, ${kind.toUpperCase()}`, () => save(control, one, kind), { "data-save": `${one.name}-${kind}` });
    return control;
  });
  const link = () => `${location.origin}${location.pathname}${addressOf(path, params())}`;
  const pasted = h("textarea", { rows: 3, spellcheck: "false", id: "pasted", "aria-label": t("share.paste") });
  const refused = verdictLine("import-refused");
  const apply = async () => {
    const text = pasted.value.trim();
    if (!text) return refused.tell(t("share.empty"));
    const address = addressIn(text);
    try {
      if (address === null) await post("position", { ...board(), position: text });
    } catch (error) {
      // The text stays, to be mended.
      return refused.tell(error.message);
    }
    if (address === null) place(text);
    else if (address !== location.hash) location.hash = address;
    refused.clear();
    pasted.value = "";
  };
  return more(t("share"),
    h("div", { class: "buttons" },
      button(t("share.link"), () => copy(link()), { id: "copy-link" }),
      button(t("share.qr"), async () => {
        if (code.firstChild) return replace(code);
        const drawing = await qrCode(link()).catch(complain);
        replace(code, drawing ?? h("p", { class: "help" }, t("share.long")));
      }, { id: "qr" }),
      place && button(t("share.copy"), () => copy(textOf(path, params())), { id: "copy-text" }),
      place && button(t("share.text"), () => download(`${name()}.txt`, new Blob([textOf(path, params())], { type: "text/plain" })), { id: "save-text" })),
    code,
    h("div", { class: "buttons" }, [...(board ? [drawn] : []), ...pictures].map(picture)),
    place && h("div", { class: "field entry" }, h("label", { for: "pasted" }, t("share.paste")), pasted,
      h("small", {}, t("share.paste.hint")), button(t("share.import"), apply, { id: "import" }), refused));
}
