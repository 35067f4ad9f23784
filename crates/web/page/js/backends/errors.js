// What goes wrong in asking.

/** What is wrong with a question; `code` is for programs, `message` for people. */
export class AnswerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Whether a promise failed because it was broken off on purpose. */
export const isAbort = (error) => error?.name === "AbortError";
