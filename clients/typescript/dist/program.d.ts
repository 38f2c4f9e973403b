import type { Launch } from "./generated.js";
/** The version of what client and daemon say to each other that this package speaks. */
export declare const PROTOCOL = 5;
/** How the daemon is reached, and what the environment says of every call. */
export interface Endpoint {
    socket: string;
    protocol: number;
    build: string;
    version: string;
    call: {
        session: string;
        caller: string;
        folder: string;
        allow_eval: boolean;
        launch: Launch;
        configured: Launch;
    };
}
/** Where the program is: as given, else `DOMTOOL_BIN`, else in the package for this platform, else on the `PATH`. */
export declare function findProgram(given?: string): string;
/** Has the program start a daemon if none runs, and say how it is reached. */
export declare function askEndpoint(program: string): Promise<Endpoint>;
/** Runs the program, and reads the JSON that it prints. */
export declare function runJson(program: string, words: string[], given?: string, environment?: Record<string, string>): Promise<unknown>;
/** How a browser is to be started, as the program's flags; what nobody is to see in a list of processes as environment. */
export declare function flagsOf(launch: Launch): {
    flags: string[];
    environment: Record<string, string>;
};
