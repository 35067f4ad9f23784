// A worker: runs one game's module, and answers one question after the other.

let begin;
const running = new Promise((resolve) => { begin = resolve; });

async function start({ code, glue }) {
  const module = await import(glue);
  await module.default({ module_or_path: code });
  return module;
}

function refusal(error) {
  // The module says what is wrong with a question as JSON; anything else is a breakdown.
  if (typeof error === "string") return JSON.parse(error).error;
  return { code: "internal", message: String(error?.message ?? error) };
}

onmessage = async ({ data }) => {
  if (data.code) {
    begin(start(data));
    return;
  }
  try {
    const module = await running;
    const { name, question } = data;
    if (name === "compare") {
      module.compare(question, (name, data) => postMessage({ event: { name, data } }));
      postMessage({ answer: null });
    } else {
      postMessage({ answer: module.answer(name, question) });
    }
  } catch (error) {
    postMessage({ error: refusal(error) });
  }
};
