// The clients that come without the Model Context Protocol: the command line, a process a call, and the typed clients for TypeScript and
// Python. Each is `{ text(tool, arguments), end() }`, as in `clients.mjs`, for one session.

import { spawn } from "node:child_process";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

/** `domtool` as one types it. */
export const commandLine = ({ place }, session) => ({
  text: (tool, { url, actions }) => {
    const first = tool === "open" ? [url] : tool === "act" ? [JSON.stringify(actions)] : [];
    return place.run(tool, ...first, "--session", session);
  },
  end: async () => {},
});

/** The client in `clients/typescript`, whose calls go to the daemon's socket. */
export const typescript = async ({ place, root, timeout }, name) => {
  const { Session } = await import(pathToFileURL(path.resolve(root, "clients/typescript/dist/index.js")).href);
  // The client runs in this process, and its program is to be in the place.
  Object.assign(process.env, place.env);
  const session = new Session(name, { program: place.program });
  const tools = {
    open: async ({ url }) => JSON.stringify(await session.open(url, { timeout })),
    observe: async () => (await session.observe()).text,
    act: async ({ actions }) => {
      const batch = await session.act(actions, { timeout });
      if (!batch.ok) throw new Error(`act: ${JSON.stringify(batch)}`);
      return JSON.stringify(batch);
    },
  };
  return { text: (tool, args) => tools[tool](args), end: async () => {} };
};

/** The client in `clients/python`, in a process of its own: a line of JSON for each call and each answer. */
export const python = ({ place, root, timeout }, name) => {
  const env = { ...place.env, PYTHONPATH: path.resolve(root, "clients/python"), PYTHONDONTWRITEBYTECODE: "1" };
  const script = path.join(import.meta.dirname, "guest.py");
  const words = [script, name, String(timeout)];
  const child = spawn("python3", words, { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((ended) => child.on("close", ended).on("error", ended));
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    text: async (tool, args) => {
      child.stdin.write(`${JSON.stringify({ tool, args })}\n`);
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`Python ended before it answered ${tool}`);
      const { text, error } = JSON.parse(value);
      if (error) throw new Error(`${tool}: ${error}`);
      return text;
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
