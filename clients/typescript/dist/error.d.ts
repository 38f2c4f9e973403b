import { type Dispatched, type ErrorCode, type Obstacle } from "./generated.js";
/** An error as the program writes it. */
export interface WrittenError {
    code?: string;
    message?: string;
    dispatched?: string;
    hint?: unknown;
    obstacle?: Obstacle | null;
}
/** An operation did not do what it was asked for. */
export declare class DomtoolError extends Error {
    readonly name = "DomtoolError";
    /** What happened, such as `COVERED`; `INTERNAL` for a code of a later build that this package does not know. */
    readonly code: ErrorCode;
    /** Whether the page may have received input: whether a retry could do it twice. */
    readonly dispatched: Dispatched;
    /** What to do next. */
    readonly hint: string;
    /** What stood in the way, as data. */
    readonly obstacle: Obstacle | undefined;
    constructor(error: WrittenError);
}
/** Something of domtool's own that did not work. */
export declare function internal(message: string, hint?: string): DomtoolError;
