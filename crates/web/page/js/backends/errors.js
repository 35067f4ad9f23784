// What goes wrong in asking.

import { maybe, refusal } from "../i18n.js";

/** What is wrong with a question; `code` is for programs, `message` for people, in their language. */
export class AnswerError extends Error {
  constructor(code, message) {
    super(maybe(`error.${code}`) ?? refusal(message));
    this.code = code;
  }
}

/** Whether a promise failed because it was broken off on purpose. */
export const isAbort = (error) => error?.name === "AbortError";
