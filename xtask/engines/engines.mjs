// Browsers that chromedriver and Selenium Grid 4 make: the demo's order through each, idle for longer than a Grid leaves a session alone,
// a browser and then a node killed in the middle, no room for one more, domtool killed, and a crowd that shares few places. The shop says
// what it received, and the servers which sessions they have. `node engines.mjs DOMTOOL JAR [CROWD]`.

import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { promisify } from "node:util";

import { Place } from "./places.mjs";
import { enter, fault, order, wishOf } from "./shopper.mjs";

const WHOLE = 15 * 60_000; // ms, for all of it
const READY = 60_000; // ms, for a server to start
const SESSION_TIMEOUT = 10; // s; a Grid takes no less
const [program, jar, crowd = "12"] = process.argv.slice(2);
const WHAT = "never there";

const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
const freePort = () =>
  new Promise((found) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** A process and all that it started, as they are now, each with its command line. */
const treeOf = (pid) => {
  const parents = new Map();
  for (const name of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8").split(")").at(-1).trim().split(" ");
      parents.set(Number(name), { parent: Number(stat[1]), line: fs.readFileSync(`/proc/${name}/cmdline`, "utf8") });
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [pid];
  for (const at of tree) tree.push(...[...parents].filter(([, { parent }]) => parent === at).map(([child]) => child));
  return tree.map((pid) => ({ pid, line: parents.get(pid)?.line ?? "" }));
};

const kill = ({ pid }) => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
};

/** Waits until something holds that no event tells of. */
const until = async (what, holds, limit = 30_000) => {
  const end = Date.now() + limit;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not in ${limit / 1000} s: ${what}`);
    await sleep(50);
  }
};

/** Programs that make browsers; all of them end with `end`. */
class Server {
  started = [];

  run(command, ...words) {
    const child = spawn(command, words, { stdio: "ignore" });
    child.on("error", (error) => console.error(`${command}: ${error.message}`));
    this.started.push(child);
    return child;
  }

  async ask(path, init) {
    return (await (await fetch(`${this.url}${path}`, init)).json()).value;
  }

  /** Which sessions it has, by its own word. */
  async sessions() {
    const { nodes } = await this.ask("/status");
    return nodes.flatMap(({ slots }) => slots.flatMap(({ session }) => (session ? [session.sessionId] : [])));
  }

  end() {
    for (const { pid, exitCode, signalCode } of this.started) {
      if (exitCode === null && signalCode === null) treeOf(pid).reverse().forEach(kill);
    }
  }
}

class ChromeDriver extends Server {
  async start() {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.node = this.run("chromedriver", `--port=${port}`);
    const ready = async () => (await this.ask("/status").catch(() => undefined))?.ready;
    await until("chromedriver is ready", ready, READY);
    return this;
  }

  async sessions() {
    return (await this.ask("/sessions")).map(({ id }) => id);
  }
}

/** A hub with one node, each a process of its own. */
class Grid extends Server {
  async start(places, queue = 20) {
    const [port, publish, subscribe] = await Promise.all([freePort(), freePort(), freePort()]);
    this.url = `http://127.0.0.1:${port}`;
    this.places = places;
    this.events = ["--publish-events", `tcp://127.0.0.1:${publish}`, "--subscribe-events", `tcp://127.0.0.1:${subscribe}`];
    const waits = ["--session-request-timeout", `${queue}`, "--session-request-timeout-period", "1"];
    this.run("java", "-jar", jar, "hub", "--host", "127.0.0.1", "--port", `${port}`, ...this.events, ...waits);
    await this.startNode();
    return this;
  }

  async startNode() {
    const port = await freePort();
    const size = ["--max-sessions", `${this.places}`, "--override-max-sessions", "true"];
    const time = ["--session-timeout", `${SESSION_TIMEOUT}`, "--heartbeat-period", "2", "--register-cycle", "1"];
    const own = ["--host", "127.0.0.1", "--port", `${port}`, "--hub", this.url, "--selenium-manager", "false"];
    this.node = this.run("java", "-jar", jar, "node", ...own, ...this.events, ...size, ...time);
    const uri = `:${port}`;
    const ready = async () => {
      const status = await this.ask("/status").catch(() => undefined);
      return status?.nodes?.some((node) => node.uri.endsWith(uri) && node.availability === "UP");
    };
    await until("the node is ready", ready, READY);
  }
}

