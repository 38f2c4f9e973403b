// A session: whose calls they are, how a browser is started for them, and every operation of the program as a method.
import { internal } from "./error.js";
import { Operations } from "./generated.js";
import { askEndpoint, findProgram, flagsOf, runJson } from "./program.js";
import { VANISHED, exchange } from "./wire.js";
/** How often a daemon may vanish before it took a call. */
const ATTEMPTS = 4;
/** Tabs, cookies and ids of their own, in a browser that stays open between calls, until `close`. */
export class Session extends Operations {
    name;
    options;
    #program;
    #endpoint;
    /**
     * Nothing is started before the first call.
     *
     * @param name Its own tabs, cookies and ids; `DOMTOOL_SESSION` or `default` when left out.
     */
    constructor(name, options = {}) {
        super();
        this.name = name;
        this.options = options;
        this.#program = findProgram(options.program);
    }
    async tools(shape = "openai") {
        const words = ["schema", `--for=${shape}`];
        if (this.name !== undefined)
            words.push(`--session=${this.name}`);
        return await runJson(this.#program, words);
    }
    /** Does what a model called: one of `tools`, with its arguments as they came. */
    async callTool(name, args) {
        const { flags, environment } = flagsOf(this.options.launch ?? {});
        if (this.name !== undefined)
            flags.push(`--session=${this.name}`);
        if (this.options.caller !== undefined)
            flags.push(`--caller=${this.options.caller}`);
        const given = typeof args === "string" ? args : JSON.stringify(args);
        const words = ["call", "--json", ...flags, "--", name];
        return (await runJson(this.#program, words, given, environment));
    }
    async call(op, args, call) {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
            const endpoint = await this.#reach(attempt > 0);
            const settings = this.#callSettings(endpoint, call);
            const done = await exchange(endpoint, op, args, settings, this.options.signal);
            if (done !== VANISHED)
                return done;
        }
        throw internal("the daemon ended again and again before it took the call");
    }
    /** How the daemon is reached; asked once, and anew when it vanished. */
    async #reach(anew) {
        if (anew)
            this.#endpoint = undefined;
        this.#endpoint ??= askEndpoint(this.#program);
        try {
            return await this.#endpoint;
        }
        catch (error) {
            this.#endpoint = undefined;
            throw error;
        }
    }
    #callSettings(endpoint, call) {
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
export function find(seen, name, role) {
    const wanted = name.toLowerCase();
    const among = seen.elements.filter((element) => role === undefined || element.role === role);
    const exact = among.find((element) => element.name.toLowerCase() === wanted);
    return exact ?? among.find((element) => element.name.toLowerCase().includes(wanted));
}
/** As `find`; an error when there is none. */
export function get(seen, name, role) {
    const found = find(seen, name, role);
    if (found === undefined)
        throw new Error(`no ${role ?? "element"} ${JSON.stringify(name)} here`);
    return found;
}
/** What the cell of a row under this header says; letters' case does not matter. An error when there is no such column. */
export function cell(row, header) {
    const found = row.cells.find((one) => (one.header ?? "").toLowerCase() === header.toLowerCase());
    if (found === undefined)
        throw new Error(`no column ${JSON.stringify(header)} here`);
    return found.text;
}
