// Drawings as files.

import { h } from "./dom.js";

/** The width of a picture in pixels. */
const WIDTH = 1600;

/** Offers a file to the reader. */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A drawing as PNG. */
export async function pngOf(text) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = h("canvas", {});
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The properties that a drawing takes along, each of them an attribute as well. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family", "text-anchor", "paint-order", "display"];

/** The style of a drawing that darkens where the system is dark. */
const DARK = /@media[^{]*prefers-color-scheme:\s*dark[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;

/** A drawing of the server's on white, in light colours wherever it is looked at. */
export function onPaper(text) {
  const [, x, y, width, height] = text.match(/viewBox="(\S+) (\S+) (\S+) (\S+)"/) ?? [];
  const paper = width && `<rect x="${x}" y="${y}" width="${width}" height="${height}" style="fill:#fff;stroke:none"/>`;
  return text.replace(DARK, "").replace(/<svg[^>]*>/, (head) => head + (paper ?? ""));
}

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
/** The size of the letters of a title, and how wide one is. */
const [TITLE, LETTER] = [14, 7.5];

/** An SVG element of the page as a document of its own, in the colours of the light page, under a title. */
export function standalone(element, { x, y, width, height }, title) {
  const isLight = element.classList.contains("light");
  element.classList.add("light");
  const copy = element.cloneNode(true);
  const originals = [element, ...element.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((one, index) => {
    const style = getComputedStyle(originals[index]);
    one.removeAttribute("class");
    one.removeAttribute("style");
    for (const name of STYLES) one.setAttribute(name, style.getPropertyValue(name));
  });
  element.classList.toggle("light", isLight);
  const inside = new XMLSerializer().serializeToString(copy);
  const [top, all, room] = [y - 2 * TITLE, height + 2 * TITLE, Math.floor(width / LETTER)];
  const line = title.length <= room ? title : `${title.slice(0, room - 1)}…`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(all)}" viewBox="${x} ${top} ${width} ${all}"><title>${escaped(title)}</title>`
    + `<rect x="${x}" y="${top}" width="${width}" height="${all}" fill="#fff"/>`
    + `<text x="${x + 8}" y="${top + 1.5 * TITLE}" font-size="${TITLE}" font-family="sans-serif" fill="#26211b">${escaped(line)}</text>${inside}</svg>`;
}
