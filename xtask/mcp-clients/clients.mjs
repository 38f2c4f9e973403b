// Every kind of client: how it connects, and how the text of a tool's answer is had from it. A connected client is `{ version, text(tool,
// arguments), end() }`; `version` is the one of the protocol that both sides agreed on.

import { spawn } from "node:child_process";
import readline from "node:readline";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CALL } from "./places.mjs";

export const LEGACY = "2025-11-25";
export const MODERN = "2026-07-28";
const INFO = { name: "domtool-mcp-clients", version: "1.0.0" };

/** The text of an answer that is no error. */
const textOf = (tool, { isError, content }) => {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (isError) throw new Error(`${tool}: ${text}`);
  return text;
};

/** How a package connects over either transport. */
const transports = (Stdio, Http) => ({
  stdio: ({ place }) => new Stdio({ command: place.program, args: ["mcp"], env: place.env, stderr: "ignore" }),
  http: ({ server }) =>
    new Http(new URL(server.url), { requestInit: { headers: { authorization: `Bearer ${server.token}` } } }),
});
const of1 = transports(Stdio1, Http1);
const of2 = transports(Stdio2, Http2);

/** `@modelcontextprotocol/sdk`, which speaks the versions up to 2025. */
const sdk = (kind) => async (where) => {
  const transport = of1[kind](where);
  let agreed;
  // The client tells its transport which version was agreed on, and nobody else.
  const inner = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    agreed = version;
    inner?.(version);
  };
  const client = new Client1(INFO);
  await client.connect(transport, { timeout: CALL });
  return {
    version: agreed,
    text: async (name, args) =>
      textOf(name, await client.callTool({ name, arguments: args }, undefined, { timeout: CALL })),
    end: () => client.close(),
  };
};

/** `@modelcontextprotocol/client`, in one of its ways to agree on a version. */
const client = (kind, mode) => async (where) => {
  const client = new Client2(INFO, { versionNegotiation: { mode } });
  await client.connect(of2[kind](where), { timeout: CALL });
  return {
    version: client.getNegotiatedProtocolVersion(),
    text: async (name, args) => textOf(name, await client.callTool({ name, arguments: args }, { timeout: CALL })),
    end: () => client.close(),
  };
};

/** Lines of JSON over the pipes of a process, written by hand, as clients of 2025 do. */
const rawStdio = async ({ place }) => {
  const child = spawn(place.program, ["mcp"], { env: place.env, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((ended) => child.on("close", ended).on("error", ended));
  const waiting = new Map();
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  const ask = async (method, params) => {
    const own = ++id;
    const gone = ended.then(() => Promise.reject(new Error(`the server ended before it answered ${method}`)));
    const answered = new Promise((answered) => waiting.set(own, answered));
    send({ id: own, method, params });
    const { result, error } = await Promise.race([answered, gone]);
    waiting.delete(own);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const hello = await ask("initialize", { protocolVersion: LEGACY, capabilities: {}, clientInfo: INFO });
  send({ method: "notifications/initialized" });
  return {
    version: hello.protocolVersion,
    text: async (name, args) => textOf(name, await ask("tools/call", { name, arguments: args })),
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

/** Requests over HTTP written by hand, as clients of 2026 do: each says who asks. */
const rawHttp = async ({ server }) => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  let id = 0;
  const ask = async (method, params) => {
    const headers = {
      authorization: `Bearer ${server.token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(params.name && { "mcp-name": params.name }),
    };
    const own = ++id;
    const body = JSON.stringify({ jsonrpc: "2.0", id: own, method, params: { ...params, _meta: meta } });
    const answer = await fetch(server.url, { method: "POST", headers, body, signal: AbortSignal.timeout(CALL) });
    const text = await answer.text();
    const lines = text.startsWith("{") ? [text] : text.split("\n").filter((line) => line.startsWith("data:"));
    const messages = lines.map((line) => line.replace(/^data:/, "").trim()).filter(Boolean).map((line) => JSON.parse(line));
    const answered = messages.find((message) => message.id === own);
    if (!answered?.result) throw new Error(`${method}: ${answer.status} ${text}`);
    return answered.result;
  };
  const found = await ask("server/discover", {});
  return {
    version: found.supportedVersions.find((version) => version === MODERN),
    text: async (name, args) => textOf(name, await ask("tools/call", { name, arguments: args })),
    end: async () => {},
  };
};

/** The clients of the protocol, with the version that each must agree on. */
export const CLIENTS = ["stdio", "http"].flatMap((kind) => [
  { name: "sdk", kind, mode: "initialize", version: LEGACY, connect: sdk(kind) },
  { name: "client", kind, mode: "legacy", version: LEGACY, connect: client(kind, "legacy") },
  { name: "client", kind, mode: "auto", version: MODERN, connect: client(kind, "auto") },
  { name: "client", kind, mode: "pinned", version: MODERN, connect: client(kind, { pin: MODERN }) },
]);

/** Those without a package. */
export const RAW = [
  { name: "raw", kind: "stdio", mode: "initialize", version: LEGACY, connect: rawStdio },
  { name: "raw", kind: "http", mode: "discover", version: MODERN, connect: rawHttp },
];