/** What domtool is asked for, with this engine. */
const domtool = (place, engine) => {
  const run = async (...words) => {
    const env = { ...place.env, DOMTOOL_ENGINE: engine, DOMTOOL_CHROME_ARG: "--no-sandbox" };
    try {
      const { stdout } = await promisify(execFile)(program, [...words, "--json"], { env, timeout: 300_000 });
      return JSON.parse(stdout);
    } catch (error) {
      if (!error.stdout) throw error;
      return JSON.parse(error.stdout);
    }
  };
  const call = (session, time = 240) => async (tool, args) => {
    const patience = tool === "open" ? { timeout: time } : {};
    const { ok, text } = await run("call", tool, JSON.stringify({ ...args, session, ...patience }));
    if (!ok) throw new Error(`${tool}: ${text}`);
    return text;
  };
  return { run, call };
};

const expect = (holds, what) => {
  if (!holds) throw new Error(what);
};

/** Orders in a session of its own, and closes that. */
const buy = async ({ call }, shop, nth, name) => {
  const wish = wishOf(nth, name);
  const own = call(name);
  try {
    await enter(own, shop.url);
    await order(own, wish);
  } finally {
    await own("sessions", { what: "close" });
  }
  const wrong = await fault(shop, wish);
  expect(!wrong, wrong);
};

/** Has one process of a session's browser end in the middle of a call; gives how the call failed. */
const killed = async ({ run }, session, url, victims) => {
  const opened = await run("open", url, "--session", session);
  expect(opened.ok, JSON.stringify(opened));
  const begun = Date.now();
  const waiting = run("wait", "--text", WHAT, "--timeout", "60", "--session", session);
  await sleep(1500);
  victims().forEach(kill);
  const { error } = await waiting;
  expect(error?.code === "BROWSER_GONE", JSON.stringify(error));
  expect(Date.now() - begun < 30_000, "it took too long to be told");
  return error.message;
};

const place = new Place(program);
const servers = [];
const finish = (code) => {
  for (const server of servers) server.end();
  process.exit(code);
};
setTimeout(() => {
  console.error("it takes too long");
  place.kill();
  finish(1);
}, WHOLE).unref();

let failed = 0;
const step = async (name, run) => {
  const since = performance.now();
  const ended = await run().then(
    (said) => said ?? "good",
    (error) => {
      failed += 1;
      return `FAILED: ${error.message}`;
    },
  );
  console.log(`| ${name} | ${((performance.now() - since) / 1000).toFixed(1)} | ${ended} |`);
};

