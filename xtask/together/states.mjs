// Saved states between domtool and Playwright, both ways: a page that keeps something of every kind, and Jupyter Server behind a password.
// The page and the server are the witnesses. `node states.mjs DOMTOOL CHROMIUM PYTHON VAULT`.

import { execFile, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import playwright from "playwright-core";

const [domtoolPath, chromiumPath, pythonPath, vaultPath] = process.argv.slice(2);
const CALL = 60_000; // ms, for one call of any tool
const WHOLE = 10 * 60_000; // ms, for all of it
const PASSWORD = "zq correct horse";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "domtool-"));
const file = (name) => path.join(folder, name);
const env = { ...process.env, DOMTOOL_SOCKET: file("socket"), DOMTOOL_CONFIG: "off", DOMTOOL_KEYRING: "off" };
const domtool = async (...words) => {
  const { stdout } = await promisify(execFile)(domtoolPath, words, { env, timeout: CALL });
  return stdout;
};
const evaluated = async (expression) => JSON.parse(await domtool("eval", "--allow-eval", "--json", expression)).value;

const wrong = [];
const check = (what, is, expected) => {
  const right = JSON.stringify(is) === JSON.stringify(expected);
  console.log(`${right ? "ok" : "WRONG"} ${what}`);
  if (!right) wrong.push(`${what}: ${JSON.stringify(is)} is not ${JSON.stringify(expected)}`);
};

// In a browser of its own.
const withPlaywright = async (options, work) => {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await playwright.chromium.launch({ executablePath: chromiumPath, args });
  try {
    const context = await browser.newContext(options);
    return await work(context, await context.newPage());
  } finally {
    await browser.close();
  }
};

const TITLE = "new Promise((told) => { const look = () => (document.title ? told(document.title) : setTimeout(look, 20)); look(); })";
const FORGET_ROUND = `new Promise((done) => {
  indexedDB.open("vault").onsuccess = ({ target }) => {
    const transaction = target.result.transaction("values", "readwrite");
    transaction.objectStore("values").delete("round");
    transaction.oncomplete = () => done(target.result.close());
  };
})`;
// What the page finds; what has no form in the file is not there, and Playwright does not keep session storage.
const found = (session, blob) =>
  `vault ["zqvault2",${session},["empty2","vault4"],"9 same","${blob}",true,83,true,250]`;

