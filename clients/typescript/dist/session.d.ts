import { Operations, type Launch, type TableRow } from "./generated.js";
/** What can be said of a session. */
export interface SessionOptions {
    /** Who calls, where several use one session: each is told its own news and changes. */
    caller?: string;
    /** How its browser is started. What is not given is as the environment says it. */
    launch?: Launch;
    /** Whether `eval` may run scripts. */
    allowEval?: boolean;
    /** The program `domtool`, where it is not to be looked for. */
    program?: string;
    /** Hangs up on the calls when it is aborted. */
    signal?: AbortSignal;
}
/** What a tool gave back: for a model to read, also where the call failed. */
export interface ToolAnswer {
    /** Whether it worked. */
    ok: boolean;
    /** What the model reads. */
    text: string;
    /** What it sees: the media type of each picture, and its bytes in base 64. */
    images: {
        media_type: string;
        data: string;
    }[];
}
/** How a model's host takes definitions of tools. */
export type ToolShape = "openai" | "openai-responses" | "anthropic" | "gemini" | "json";
/** A tool of the shape `openai`. */
export interface OpenAiTool {
    type: "function";
    function: {
        name: string;
        description: string;
        parameters: Record<string, unknown>;
    };
}
/** What has a role and a name. */
interface Named {
    role: string;
    name: string;
}
/** Tabs, cookies and ids of their own, in a browser that stays open between calls, until `close`. */
export declare class Session extends Operations {
    #private;
    readonly name?: string | undefined;
    readonly options: SessionOptions;
    /**
     * Nothing is started before the first call.
     *
     * @param name Its own tabs, cookies and ids; `DOMTOOL_SESSION` or `default` when left out.
     */
    constructor(name?: string | undefined, options?: SessionOptions);
    /** The definitions of the tools, for chat completions. */
    tools(): Promise<OpenAiTool[]>;
    /** The definitions of the tools, as a model's host takes them. */
    tools(shape: ToolShape): Promise<Record<string, unknown>[]>;
    /** Does what a model called: one of `tools`, with its arguments as they came. */
    callTool(name: string, args: string | object): Promise<ToolAnswer>;
    protected call<T>(op: string, args: object, call: object): Promise<T>;
}
/**
 * The first element with this name, else the first whose name contains it; letters' case does not matter. Of an observation, or of a row
 * of a table.
 *
 * @param role Only elements of this role, such as `button`.
 */
export declare function find<N extends Named>(seen: {
    elements: N[];
}, name: string, role?: string): N | undefined;
/** As `find`; an error when there is none. */
export declare function get<N extends Named>(seen: {
    elements: N[];
}, name: string, role?: string): N;
/** What the cell of a row under this header says; letters' case does not matter. An error when there is no such column. */
export declare function cell(row: TableRow, header: string): string;
export {};
