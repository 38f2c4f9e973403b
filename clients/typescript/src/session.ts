// A session: whose calls they are, how a browser is started for them, and every operation of the program as a method.

import { internal } from "./error.js";
import { Operations, type Launch, type TableRow } from "./generated.js";
import { askEndpoint, findProgram, flagsOf, runJson, type Endpoint } from "./program.js";
import { VANISHED, exchange } from "./wire.js";

/** How often a daemon may vanish before it took a call. */
const ATTEMPTS = 4;

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
  images: { media_type: string; data: string }[];
}

/** How a model's host takes definitions of tools. */
export type ToolShape = "openai" | "openai-responses" | "anthropic" | "gemini" | "json";

/** A tool of the shape `openai`. */
export interface OpenAiTool {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** What has a role and a name. */
interface Named {
  role: string;
  name: string;
}

/** Tabs, cookies and ids of their own, in a browser that stays open between calls, until `close`. */
export class Session extends Operations {
  readonly #program: string;
  #endpoint: Promise<Endpoint> | undefined;

  /**
   * Nothing is started before the first call.
   *
   * @param name Its own tabs, cookies and ids; `DOMTOOL_SESSION` or `default` when left out.
   */
  constructor(
    readonly name?: string,
    readonly options: SessionOptions = {},
  ) {
    super();
    this.#program = findProgram(options.program);
  }

  /** The definitions of the tools, for chat completions. */
  async tools(): Promise<OpenAiTool[]>;
  /** The definitions of the tools, as a model's host takes them. */
  async tools(shape: ToolShape): Promise<Record<string, unknown>[]>;
  async tools(shape: ToolShape = "openai"): Promise<unknown> {
    const words = ["schema", `--for=${shape}`];
    if (this.name !== undefined) words.push(`--session=${this.name}`);
    return await runJson(this.#program, words);
  }

  /** Does what a model called: one of `tools`, with its arguments as they came. */
  async callTool(name: string, args: string | object): Promise<ToolAnswer> {
    const { flags, environment } = flagsOf(this.options.launch ?? {});
    if (this.name !== undefined) flags.push(`--session=${this.name}`);
    if (this.options.caller !== undefined) flags.push(`--caller=${this.options.caller}`);
    const given = typeof args === "string" ? args : JSON.stringify(args);
    const words = ["call", "--json", ...flags, "--", name];
    return (await runJson(this.#program, words, given, environment)) as ToolAnswer;
  }

  protected override async call<T>(op: string, args: object, call: object): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const endpoint = await this.#reach(attempt > 0);
      const settings = this.#callSettings(endpoint, call);
      const done = await exchange(endpoint, op, args, settings, this.options.signal);
      if (done !== VANISHED) return done as T;
    }
    throw internal("the daemon ended again and again before it took the call");
  }

  /** How the daemon is reached; asked once, and anew when it vanished. */
  async #reach(anew: boolean): Promise<Endpoint> {
    if (anew) this.#endpoint = undefined;
    this.#endpoint ??= askEndpoint(this.#program);
    try {
      return await this.#endpoint;
    } catch (error) {
      this.#endpoint = undefined;
      throw error;
    }
  }

  #callSettings(endpoint: Endpoint, call: object): object {
    const { caller, allowEval, launch } = this.options;
    return {
      ...endpoint.call,
      session: this.name ?? endpoint.call.session,
      caller: caller ?? endpoint.call.caller,
      allow_eval: allowEval ?? endpoint.call.allow_eval,
      launch: { ...endpoint.call.launch, ...launch },
      configured: { ...endpoint.call.configured, ...launch },
      ...call,
      folder: process.cwd(),
      typed: true,
    };
  }
}

/**
 * The first element with this name, else the first whose name contains it; letters' case does not matter. Of an observation, or of a row
 * of a table.
 *
 * @param role Only elements of this role, such as `button`.
 */
export function find<N extends Named>(seen: { elements: N[] }, name: string, role?: string): N | undefined {
  const wanted = name.toLowerCase();
  const among = seen.elements.filter((element) => role === undefined || element.role === role);
  const exact = among.find((element) => element.name.toLowerCase() === wanted);
  return exact ?? among.find((element) => element.name.toLowerCase().includes(wanted));
}

/** As `find`; an error when there is none. */
export function get<N extends Named>(seen: { elements: N[] }, name: string, role?: string): N {
  const found = find(seen, name, role);
  if (found === undefined) throw new Error(`no ${role ?? "element"} ${JSON.stringify(name)} here`);
  return found;
}

/** What the cell of a row under this header says; letters' case does not matter. An error when there is no such column. */
export function cell(row: TableRow, header: string): string {
  const found = row.cells.find((one) => (one.header ?? "").toLowerCase() === header.toLowerCase());
  if (found === undefined) throw new Error(`no column ${JSON.stringify(header)} here`);
  return found.text;
}
