import type { Endpoint } from "./program.js";
/** The daemon ended, or made way for another build, before it took the call: nothing was done. */
export declare const VANISHED: unique symbol;
/** Makes a call, and waits for its answer. An aborted signal hangs up on it. */
export declare function exchange(endpoint: Endpoint, op: string, args: object, call: object, signal?: AbortSignal): Promise<unknown | typeof VANISHED>;
