#!/usr/bin/env node
// Starts the binary that npm installed for this system, with the same arguments, input and output. It takes the time that Node
// needs to start; `domtool setup` writes the path of the binary itself into the configuration of hosts.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@domtool/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "domtool.exe" : "domtool";

/** @returns {string} */
function binary() {
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    process.stderr.write(
      `domtool: the package ${name} is not installed. Either there is none for this system, or optional dependencies were left ` +
        "out: npm install --include=optional domtool\n",
    );
    process.exit(1);
  }
}

const child = spawn(binary(), process.argv.slice(2), { stdio: "inherit" });
// Who ends this process means that one. A terminal's Ctrl-C reaches both anyway.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  process.stderr.write(`domtool: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});
