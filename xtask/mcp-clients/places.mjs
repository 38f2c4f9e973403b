// What clients need beside themselves: a folder with a daemon of its own, the demo's shop, and a server over HTTP. All of it ends with
// `close`, each process by the handle with which it was started.

import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { promisify } from "node:util";

/** No call takes longer, also where many browsers start at once on a small machine, milliseconds. */
export const CALL = 120_000;

/** A place for clients: the program, and the environment in which every process of theirs runs. */
export class Place {
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), "domtool-"));
  #started = [];

  /** @param program The path of `domtool`. */
  constructor(program) {
    this.program = program;
    // What the one who runs this has set is not for the clients.
    const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("DOMTOOL_") || name === "DOMTOOL_CHROME");
    const own = { DOMTOOL_SOCKET: path.join(this.#folder, "socket"), DOMTOOL_CONFIG: "off", DOMTOOL_BIN: program };
    this.env = { ...Object.fromEntries(kept), ...own };
  }

  /** Runs a command of the program, and gives what it prints. */
  async run(...words) {
    const { stdout } = await promisify(execFile)(this.program, words, { env: this.env, timeout: CALL });
    return stdout;
  }


  /** Starts a command that goes on, and gives the lines of one of its streams. */
  #start(words, stream) {
    const child = spawn(this.program, words, { env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    this.#started.push({ child, ended: new Promise((ended) => child.on("close", ended).on("error", ended)) });
    const other = stream === "stdout" ? "stderr" : "stdout";
    child[other].resume();
    return readline.createInterface({ input: child[stream] });
  }

  /** Opens the demo's shop. */
  async openShop() {
    const lines = this.#start(["demo", "--shop", "--json"], "stdout");
    const said = lines[Symbol.asyncIterator]();
    const shop = new Shop(JSON.parse((await said.next()).value).shop);
    shop.read(said);
    return shop;
  }

  /** Starts the server over HTTP on a free port, with a token that it makes. */
  async serve() {
    const said = this.#start(["mcp", "--http", "127.0.0.1:0"], "stderr")[Symbol.asyncIterator]();
    const after = async (words) => {
      const { value = "" } = await said.next();
      const [, rest] = value.split(words);
      if (!rest) throw new Error(`the server over HTTP says: ${value}`);
      return rest.trim();
    };
    const url = `http://${await after("listens on http://")}`;
    const token = await after("Authorization: Bearer ");
    return { url, token };
  }

  /** Ends all that was started. */
  async close() {
    await this.run("close", "--all").catch((error) => console.error(`close --all: ${error.message}`));
    for (const { child } of this.#started) child.kill("SIGTERM");
    await Promise.all(this.#started.map(({ ended }) => ended));
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Ends what was started at once, when there is no time left. */
  kill() {
    for (const { child } of this.#started) child.kill("SIGKILL");
  }
}

/** The demo's shop, and the orders that its server received. */
class Shop {
  #orders = [];
  #waiting = [];

  constructor(url) {
    this.url = url;
  }

  async read(lines) {
    for await (const line of lines) {
      this.#orders.push(JSON.parse(line));
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /** All orders of a name, once there is one; none when none comes in time. */
  async ordersOf(name) {
    const found = () => this.#orders.filter((order) => order.address.name === name);
    const late = new Promise((late) => setTimeout(late, 10_000, true).unref());
    while (found().length === 0) {
      const next = new Promise((wake) => this.#waiting.push(wake));
      if (await Promise.race([next, late])) break;
    }
    return found();
  }

  /** How many orders there were. */
  get count() {
    return this.#orders.length;
  }
}
