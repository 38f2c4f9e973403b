// The program `domtool`: where it is, and what it is asked before a call: how the daemon is reached. The program starts the daemon and
// knows the rules for its socket, its files and the environment; none of that is repeated here.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { DomtoolError, internal } from "./error.js";
/** The version of what client and daemon say to each other that this package speaks. */
export const PROTOCOL = 5;
/** Where the program is: as given, else `DOMTOOL_BIN`, else in the package for this platform, else on the `PATH`. */
export function findProgram(given) {
    return given || process.env["DOMTOOL_BIN"] || packaged() || "domtool";
}
/** The program in the package for this platform, where one is installed beside this. */
function packaged() {
    const file = process.platform === "win32" ? "domtool.exe" : "domtool";
    try {
        return createRequire(import.meta.url).resolve(`@domtool/${process.platform}-${process.arch}/bin/${file}`);
    }
    catch {
        // None is installed: the one on the PATH, then.
        return undefined;
    }
}
/** Has the program start a daemon if none runs, and say how it is reached. */
export async function askEndpoint(program) {
    const answer = (await runJson(program, ["endpoint", "--json"]));
    if (!answer.ok)
        throw new DomtoolError(answer.error);
    if (answer.protocol !== PROTOCOL) {
        const message = `${program} is ${answer.version}, which speaks another protocol than this package`;
        throw internal(message, "install package and program of one version");
    }
    return answer;
}
/** Runs the program, and reads the JSON that it prints. */
export function runJson(program, words, given = "", environment = {}) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, words, {
            stdio: ["pipe", "pipe", "pipe"],
            env: { ...process.env, ...environment },
        });
        const [out, err] = [[], []];
        child.stdout.on("data", (part) => out.push(part));
        child.stderr.on("data", (part) => err.push(part));
        // A program that ends early says why in what it prints.
        child.stdin.on("error", () => { });
        child.on("error", (error) => {
            reject(internal(`${program} does not start: ${error.message}`, "install domtool, or name it in DOMTOOL_BIN"));
        });
        child.on("close", () => {
            try {
                resolve(JSON.parse(Buffer.concat(out).toString("utf8")));
            }
            catch {
                const last = Buffer.concat(err).toString("utf8").trim().split("\n").pop();
                reject(internal(`${program} ${words[0] ?? ""} failed: ${last || "it printed nothing"}`));
            }
        });
        child.stdin.end(given);
    });
}
/** How a browser is to be started, as the program's flags; what nobody is to see in a list of processes as environment. */
export function flagsOf(launch) {
    const flags = [];
    const environment = {};
    for (const [name, value] of Object.entries(launch)) {
        const flag = name === "args" ? "--chrome-arg" : `--${name.replaceAll("_", "-")}`;
        if (name === "http_auth")
            environment["DOMTOOL_HTTP_AUTH"] = String(value);
        else if (name === "window")
            flags.push(`${flag}=${value.join("x")}`);
        else if (value === true)
            flags.push(flag);
        else if (typeof value === "string")
            flags.push(`${flag}=${value}`);
        else if (Array.isArray(value))
            flags.push(...value.map((one) => `${flag}=${one}`));
    }
    return { flags, environment };
}
