export { DomtoolError } from "./error.js";
export * from "./generated.js";
export { Session, find, get } from "./session.js";
export type { OpenAiTool, SessionOptions, ToolAnswer, ToolShape } from "./session.js";