const exchangeVault = async () => {
  const page = fs.readFileSync(vaultPath);
  const server = http.createServer((_, response) => response.setHeader("content-type", "text/html").end(page));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}/vault`;
  const [ours, theirs] = [file("ours.json"), file("theirs.json")];
  try {
    await domtool("open", `${address}?fill`);
    await evaluated(TITLE);
    await domtool("state", "save", ours);
    await domtool("close");
    const inTheirs = await withPlaywright({ storageState: ours }, async (_, page) => {
      await page.goto(address);
      return page.evaluate(TITLE);
    });
    check("domtool's databases in Playwright", inTheirs, found("null", "undefined"));

    const expected = await withPlaywright({}, async (context, page) => {
      await page.goto(`${address}?fill`);
      await page.evaluate(TITLE);
      // Playwright 1.65 fails on a value of plain objects that has itself in it, which domtool writes and it reads.
      await page.evaluate(FORGET_ROUND);
      await context.storageState({ path: theirs, indexedDB: true });
      const another = await context.newPage();
      await another.goto(address);
      return another.evaluate(TITLE);
    });
    await domtool("state", "load", theirs);
    await domtool("open", address);
    // What Playwright saves of a blob is an empty object, and of an item called `length` nothing.
    const lossy = expected.replace("file=Blob", "file=Object").replace('"zqvault2"', "null");
    check("Playwright's databases in domtool", await evaluated(TITLE), lossy);

    const shape = (name) => {
      const { origins } = JSON.parse(fs.readFileSync(name, "utf8"));
      const databases = origins[0].indexedDB.sort((one, other) => (one.name < other.name ? -1 : 1));
      const sorted = (value) => Object.fromEntries(Object.entries(value).sort());
      return databases.map(({ name, version, stores }) => ({
        name,
        version,
        stores: stores.map(({ records, indexes, ...store }) => ({
          ...sorted(store),
          indexes: indexes.map(sorted),
          // Records are told apart by their keys; the stack of an error is the browser's own.
          records: records
            .filter(({ key }) => key !== "blob" && key !== "round")
            .map((record) => JSON.stringify(sorted(record)).replace(/"s":"(\\.|[^"\\])*"/, "")),
        })),
      }));
    };
    check("both write the same", shape(ours), shape(theirs));
  } finally {
    await domtool("close");
    server.close();
  }
};

const freePort = async () => {
  const server = http.createServer();
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
};

const exchangeLogin = async () => {
  const port = await freePort();
  const hashed = execFileSync(pythonPath, ["-c", "import sys; from jupyter_server.auth import passwd; print(passwd(sys.stdin.read()))"], { input: PASSWORD });
  const root = file("jupyter");
  fs.mkdirSync(root);
  const words = ["-m", "jupyter_server", "--no-browser", "--allow-root", "--ip=127.0.0.1", `--port=${port}`, "--ServerApp.port_retries=0"];
  words.push(`--ServerApp.root_dir=${root}`, `--PasswordIdentityProvider.hashed_password=${hashed.toString().trim()}`);
  const home = { ...process.env, HOME: root, JUPYTER_CONFIG_DIR: root, JUPYTER_DATA_DIR: root, JUPYTER_RUNTIME_DIR: root };
  const server = spawn(pythonPath, words, { env: home, stdio: "ignore" });
  const gone = new Promise((ended) => server.on("exit", ended));
  const start = `http://127.0.0.1:${port}/login`;
  try {
    const until = Date.now() + CALL;
    while (!(await fetch(start).then((answer) => answer.ok, () => false))) {
      if (Date.now() > until || server.exitCode !== null) throw new Error("Jupyter Server does not start");
      await new Promise((later) => setTimeout(later, 100));
    }
    // The server says who it takes its caller for.
    const ME = "fetch('/api/me').then(async (answer) => [answer.status, 'identity' in (await answer.json())])";
    const [outside, inside] = [[403, false], [200, true]];
    const ours = file("login-ours.json");
    const theirs = file("login-theirs.json");

    await domtool("open", start);
    check("nobody at first", await evaluated(ME), outside);
    const id = /e\d+/.exec((await domtool("observe")).split("\n").find((line) => /assword.*masked|textbox.*assword/i.test(line)))[0];
    await domtool("fill", id, PASSWORD);
    await domtool("press", id, "Enter");
    check("logged in by domtool", await evaluated(ME), inside);
    await domtool("state", "save", ours);
    await domtool("close");
    await domtool("open", start);
    check("a new browser is nobody", await evaluated(ME), outside);
    await domtool("close");
    await domtool("--state", ours, "open", start);
    check("domtool's login in a new browser", await evaluated(ME), inside);
    await domtool("close");
    const theirView = await withPlaywright({ storageState: ours }, async (_, page) => {
      await page.goto(start);
      return page.evaluate(ME);
    });
    check("domtool's login in Playwright", theirView, inside);
    await withPlaywright({}, async (context, page) => {
      await page.goto(start);
      await page.fill("input[type=password]", PASSWORD);
      await Promise.all([page.waitForNavigation(), page.press("input[type=password]", "Enter")]);
      await context.storageState({ path: theirs, indexedDB: true });
    });
    await domtool("state", "load", theirs);
    await domtool("open", start);
    check("Playwright's login in domtool", await evaluated(ME), inside);
  } finally {
    await domtool("close");
    server.kill();
    await gone;
  }
};

setTimeout(() => {
  console.error("it takes too long");
  process.exit(1);
}, WHOLE).unref();
try {
  await exchangeVault();
  await exchangeLogin();
} catch (error) {
  wrong.push(String(error.stdout || error.stderr || error.stack));
} finally {
  await domtool("close", "--all").catch((error) => wrong.push(String(error)));
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
wrong.forEach((line) => console.error(line));
process.exit(wrong.length === 0 ? 0 : 1);
