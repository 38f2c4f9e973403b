// What went wrong: one class, whose code tells what. Obstacles are data.
import { ERROR_CODES } from "./generated.js";
/** An operation did not do what it was asked for. */
export class DomtoolError extends Error {
    name = "DomtoolError";
    /** What happened, such as `COVERED`; `INTERNAL` for a code of a later build that this package does not know. */
    code;
    /** Whether the page may have received input: whether a retry could do it twice. */
    dispatched;
    /** What to do next. */
    hint;
    /** What stood in the way, as data. */
    obstacle;
    constructor(error) {
        const code = ERROR_CODES.find((known) => known === error.code) ?? "INTERNAL";
        super(`${error.code ?? code}: ${error.message ?? ""}`);
        this.code = code;
        this.dispatched = dispatchedOf(error.dispatched);
        this.hint = hintOf(error.hint);
        this.obstacle = error.obstacle ?? undefined;
    }
}
/** Something of domtool's own that did not work. */
export function internal(message, hint = "run: domtool doctor") {
    return new DomtoolError({ code: "INTERNAL", message, dispatched: "no", hint });
}
/** It may have gone out, where a later build says what this one does not know. */
function dispatchedOf(word) {
    if (word === undefined || word === "no")
        return "no";
    return word === "yes" ? "yes" : "maybe";
}
/** In words: as the program prints it, or as the daemon sends it. */
function hintOf(hint) {
    const words = typeof hint === "object" && hint !== null && "text" in hint ? hint.text : hint;
    return typeof words === "string" ? words : "";
}
