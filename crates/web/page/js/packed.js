// Texts in an address: deflated, and in letters that addresses may have.

/** The longest text that is unpacked, in bytes: an address may come from an untrusted source. */
const LONGEST = 1_000_000;

/** A text in the letters of an address. */
export async function pack(text) {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that was packed. Throws if these are no such letters, or the text is too long. */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (const reader = inflated.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > LONGEST) throw new RangeError(`more than ${LONGEST} bytes`);
    text += decoder.decode(value, { stream: true });
  }
}
