// The server, as described at /api/openapi.json.

import { AnswerError, isAbort } from "./errors.js";

async function checked(response) {
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new AnswerError(told?.error?.code ?? "unknown", told?.error?.message ?? response.statusText);
}

async function send(path, body, signal, method = "GET") {
  let response;
  try {
    response = await fetch(`/api/${path}`, body === undefined ? { method, signal } : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new AnswerError("offline", error.message);
  }
  return checked(response);
}

/** Fails if the server cannot be reached. */
export const reach = () => send("games", undefined, undefined, "HEAD");

export const get = async (path, signal) => (await send(path, undefined, signal)).json();
export const post = async (path, body, signal) => (await send(path, body, signal)).json();

/** Posts, and yields the events that the server streams: `{ name, data }`. */
export async function* stream(path, body, signal) {
  const response = await send(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) yield event;
    }
  }
}

function parseEvent(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trim());
  }
  return data.length === 0 ? null : { name, data: JSON.parse(data.join("\n")) };
}
