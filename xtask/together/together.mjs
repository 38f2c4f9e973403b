// domtool, Playwright and Puppeteer on one page of one Chromium, in turns. The page counts what reached it; a table says what was handed
// over and what was done. `node together.mjs DOMTOOL CHROMIUM TURNS`.

import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import playwright from "playwright-core";
import puppeteer from "puppeteer-core";

const [domtoolPath, chromiumPath, turnsText = "200"] = process.argv.slice(2);
const turns = Number(turnsText);
const CALL = 30_000; // ms, for one call of any tool
const WHOLE = 10 * 60_000; // ms, for all of it

// A document with a button, and another in an open shadow root; each press is told to the page.
const part = (name, more = "") => `<!doctype html><title>${name}</title>
<button id="${name}">Press ${name}</button><div id="host-${name}"></div>${more}
<script>
  const tell = (what) => (event) => top.postMessage(what + " " + event.isTrusted, "*");
  const root = document.getElementById("host-${name}").attachShadow({ mode: "open" });
  root.innerHTML = '<button id="shadow-${name}">Shadow ${name}</button>';
  root.firstChild.onclick = tell("shadow-${name}");
  document.getElementById("${name}").onclick = tell("${name}");
</script>`;

// Frames of the same origin, of another site, and of the first one within that.
const page = (port) => `<!doctype html><title>Together</title><h1>Together</h1>
<button id="domtool">For domtool</button> <button id="playwright">For Playwright</button> <button id="puppeteer">For Puppeteer</button>
<iframe src="/same" width="300" height="100"></iframe>
<iframe src="http://localhost:${port}/far" width="400" height="300"></iframe>
<script>
  const log = [];
  for (const id of ["domtool", "playwright", "puppeteer"])
    document.getElementById(id).onclick = (event) => log.push(id + " " + event.isTrusted);
  onmessage = (event) => log.push(event.data);
</script>`;

