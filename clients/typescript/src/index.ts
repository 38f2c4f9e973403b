// A real browser for language-model agents: a typed client for the program domtool.

export { DomtoolError } from "./error.js";
export * from "./generated.js";
export { Session, cell, find, get } from "./session.js";
export type { OpenAiTool, SessionOptions, ToolAnswer, ToolShape } from "./session.js";
