// What went wrong: one class, whose code tells what. Obstacles are data.

import { ERROR_CODES, type Dispatched, type ErrorCode, type Obstacle } from "./generated.js";

/** An error as the program writes it. */
export interface WrittenError {
  code?: string;
  message?: string;
  dispatched?: string;
  hint?: unknown;
  obstacle?: Obstacle | null;
}

/** An operation did not do what it was asked for. */
export class DomtoolError extends Error {
  override readonly name = "DomtoolError";
  /** What happened, such as `COVERED`; `INTERNAL` for a code of a later build that this package does not know. */
  readonly code: ErrorCode;
  /** Whether the page may have received input: whether a retry could do it twice. */
  readonly dispatched: Dispatched;
  /** What to do next. */
  readonly hint: string;
  /** What stood in the way, as data. */
  readonly obstacle: Obstacle | undefined;

  constructor(error: WrittenError) {
    const code = ERROR_CODES.find((known) => known === error.code) ?? "INTERNAL";
    super(`${error.code ?? code}: ${error.message ?? ""}`);
    this.code = code;
    this.dispatched = dispatchedOf(error.dispatched);
    this.hint = hintOf(error.hint);
    this.obstacle = error.obstacle ?? undefined;
  }
}

/** Something of domtool's own that did not work. */
export function internal(message: string, hint = "run: domtool doctor"): DomtoolError {
  return new DomtoolError({ code: "INTERNAL", message, dispatched: "no", hint });
}

/** It may have gone out, where a later build says what this one does not know. */
function dispatchedOf(word: string | undefined): Dispatched {
  if (word === undefined || word === "no") return "no";
  return word === "yes" ? "yes" : "maybe";
}

/** In words: as the program prints it, or as the daemon sends it. */
function hintOf(hint: unknown): string {
  const words = typeof hint === "object" && hint !== null && "text" in hint ? hint.text : hint;
  return typeof words === "string" ? words : "";
}