const serve = async () => {
  const server = http.createServer((request, response) => {
    const { port } = server.address();
    const within = `<iframe src="http://127.0.0.1:${port}/deep" width="300" height="100"></iframe>`;
    const pages = { "/": page(port), "/same": part("same"), "/far": part("far", within), "/deep": part("deep") };
    response.setHeader("content-type", "text/html");
    response.statusCode = request.url in pages ? 200 : 404;
    response.end(pages[request.url] ?? "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
};

const launch = async (profile) => {
  const words = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--site-per-process"];
  words.push("--no-first-run", "--disable-background-networking", "about:blank");
  if (process.getuid?.() === 0) words.push("--no-sandbox");
  const chromium = spawn(chromiumPath, words, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  const endpoint = await new Promise((found, failed) => {
    let said = "";
    chromium.stderr.on("data", (data) => {
      said += data;
      const line = /listening on (ws:\S+)/.exec(said);
      if (line) found(line[1]);
    });
    chromium.on("exit", () => failed(new Error(`Chromium ended: ${said}`)));
    chromium.on("error", failed);
  });
  return { chromium, endpoint };
};

// Each place's name for a person, and its id in the page.
const PLACES = ["same", "far", "deep"].flatMap((name) => [
  [`Press ${name}`, name],
  [`Shadow ${name}`, `shadow-${name}`],
]);

const work = async (domtool, endpoint, address) => {
  await domtool("open", address);
  const ofPlaywright = await playwright.chromium.connectOverCDP(endpoint);
  const inPlaywright = ofPlaywright.contexts().flatMap((context) => context.pages()).find((one) => one.url() === address);
  const ofPuppeteer = await puppeteer.connect({ browserWSEndpoint: endpoint, defaultViewport: null });
  const inPuppeteer = (await ofPuppeteer.pages()).find((one) => one.url() === address);
  const seen = await domtool("observe");
  const idOf = (name) => {
    const line = seen.split("\n").find((line) => line.includes(`button "${name}"`));
    if (!line) throw new Error(`no ${name} in\n${seen}`);
    return /e\d+/.exec(line)[0];
  };

  // Both ways: what domtool says is found by the others, and what the others say by domtool.
  const wrong = [];
  const handed = [];
  for (const [name, id] of [["For domtool", "domtool"], ...PLACES]) {
    const ours = idOf(name);
    const { frames, css } = JSON.parse(await domtool("locate", ours, "--as", "json"));
    const expression = (await domtool("locate", ours, "--as", "playwright")).trim();
    const locator = new Function("page", `return ${expression}`)(inPlaywright);
    if ((await locator.getAttribute("id", { timeout: CALL })) !== id) wrong.push(`Playwright: ${expression}`);
    let context = inPuppeteer;
    let frame = [];
    for (const steps of frames) {
      const selector = steps.join(" >>>> ");
      context = await (await context.$(selector)).contentFrame();
      const named = await domtool("id", "--css", selector, ...frame);
      frame = ["--frame", /e\d+/.exec(named)[0]];
    }
    const found = await context.$$(css.join(" >>>> "));
    const its = await Promise.all(found.map((element) => element.evaluate((one) => one.id)));
    if (its.length !== 1 || its[0] !== id) wrong.push(`Puppeteer: ${css}: ${its}`);
    const back = await domtool("id", "--css", `#${id}`, ...frame);
    if (!back.startsWith(`${ours} `)) wrong.push(`domtool: #${id}: ${back}`);
    const byPath = await domtool("id", "--xpath", `//*[@id="${id}"]`, ...frame).catch(() => "");
    if (!id.startsWith("shadow-") && !byPath.startsWith(`${ours} `)) wrong.push(`domtool: //*[@id="${id}"]: ${byPath}`);
    handed.push({ id, ours, locator, element: found[0] });
  }

  // In turns: each its own button, then all the same place.
  const expected = [];
  const took = { domtool: 0, playwright: 0, puppeteer: 0 };
  const timed = async (tool, id, act) => {
    const since = performance.now();
    await act().catch((error) => wrong.push(`${tool} on ${id}: ${error.stdout || error}`));
    took[tool] += performance.now() - since;
    expected.push(`${id} true`);
  };
  const own = idOf("For domtool");
  const press = async (tool) => {
    const report = JSON.parse(await domtool("click", tool, "--json"));
    if (!report.ok) throw new Error(JSON.stringify(report));
  };
  for (let turn = 0; turn < turns; turn++) {
    const place = turn % 2 ? handed[1 + ((turn >> 1) % PLACES.length)] : null;
    await timed("domtool", place?.id ?? "domtool", () => press(place?.ours ?? own));
    const locator = place?.locator ?? inPlaywright.locator("#playwright");
    await timed("playwright", place?.id ?? "playwright", () => locator.click({ timeout: CALL }));
    await timed("puppeteer", place?.id ?? "puppeteer", () => (place ? place.element.click() : inPuppeteer.click("#puppeteer")));
  }
  // Messages of frames come in their own time.
  await inPlaywright.waitForFunction((count) => log.length >= count, expected.length, { timeout: CALL }).catch(() => {});
  const heard = await inPlaywright.evaluate(() => log);
  await ofPuppeteer.disconnect();
  const strays = heard.filter((one, at) => one !== expected[at]).length;
  console.log(`handed over: ${handed.length} elements, each to Playwright and Puppeteer and back`);
  for (const [tool, time] of Object.entries(took)) console.log(`${tool}: ${turns} clicks, ${(time / turns).toFixed(1)} ms each`);
  console.log(`the page heard ${heard.length} of ${expected.length} clicks, ${strays} not in their turn`);
  wrong.forEach((line) => console.error(line));
  return wrong.length === 0 && strays === 0 && heard.length === expected.length;
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "domtool-"));
const server = await serve();
const { chromium, endpoint } = await launch(path.join(folder, "profile"));
const end = () => {
  try {
    process.kill(-chromium.pid);
  } catch {
    // it ended before
  }
};
setTimeout(() => {
  console.error("it takes too long");
  end();
  process.exit(1);
}, WHOLE).unref();
const env = { ...process.env, DOMTOOL_SOCKET: path.join(folder, "socket") };
const domtool = async (...words) => {
  const { stdout } = await promisify(execFile)(domtoolPath, ["--cdp", endpoint, ...words], { env, timeout: CALL });
  return stdout;
};
let done = false;
try {
  done = await work(domtool, endpoint, `http://127.0.0.1:${server.address().port}/`);
} finally {
  await domtool("close", "--all").catch((error) => console.error(String(error)));
  end();
  server.close();
  await new Promise((gone) => (chromium.exitCode === null && chromium.signalCode === null ? chromium.on("exit", gone) : gone()));
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(done ? 0 : 1);