try {
  console.log("| what | s | how it ended |\n| --- | --- | --- |");
  const shop = await place.openShop();
  const begin = async (server, ...words) => {
    servers.push(server);
    return server.start(...words);
  };

  const driver = await begin(new ChromeDriver());
  const engine = `webdriver+${driver.url},max=1`;
  const byDriver = domtool(place, engine);
  await step("chromedriver: an order", async () => {
    await buy(byDriver, shop, 0, "driver");
    expect((await driver.sessions()).length === 0, "a session is left");
  });
  await step("chromedriver: its browser killed in the middle", async () => {
    const main = ({ line }) => line.includes("--remote-debugging-port") && !line.includes("--type=");
    return killed(byDriver, "lost", shop.url, () => treeOf(driver.node.pid).filter(main));
  });
  await step("chromedriver: its one place is there again, and no more than that", async () => {
    await byDriver.call("again")("open", { url: shop.url });
    const { error } = await byDriver.run("open", shop.url, "--session", "more", "--timeout", "2");
    expect(error?.code === "NO_CAPACITY", JSON.stringify(error));
    await byDriver.run("close", "--session", "again");
    expect((await driver.sessions()).length === 0, "a session is left");
    return error.message;
  });
  await step("chromedriver: killed itself in the middle", async () =>
    killed(byDriver, "driverless", shop.url, () => treeOf(driver.node.pid)),
  );

  const grid = await begin(new Grid(), 2);
  const byGrid = domtool(place, `webdriver+${grid.url},max=3`);
  await step("Grid: an order", async () => {
    await buy(byGrid, shop, 1, "grid");
    // A hub hears of it from its node.
    await until("no session is left", async () => (await grid.sessions()).length === 0);
  });
  await step(`Grid: idle for ${SESSION_TIMEOUT * 3} s, where sessions end after ${SESSION_TIMEOUT} s`, async () => {
    await byGrid.call("idle")("open", { url: shop.url });
    const [ours] = await grid.sessions();
    const chrome = { browserName: "chrome", "goog:chromeOptions": { args: ["--headless=new", "--no-sandbox"] } };
    const body = JSON.stringify({ capabilities: { alwaysMatch: chrome } });
    const init = { method: "POST", headers: { "content-type": "application/json; charset=utf-8" }, body };
    const { sessionId } = await grid.ask("/session", init);
    await sleep(SESSION_TIMEOUT * 3000);
    const left = await grid.sessions();
    expect(!left.includes(sessionId), "a session without heartbeats is still there: this shows nothing");
    expect(left.includes(ours), "the Grid ended the session");
    expect((await byGrid.call("idle")("observe", {})).includes("Accept cookies"), "the page is not there");
  });
  await step("Grid: full", async () => {
    await byGrid.call("second")("open", { url: shop.url });
    const { error } = await byGrid.run("open", shop.url, "--session", "third");
    expect(error?.code === "NO_CAPACITY", JSON.stringify(error));
    await byGrid.run("close", "--session", "second");
    return error.message;
  });
  await step("Grid: its node killed in the middle", async () => {
    const said = await killed(byGrid, "nodeless", shop.url, () => treeOf(grid.node.pid));
    const { error } = await byGrid.run("observe", "--session", "idle");
    expect(error?.code === "BROWSER_GONE", JSON.stringify(error));
    return said;
  });
  await step("Grid: an order by another node, with the places that the dead one had", async () => {
    await grid.startNode();
    await until("the dead node is out", async () => (await grid.ask("/status")).nodes.length === 1, 120_000);
    await buy(domtool(place, `webdriver+${grid.url},max=1`), shop, 2, "another-node");
  });
  await step("Grid: domtool killed; the session ends by the Grid's time-out", async () => {
    await byGrid.call("orphan")("open", { url: shop.url });
    const { pid } = JSON.parse(fs.readFileSync(`${place.env.DOMTOOL_SOCKET}.sessions`, "utf8"));
    expect((await grid.sessions()).length === 1, "it has none");
    process.kill(pid, "SIGKILL");
    await until("the Grid has none", async () => (await grid.sessions()).length === 0, SESSION_TIMEOUT * 4000);
  });
  grid.end();

  const wide = await begin(new Grid(), 6, 300);
  await step(`Grid: ${crowd} sessions at once in 6 places`, async () => {
    const many = domtool(place, `webdriver+${wide.url},max=6`);
    const orders = Array.from({ length: Number(crowd) }, (_, nth) => buy(many, shop, nth + 10, `guest${nth}`));
    const wrong = (await Promise.allSettled(orders)).filter(({ status }) => status === "rejected");
    expect(wrong.length === 0, `${wrong.length} failed, first: ${wrong[0]?.reason?.message}`);
    await until("no session is left", async () => (await wide.sessions()).length === 0);
  });
} catch (error) {
  failed += 1;
  console.error(error.message);
} finally {
  await place.close();
}
finish(failed === 0 ? 0 : 1);
