// One call over the daemon's socket: a line of JSON each way, and an empty line between them once the daemon has acknowledged the call.

import { connect } from "node:net";

import { DomtoolError, internal, type WrittenError } from "./error.js";
import { READ_ONLY } from "./generated.js";
import type { Endpoint } from "./program.js";

/** A daemon that is alive takes a call at once; this is for a machine under heavy load. Milliseconds. */
const ACKNOWLEDGED_WITHIN = 30_000;

/** The daemon ended, or made way for another build, before it took the call: nothing was done. */
export const VANISHED = Symbol("vanished");

/** Makes a call, and waits for its answer. An aborted signal hangs up on it. */
export function exchange(
  endpoint: Endpoint,
  op: string,
  args: object,
  call: object,
  signal?: AbortSignal,
): Promise<unknown | typeof VANISHED> {
  const { protocol, build } = endpoint;
  const line = JSON.stringify({ protocol, build, op, args, call }) + "\n";
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stream = connect(endpoint.socket);
    const parts: Buffer[] = [];
    let acknowledged = false;
    const hangUp = () => {
      stream.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", hangUp, { once: true });
    stream.setTimeout(ACKNOWLEDGED_WITHIN, () => {
      stream.destroy();
      reject(new DomtoolError({ code: "INTERNAL", message: "the daemon does not answer", dispatched: "maybe" }));
    });
    stream.on("connect", () => stream.write(line));
    stream.on("data", (part: Buffer) => {
      // From now on the daemon keeps its deadlines.
      if (!acknowledged) stream.setTimeout(0);
      acknowledged = true;
      parts.push(part);
    });
    // What was said until then tells how far the call came.
    stream.on("error", () => stream.destroy());
    stream.on("close", () => {
      signal?.removeEventListener("abort", hangUp);
      if (!acknowledged) return resolve(VANISHED);
      try {
        resolve(answerOf(op, Buffer.concat(parts).toString("utf8")));
      } catch (error) {
        reject(error);
      }
    });
  });
}

type Written = "retired" | { done: string } | { undone: string } | { failed: WrittenError };

/** What the daemon answered: an empty line, and the answer's. */
function answerOf(op: string, text: string): unknown | typeof VANISHED {
  if (!text.startsWith("\n")) throw internal("what listens on the daemon's socket is no daemon of domtool's");
  const line = text.slice(1);
  if (!line.endsWith("\n")) {
    throw new DomtoolError({
      code: "BROWSER_GONE",
      message: "the daemon ended in the middle of the call, and the browsers that it had started with it",
      dispatched: READ_ONLY.includes(op) ? "no" : "maybe",
      hint: "open an address: a new daemon is started",
    });
  }
  const written = JSON.parse(line) as Written;
  if (written === "retired") return VANISHED;
  if ("failed" in written) throw new DomtoolError(written.failed);
  return JSON.parse("done" in written ? written.done : written.undone);
}
