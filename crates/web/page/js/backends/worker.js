// The searches, in this browser: each game's module of WebAssembly, run by workers. Nothing is asked
// of a server but files.

import { AnswerError } from "./errors.js";

/** The folder of the files of this version. */
const BASE = new URL("../../", import.meta.url);
/** The most workers: a search that runs leaves one for what a player waits for. */
const MAX_WORKERS = Math.min(4, Math.max(2, (navigator.hardwareConcurrency ?? 2) - 1));

async function file(path) {
  let response;
  try {
    response = await fetch(new URL(path, BASE));
  } catch (error) {
    throw new AnswerError("missing", error.message);
  }
  if (!response.ok) throw new AnswerError("missing", `${path}: ${response.status} ${response.statusText}`);
  return response;
}

/** What a function of a name returns, kept unless it fails. */
function kept(make) {
  const made = {};
  return (name) => made[name] ??= make(name).catch((error) => { delete made[name]; throw error; });
}

/** Answers that were made with the page. */
const answered = kept(async (path) => (await file(`answers/${path}.json`)).json());

/** The module of a name, compiled once for all workers. */
const compiled = kept(async (name) => {
  const packed = await (await file(`modules/${name}.wasm.gz`)).arrayBuffer();
  const isPacked = new DataView(packed).getUint16(0) === 0x1f8b;
  // Some servers announce the packing, and the browser has undone it then.
  const bytes = isPacked ? await unpacked(packed) : packed;
  return WebAssembly.compile(bytes);
});

const unpacked = (packed) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** The name of the module that knows a game. */
async function moduleFor(game) {
  const modules = await answered("modules");
  const name = Object.hasOwn(modules, game) ? modules[game] : undefined;
  if (name === undefined) throw new AnswerError("bad-request", `there is no game ${game} here`);
  return name;
}

/** Questions that wait for a worker, the first one first. */
const waiting = [];
/** `{ module, worker, task }`; one without a task is idle. */
let workers = [];

function startWorker(module) {
  const worker = new Worker(new URL("searcher.js", import.meta.url), { type: "module", name: module });
  const one = { module, worker, task: null };
  worker.onmessage = ({ data }) => {
    if (data.event) return one.task?.tell(data.event);
    const { task } = one;
    one.task = null;
    if (data.answer === undefined) task?.fail(new AnswerError(data.error.code, data.error.message));
    else task?.done(data.answer);
    // What broke down is in no state to answer again.
    if (data.error?.code === "internal") end(one);
    assign();
    keepAllAtRest();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    one.task?.fail(new AnswerError("missing", event.message ?? "the worker does not start"));
    end(one);
    assign();
  };
  compiled(module).then(
    (code) => worker.postMessage({ code, glue: new URL(`modules/${module}.js`, BASE).href }),
    (error) => { one.task?.fail(error); end(one); assign(); },
  );
  workers.push(one);
  return one;
}

function end(one) {
  one.worker.terminate();
  workers = workers.filter((other) => other !== one);
}

/** A worker of this module without a task; a new one if there may be one more. */
function freeWorker(module) {
  const idle = workers.filter(({ task }) => task === null);
  const found = idle.find((one) => one.module === module);
  if (found) return found;
  if (workers.length >= MAX_WORKERS && idle.length > 0) end(idle[0]);
  return workers.length < MAX_WORKERS ? startWorker(module) : undefined;
}

/** Gives workers to the questions that wait. */
function assign() {
  for (const task of [...waiting]) {
    const one = freeWorker(task.module);
    if (!one) return;
    waiting.splice(waiting.indexOf(task), 1);
    one.task = task;
    one.worker.postMessage({ name: task.name, question: task.question });
  }
}

/**
 * Has a worker answer a question. If it is broken off, its worker ends with its search: nothing else
 * stops one.
 */
async function ask(name, question, signal, tell = () => {}) {
  const module = await moduleFor((question.at ?? question).game);
  signal?.throwIfAborted();
  return new Promise((done, fail) => {
    const task = { name, module, question: JSON.stringify(question), done, fail, tell };
    signal?.addEventListener("abort", () => {
      const place = waiting.indexOf(task);
      if (place >= 0) waiting.splice(place, 1);
      for (const one of workers.filter((one) => one.task === task)) end(one);
      fail(signal.reason);
      assign();
      keepAllAtRest();
    }, { once: true });
    waiting.push(task);
    assign();
  });
}

/** There is no server to be out of reach. */
export const reach = async () => {};

/** Answers a question without parts. */
export async function get(path, signal) {
  const answer = await answered(path);
  signal?.throwIfAborted();
  return answer;
}

/** Answers a question. */
export async function post(path, body, signal) {
  return JSON.parse(await ask(path, body, signal));
}

/** Asks, and yields the events of the search: `{ name, data }`. */
export async function* stream(path, body, signal) {
  const events = [];
  let wake = () => {};
  const tell = (event) => { events.push(event); wake(); };
  let over = false;
  const end = ask(path, body, signal, tell).finally(() => { over = true; wake(); });
  end.catch(() => {});
  while (!over || events.length > 0) {
    if (events.length === 0) await new Promise((resolve) => { wake = resolve; });
    else yield parsed(events.shift());
  }
  await end;
}

const parsed = ({ name, data }) => ({ name, data: JSON.parse(data) });

// Without a network the page is what was kept of it. A browser that keeps nothing still plays.
navigator.serviceWorker?.register("service-worker.js").catch(() => {});

/** How long the page has to be at rest, in milliseconds. */
const REST = 3000;
let rest;

/** Has the modules of the other games kept as well, once nothing else is to be done. */
function keepAllAtRest() {
  clearTimeout(rest);
  if (navigator.connection?.saveData || workers.some(({ task }) => task !== null)) return;
  rest = setTimeout(() => {
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep all"), () => {});
  }, REST);
}
