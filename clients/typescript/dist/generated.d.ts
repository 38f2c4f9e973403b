/** What kind of action was done. */
export type ActionKind = "click" | "double_click" | "right_click" | "hover" | "drag" | "wheel" | "send_click_event" | "highlight" | "next_chunk" | "prev_chunk" | "scroll" | "scroll_into_view" | "fill" | "type" | "clear" | "press" | "select" | "submit" | "check" | "uncheck" | "select_text" | "copy" | "cut" | "paste" | "upload" | "download" | "emulate" | "open" | "back" | "forward" | "reload" | "stop" | "dialog" | "wait";
/** A tab of the browser, whoever opened it. One with neither `tab` nor `session` can be taken. */
export interface AvailableTab {
    /** The number to take it by. It keeps it while the connection to the browser lasts. */
    number: number;
    /** Its title. */
    title: string;
    /** Its address. */
    url: string;
    /** The other session that has it. */
    session?: string | null;
    /** Its number in this session, where the session has it already. */
    tab?: number | null;
}
/** As one object. */
export interface Batch {
    /**
     * The reports of those that were done, in order. The last one's diff tells what all of them
     * changed, on the page that they ended on; of several rounds the last. Where they led to
     * another page it is that page, where `new_page` says so.
     */
    done: Report[];
    /** From call to report, milliseconds. */
    ms: number;
    /**
     * How many were not done: those after the one at which it ended, and that one when nothing of
     * it was sent.
     */
    not_done: number;
    /** Whether all were done, and all of them are verified. */
    ok: boolean;
    /**
     * What the `observe`, `find` or `read` gave back that came last, or how it failed. Where they
     * ended early on a new page: that page.
     */
    look?: unknown;
    /** How often they were repeated, where they were to be until something is so. */
    rounds?: Rounds | null;
    /** Why it ended before the end. */
    stopped?: Stopped | null;
}
/** A file chooser that the page opened. */
export interface ChooserInfo {
    /** Whether it takes several files. */
    multiple: boolean;
}
/** The sessions that were closed. */
export interface ClosedSessions {
    /** Their names. */
    closed: string[];
}
/** A cookie. */
export interface CookieInfo {
    /** Whose it is; with a dot in front also the hosts below get it. */
    domain: string;
    /** Scripts do not see it. */
    http_only: boolean;
    /** Its name. */
    name: string;
    /** Below which path. */
    path: string;
    /** Whether it goes along with requests of other sites: Strict, Lax or None. */
    same_site: string;
    /** It goes over TLS alone. */
    secure: boolean;
    /** When it ends, in seconds since 1970; with the browser, where it is left out. */
    expires?: number | null;
    /** The top-level site that it is bound to. */
    partition_key?: string | null;
    /** Its value, where that was asked for. */
    value?: string | null;
}
/** Cookies of the session. */
export interface CookieList {
    /** Those that are there, or the one that was set. */
    cookies: CookieInfo[];
    /** How many were cleared. */
    cleared?: number | null;
    /** It was set. */
    set?: boolean;
}
/** A dialog of the page. */
export interface DialogInfo {
    /** What it asks for. */
    kind: DialogKind;
    /** Its text. */
    message: string;
    /** Whether it waits for an answer (`accept_dialog` or `dismiss_dialog`). */
    open: boolean;
}
/** What a dialog of the page asks for. */
export type DialogKind = 
/** `alert`: OK. */
"alert"
/** `confirm`: OK or Cancel. */
 | "confirm"
/** `prompt`: a text and OK, or Cancel. */
 | "prompt"
/** Whether to leave a page that has something to lose. */
 | "beforeunload";
/** Whether the page may have received input: whether a retry could do it twice. */
export type Dispatched = 
/** Nothing was sent. */
"no"
/** It was sent. */
 | "yes"
/** It was on its way when the call failed; nobody knows whether it arrived. */
 | "maybe";
/** A download. */
export interface DownloadInfo {
    /** How many bytes have come. */
    bytes: number;
    /**
     * The name of the file: while it comes the one that the page suggests, once complete the safe
     * and free one that it has.
     */
    name: string;
    /** The path of the file, once it is complete. */
    path: string | null;
    /** How far it is. */
    state: DownloadState;
    /** How many bytes it has in all, where the server said. */
    total: number | null;
    /** Where it comes from; values that look like tokens are replaced by `…`. */
    url: string;
}
/** How far a download is. */
export type DownloadState = 
/** It is still coming. */
"in_progress"
/** It is complete. */
 | "completed"
/** It was cancelled before its end. */
 | "canceled";
/** What an action caused. */
export interface Effects {
    /** How many lines came into the view. */
    added: number;
    /** How many lines have another text. */
    changed: number;
    /** Errors written to the console and exceptions that nobody caught. */
    console_errors: string[];
    /** Dialogs that opened, with their text. An open one blocks the page until it is answered. */
    dialogs: DialogInfo[];
    /** Downloads that began, with how far each is. */
    downloads: DownloadInfo[];
    /** The element that has the focus now, when that changed. */
    focus: string | null;
    /**
     * Texts that appeared in places meant for messages (live regions, alerts, toasts, the error
     * of an invalid field), and texts that came and went elsewhere. Those that are gone by now
     * are included.
     */
    messages: Message[];
    /** Whether the page has a new document. */
    navigated: boolean;
    /** How many lines went out of it. */
    removed: number;
    /** Requests begun after the input. */
    requests: RequestInfo[];
    /** Tabs that opened. */
    tabs: TabInfo[];
    /** The new title, when it changed. */
    title: string | null;
    /** The new address, when it changed. */
    url: string | null;
    /**
     * Whether a box in that document scrolled, such as a list or a row of pictures. Told where
     * nothing else came of the input.
     */
    box_scrolled?: boolean;
    /** File choosers that opened and that no action answered yet: `Upload` gives them files. */
    choosers?: ChooserInfo[];
    /** Tabs that closed, by their numbers. */
    closed_tabs?: number[];
    /** Whether something came to the clipboard. Told where nothing else came of the input. */
    copied?: boolean;
    /**
     * What the element with the focus says is current in it, when that changed: an option of a
     * list (`aria-activedescendant`).
     */
    current?: Target | null;
    /** The same, where no line has told of it: a cell of a grid. */
    focused?: Target | null;
    /**
     * Whether a part of the page fills the screen now, where that changed. Told where nothing
     * else came of the input.
     */
    full_screen?: boolean | null;
    /** What the lists above were too long to hold. */
    left_out?: EffectsLeftOut;
    /** What it opened: menus, lists, dialogs, boxes of suggestions. */
    opened?: Opened[];
    /**
     * The names of pictures in view that were replaced by others; empty of one that has no name.
     * Told where nothing else came of the input.
     */
    pictures?: string[];
    /**
     * How far down the document that the input went to is scrolled since, in CSS pixels; negative
     * is up. Told where nothing else came of the input.
     */
    scrolled?: number | null;
    /** States of the target that changed, such as `expanded` or `checked`. */
    state?: StateChange[];
    /** Whether text of the page came to be selected. Told where nothing else came of the input. */
    text_selected?: boolean;
}
/**
 * How much more there was than `Effects` lists. Requests that failed or sent something, and
 * messages that are errors, are left out last; all of it was judged.
 */
export interface EffectsLeftOut {
    /** Errors of the console; one that was written several times is listed once. */
    console_errors?: number;
    /** Messages. */
    messages?: number;
    /** Requests. */
    requests?: number;
    /** More happened than domtool keeps, and a part of it is not known. */
    unknown?: boolean;
}
/** What went wrong. */
export interface Error {
    /** What happened. */
    code: ErrorCode;
    /** Whether the page may have received input: whether a retry could do it twice. */
    dispatched: Dispatched;
    /** What to do next. */
    hint: string;
    /** What happened, in one sentence. */
    message: string;
    /** What stood in the way, as data. */
    obstacle?: Obstacle | null;
    /** What the action caused all the same, where the obstacle is something else. */
    report?: Report | null;
}
/** What happened. The codes are those that a model reads. */
export type ErrorCode = 
/** The element that the id names is gone, or is another one by now. */
"STALE"
/** The id was never given out, or there is no such tab, session or text. */
 | "NOT_FOUND"
/** The words name several elements. */
 | "AMBIGUOUS"
/** The element has no box that a person could see. */
 | "HIDDEN"
/** The element is disabled. */
 | "DISABLED"
/** The element's value cannot be changed. */
 | "READ_ONLY"
/** Another element lies over it and would get the input. */
 | "COVERED"
/** The element does not come to rest, has no point to hit, or takes no focus. */
 | "NOT_ACTIONABLE"
/** The action does not fit this kind of element. */
 | "WRONG_KIND"
/** The select has no such option, or it is disabled. */
 | "OPTION_NOT_FOUND"
/** The field refused or changed what was put in. */
 | "VALUE_REJECTED"
/** An effect was demanded and there was none. */
 | "NO_EFFECT"
/** What was expected did not come. */
 | "EXPECTATION_FAILED"
/** The deadline passed. */
 | "TIMEOUT"
/** The page went to another document during the action. */
 | "NAVIGATED_AWAY"
/** A dialog is open and blocks the page. */
 | "DIALOG_OPEN"
/** The browser shows a dialog of its own over the page, which takes all input. */
 | "BROWSER_DIALOG"
/** The tab is closed. */
 | "TAB_CLOSED"
/** Another session has the tab. */
 | "TAB_TAKEN"
/** The person took the tab back. */
 | "TAB_TAKEN_BACK"
/** The tab is in its person's hands. */
 | "TAB_PAUSED"
/** The page's process crashed. */
 | "PAGE_CRASHED"
/** The page does not answer: a script of it runs without end, or it opens dialog after dialog. */
 | "PAGE_HUNG"
/** The browser is gone, or the connection to it. */
 | "BROWSER_GONE"
/** A policy of the session or of the browser forbids the address. */
 | "BLOCKED_BY_POLICY"
/** Another origin's frame could not be reached. */
 | "CROSS_ORIGIN"
/** The browser's own security stopped it. */
 | "SECURITY_BLOCKED"
/** The arguments make no sense. */
 | "INVALID_INPUT"
/** There is no Chromium on this machine, or it does not start. */
 | "NO_BROWSER"
/** All sessions that may run at once do. */
 | "NO_CAPACITY"
/** A bug, or an answer of the browser that nobody expected. */
 | "INTERNAL";
/** What a script gave back. */
export interface Evaluated {
    /** Its value, as JSON. */
    value: unknown;
}
/** What speaks for it that what was asked for is so. */
export type Evidence = 
/**
 * What the action sets was read back from the page, or what the caller expects came and was
 * not so before.
 */
"verified"
/** Input arrived at the element and something happened; nobody said what it should be. */
 | "effect"
/** What the caller expects is so, and was so before. */
 | "as_before"
/** Input arrived at the element and nothing happened, or what happened cannot be seen. */
 | "nothing"
/** What was expected did not come. */
 | "missing";
/** What a request in words left of a page. */
export interface Filtered {
    /** The lines that are kept. */
    filtered_count: number;
    /** What the kept lines cost, tokens, with those that say what is left out. */
    filtered_tokens: number;
    /** The groups of lines on the page. */
    groups: number;
    /** The groups that are about the request, kept or not. */
    matching_groups: number;
    /**
     * Whether the page is large enough for leaving something out; when it is not, all of it is
     * shown.
     */
    needs_filtering: boolean;
    /** The lines of the whole page. */
    original_count: number;
    /** What all lines would cost, tokens. */
    original_tokens: number;
    /** How much less that is, per cent. */
    token_reduction: number;
}
/** A place that matches. */
export interface FindMatch {
    /** The element, or the one that holds the text. */
    id: string;
    /** Its name; of a text, the part around what was looked for. */
    name: string;
    /** What it stands in, outermost first: landmarks, forms, dialogs, frames. */
    path: string[];
    /** `in view`, `2.3 screens below`, and `covered` where something is over it. */
    place: string;
    /** What it is: `button`, `text`. */
    role: string;
    /** What the row or card that it is in begins with. */
    beside?: string;
    /** What is there, around the match. */
    matched?: string;
    /**
     * Where in it the match is, when not in its name: `value`, `text`, `option`, `note`, or an
     * attribute.
     */
    matched_in?: string;
    /** The heading above it. */
    under?: string;
}
/** What was found. */
export interface FindResult {
    /** How many more match where nobody can see them: closed menus, hidden parts. */
    hidden: number;
    /** How many of them are on later pages. */
    left_out: number;
    /** Those that are told. */
    matches: FindMatch[];
    /** The answer as lines for a model. */
    text: string;
    /** Its estimated tokens, not more than the budget. */
    tokens: number;
    /** How many places match. */
    total: number;
    /** Where these are, the places that hold most of them first. */
    hidden_in?: HiddenMatches[];
}
/** A tab that was in its person's hands. */
export interface HandedOver {
    /** The person is done with it. */
    resumed: boolean;
    /** Where it is now. */
    url: string;
}
/** Matches that nobody can see, in one place. */
export interface HiddenMatches {
    /** How many. */
    count: number;
    /** What that is, or the container that they are in; empty for the page itself. */
    place: string;
    /** The control that shows them, where the page says so. */
    opener?: string | null;
}
/** An element that another tool named. */
export interface Identified {
    /** It, and all that is in it, cannot be seen: no observation shows it. */
    hidden: boolean;
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
    /** It is found to be operable. */
    operable: boolean;
    /** Its role. */
    role: string;
    /** Its tag. */
    tag: string;
}
/** An item of a storage. */
export interface ItemInfo {
    /** How long the value is. */
    characters: number;
    /** Its key. */
    name: string;
    /** Its value, where that was asked for. */
    value?: string | null;
}
/** Items of a storage. */
export interface ItemList {
    /** Whose they are. */
    origin: string;
    /** It was changed. */
    changed?: boolean;
    /** What is there. */
    items?: ItemInfo[] | null;
}
/** What was done with a storage state. */
export interface KeptState {
    /** How many cookies it has; where it was loaded, how many of them the browser has now. */
    cookies: number;
    /** How many databases it has. */
    databases: number;
    /** The origins of which it has something. */
    origins: string[];
    /** It was deleted. */
    deleted?: boolean;
    /** Whether it is encrypted on the disk. */
    encrypted?: boolean | null;
    /** Where it is, if that is a file. */
    file?: string | null;
    /** What could not be saved or set. */
    left_out?: StorageGap[];
    /** What it is called, if it has a name. */
    name?: string | null;
    /** Those that have a name, where these were asked for. */
    states?: SavedState[] | null;
}
/** The flags about the browser. What is not given is the running session's, or the default. */
export interface Launch {
    /** Give Chromium one more argument; may be repeated. */
    args?: string[];
    /**
     * Ask the WebDriver server of `engine` for a browser with these capabilities, as JSON:
     * '{"browserName": "chrome"}', or with alwaysMatch and firstMatch; @FILE reads them from a
     * file. They are never shown. Where they are not given a Chrome is asked for, by `headed` and
     * `chrome_arg`.
     */
    capabilities?: string | null;
    /**
     * Use a browser that runs already, with all your logins: http://HOST:PORT, ws://...,
     * https://, wss:// or auto; @FILE reads it from the first line of a file. The address of a
     * page (ws://HOST:PORT/devtools/page/ID) attaches to that page. A token in path or query, or
     * a name and password before the host, are sent and never shown. Should the connection to it
     * break, the next call makes it again and goes on in the same tab.
     */
    cdp?: string | null;
    /**
     * Also trust the certificates in this file (PEM) when the server of `cdp` or `engine` is
     * reached by TLS, beside those that this system trusts.
     */
    cdp_ca?: string | null;
    /**
     * Send this header to the server of `cdp` or `engine`, such as 'Authorization: Bearer TOKEN';
     * may be repeated; @FILE reads a line each from a file. It goes to that server only, and is
     * never shown.
     */
    cdp_header?: string[];
    /**
     * Reach the server of `cdp` or `engine` through this HTTP proxy (by CONNECT):
     * http://HOST:PORT, with USER:PASS@ before the host where it wants them; @FILE reads it from
     * a file. Where nothing is said, https:// and wss:// go through the one that HTTPS_PROXY
     * names, but for this machine and the hosts in NO_PROXY.
     */
    cdp_proxy?: string | null;
    /** Save downloads in this directory, rather than in one that is gone with the session. */
    downloads?: string | null;
    /**
     * Have the session's browser made or reached there, instead of started here:
     * webdriver+http://HOST:PORT (chromedriver, Selenium Grid 4), which makes one for the session
     * and ends it with that; cdp+wss://... (a service that gives a browser to each connection);
     * or local. ,max=N behind it: it may have so many sessions at once, and others wait. May be
     * repeated: sessions are spread. A name and password before the host, or a token in path or
     * query, are sent and never shown; @FILE reads all from a file, apart by blanks.
     */
    engine?: string[];
    /** Start this browser. */
    executable?: string | null;
    /** Show the browser's window. */
    headed?: boolean;
    /**
     * Send this header with the pages' requests to one origin, that of the first address opened;
     * or to the servers named before it: 'api.example.com=NAME: VALUE' (by https),
     * 'http://HOST:PORT=...', '*.example.com=...', '*=...'; may be repeated; @FILE reads a line
     * each from a file, which is not in the list of processes. Redirects to other origins and
     * WebSockets do not carry it.
     */
    header?: string[];
    /**
     * Answer a login by HTTP (Basic, Digest) with this name and password; @FILE reads them from
     * the first line of a file. They go to one origin only: the one of `http_auth_origin`, else
     * that of the first address opened. What stands in the environment or in a file is not in the
     * list of processes.
     */
    http_auth?: string | null;
    /** The origin that `http_auth` is for, such as `https://intranet.example`. */
    http_auth_origin?: string | null;
    /**
     * Never show what fields hold whose name, id, autocomplete or label matches this, with * for
     * any text, such as 'iban*'; may be repeated. Fields for passwords, PINs, codes, cards, keys
     * and tokens are hidden anyway, by their type, autocomplete or what they are called.
     */
    mask?: string[];
    /**
     * Keep cookies and logins in this profile directory, shared by all its sessions; forget them
     * otherwise.
     */
    profile?: string | null;
    /**
     * Reach the network through this proxy: http://, https:// or socks5://HOST:PORT; @FILE reads
     * it from a file. This machine's own addresses are reached without it, see `proxy_bypass`.
     */
    proxy?: string | null;
    /**
     * Answer the proxy's question for a login with this name and password; @FILE reads them from
     * the first line of a file. What stands in the environment or in a file is not in the list of
     * processes.
     */
    proxy_auth?: string | null;
    /**
     * Reach these hosts without the proxy: '*.local, 10.0.0.0/8'; <-loopback> has this machine's
     * own addresses go through it.
     */
    proxy_bypass?: string | null;
    /**
     * Store a secret for fields: fill e3 '{{secret:NAME}}' writes it, on pages of these origins
     * only, and no answer has it. NAME@ORIGIN=@FILE reads it from the first line of a file;
     * commas part several origins; may be repeated.
     */
    secret?: string[];
    /**
     * Begin with this saved state (domtool state): a name, or a file by a path with a / in it or
     * one that ends in .json. It is only loaded: what the session changes is saved by `state
     * save` alone.
     */
    state?: string | null;
    /**
     * Store what makes one-time codes (RFC 6238), a key in base 32 or an otpauth:// address: fill
     * e4 '{{totp:NAME}}' writes the code of the moment. Otherwise as `secret`.
     */
    totp?: string[];
    /** The size of the page's window in CSS pixels, such as 1280x800. */
    window?: [number, number] | null;
    /** How to talk to a browser that is started: cbor is the fastest, json is for finding faults. */
    wire?: WireName | null;
}
/**
 * How many lines of a view, changes of a diff or blocks of Markdown had no room, by kind.
 *
 * ``` let nothing = domtool_page::view::LeftOut::default(); assert_eq!((nothing.total(),
 * nothing.to_string().as_str()), (0, "nothing")); ```
 */
export interface LeftOut {
    /** Buttons. */
    buttons?: number;
    /** Anything else that can be operated: tabs, options, menu items, what has a listener. */
    controls?: number;
    /** What takes a value or a choice: text boxes, check boxes, selects, sliders. */
    fields?: number;
    /** Headings. */
    headings?: number;
    /** Images, drawings, videos and sounds. */
    images?: number;
    /** Links. */
    links?: number;
    /** The lines of what holds others: landmarks, lists, tables, frames. */
    others?: number;
    /** Rows of tables that are one line each. The parts of other rows are counted by themselves. */
    rows?: number;
    /** Texts. */
    texts?: number;
}
/** How other tools find an element. */
export interface Locators {
    /** Its backend node id, unique in the process of its frame. */
    backend_node_id: number;
    /** Whether it, or a frame around it, is in a closed shadow root. */
    closed: boolean;
    /**
     * CSS selectors, one for its document and each shadow root that it is in. Empty where no
     * selector leads to it.
     */
    css: string[];
    /**
     * The selectors of the frame elements around it, the outermost first, each a list of steps
     * like `css`.
     */
    frames: string[][];
    /** Its name. */
    name: string;
    /** An expression of Playwright, on a `page`; none where Playwright cannot reach it. */
    playwright: string | null;
    /** Its role. */
    role: string;
    /** Its XPath in its frame; none in a shadow root. */
    xpath: string | null;
}
/** Frames that took 50 ms or more to be made, and where their time went. */
export interface LongFrames {
    /** How many. */
    count: number;
    /**
     * Of that, in layout and styles that the scripts forced, as by reading `offsetHeight` after a
     * change.
     */
    forced_layout_ms: number;
    /** After the scripts: animation callbacks, styles, layout, paint. */
    rendering_ms: number;
    /** In scripts that took 5 ms or more. */
    scripts_ms: number;
}
/** Tasks of the main thread that took 50 ms or more. */
export interface LongTasks {
    /** How many. */
    count: number;
    /** How long the longest took. */
    longest_ms: number;
    /** How long all of them took. */
    total_ms: number;
}
/** What the main thread did in a while. */
export interface MainThreadWork {
    /** How long that took. */
    layout_ms: number;
    /** How often the page was laid out. */
    layouts: number;
    /** How long the while was. */
    ms: number;
    /** How long scripts ran. */
    scripts_ms: number;
    /** How long that took. */
    style_ms: number;
    /** How often styles were computed anew. */
    style_recalcs: number;
}
/** A text that a person would have noticed. */
export interface Message {
    /** Whether it is gone from the page again. */
    gone: boolean;
    /** `error`, `success` or `plain`, by its class names, its colours and its words. */
    kind: MessageKind;
    /** When it appeared, milliseconds after the action began. */
    ms: number;
    /** What it says. */
    text: string;
}
/** What a message is about. */
export type MessageKind = 
/** Neither of the others, as far as can be told. */
"plain"
/** Something worked. */
 | "success"
/** Something is wrong. */
 | "error";
/** An element of an observation. */
export interface NodeSummary {
    /** Its id. */
    id: string;
    /** Whether it is in view, at least in part. */
    in_view: boolean;
    /** Its name. */
    name: string;
    /** Its box in CSS pixels of the top viewport; `None` when it has none. */
    rect: Rect | null;
    /** Its role. */
    role: string;
}
/** An observation as one object. */
export interface Observation {
    /** The elements that have an id in the text. */
    elements: NodeSummary[];
    /** A hash of what the options select of the page. It is equal while that does not change. */
    hash: string;
    /** The text, or the JSON, as `format` says. */
    text: string;
    /** The title. */
    title: string;
    /** An estimate that is never under what `o200k_base` counts. */
    tokens: number;
    /** The address. */
    url: string;
    /** What a query left of the page, where there was one. */
    filtered?: Filtered | null;
    /** The picture that was written, where one came along. */
    picture?: Picture | null;
    /** What came of scrolling through, where that was asked for. */
    scrolled?: Scrolled | null;
    /** What it was made of and what it cost, where the caller asked for that. */
    stats?: Stats | null;
}
export interface Coverer {
    /** Its element id, where it has one. */
    id: string | null;
    /** Its role and name. */
    what: string;
}
/** What stood in the way, as data. */
export interface Obstacle {
    /** The element that would get the input instead. */
    coverer?: Coverer | null;
    /** The options that the select offers. */
    options?: string[] | null;
    /** The fields at which validation stopped the form, each with the browser's message. */
    invalid?: string[] | null;
    /** What the field holds now. */
    holds?: string | null;
    /** What is in the place of the element now. */
    now?: string | null;
    /** The dialog's text. */
    dialog?: string | null;
    /** The whole report of an action that did not bring what was expected. */
    instead?: Report | null;
}
/** What an action opened. */
export interface Opened {
    /** Its role: `dialog`, `menu`, `listbox`...; `list` for a box of suggestions without one. */
    kind: string;
    /** What can be chosen or operated in it, at most 20. */
    options: Target[];
    /** Its id, when it has one. */
    id?: string | null;
    /** How many more it has than `options` lists. */
    more?: number;
    /** Its name. */
    name?: string;
}
/**
 * How a page has performed since its document began.
 *
 * Times of events count from that beginning. It covers the main frame and the frames that share
 * its renderer process; frames with a process of their own are counted in `other_frames` and
 * nowhere else.
 */
export interface PageStats {
    /** How long ago the document began, milliseconds in JSON, as all times here. */
    age_ms: number;
    /** Documents that it holds. */
    documents: number;
    /**
     * Nodes that the renderer process holds, those of documents that are gone and not yet freed
     * among them.
     */
    dom_nodes: number;
    /** Bytes of the heap of scripts. */
    heap_total_bytes: number;
    /** Bytes of the heap of scripts that are in use. */
    heap_used_bytes: number;
    /** Listeners that scripts have added. */
    listeners: number;
    /** Frames that took 50 ms or more to be made. Of a document the first 200 are known. */
    long_frames: LongFrames;
    /** Tasks of the main thread that took 50 ms or more. Of a document the first 200 are known. */
    long_tasks: LongTasks;
    /** What the main thread did while the page was observed. The observation is part of it. */
    observed: MainThreadWork;
    /** Frames with a process of their own, of which nothing is told here. */
    other_frames: number;
    /** When the handlers of `DOMContentLoaded` were done. */
    dom_content_loaded_ms?: number | null;
    /** When text or an image was painted first. */
    first_contentful_paint_ms?: number | null;
    /** When anything was painted first. */
    first_paint_ms?: number | null;
    /** When the largest text or image so far was painted. */
    largest_contentful_paint_ms?: number | null;
    /** When the handlers of `load` were done. */
    load_ms?: number | null;
}
/** A picture that was written. */
export interface Picture {
    /** Where it is. */
    file: string;
    /** Its height in pixels. */
    height: number;
    /** How many ids are drawn on it. */
    marks: number;
    /** Its width in pixels. */
    width: number;
    /** How many parts of it are painted over, as the page asks AI not to read them (`data-no-ai`). */
    left_out?: number;
}
/** A rectangle: left, top, width, height. */
export interface Rect {
    /** Height, never negative. */
    h: number;
    /** Width, never negative. */
    w: number;
    /** Left. */
    x: number;
    /** Top. */
    y: number;
}
/** What one action did. An action that failed gives an `Error` in its place. */
export interface Report {
    /** What was done; in JSON its name, such as `click`. */
    action: ActionKind;
    /**
     * What changed in the view: lines that came (`+`), went (`-`) or changed (`~`); or one line
     * that says why there are none. Of a new page it is the page, where `new_page` says so.
     */
    diff: string;
    /** What it caused. */
    effects: Effects;
    /** Milliseconds from the call to the report. */
    ms: number;
    /** Whether the action worked. A report that an error carries (`Instead`) may say `false`. */
    ok: boolean;
    /**
     * What still runs when the wait for the page ended: requests, loading, animations. Empty when
     * the page has come to rest.
     */
    still: string[];
    /** Whether what was asked for is now so. */
    verification: Verification;
    /**
     * What a page that was just opened still loads, though it can be used: `script
     * cdn.example/x.js`, `2 images`. A later call's news says when it has come.
     */
    loading?: string[];
    /**
     * What happened between the call before and this action, one line each: late messages,
     * errors, outcomes of what still ran. Each caller gets each line once.
     */
    news?: string[];
    /** The element that it was done to, as it was before. */
    target?: Target | null;
}
/** A request of a page. */
export interface RequestInfo {
    /** `GET`, `POST`... */
    method: string;
    /** The HTTP status of the answer; `None` while it runs, or when it failed without one. */
    status: number | null;
    /**
     * The type of the resource as the protocol has it, in lower case: `document`, `xhr`, `fetch`,
     * `script`, `image`, `websocket`...
     */
    type: string;
    /** Its address; values that look like tokens are replaced by `…`. */
    url: string;
    /** The page cancelled it before it was answered. That is no failure. */
    aborted?: boolean;
    /** Why it failed, where it did. */
    failure?: string | null;
}
/** Requests of a tab, oldest first. */
export interface RequestLog {
    /** How many more there are, all older. */
    left_out: number;
    /** The requests. Of one that was redirected each hop is listed. */
    requests: RequestInfo[];
}
/** How often the steps of a batch were repeated, and what ended that. */
export interface Rounds {
    /** How often all of them were done; 0 where it was so before. */
    done: number;
    /** What came to be so, as it is parsed. */
    met?: string | null;
}
/** A file that was written. */
export interface SavedFile {
    /** How large it is. */
    bytes: number;
    /** Where it is. */
    file: string;
}
/** A state that has a name. */
export interface SavedState {
    /** How large it is. */
    bytes: number;
    /** Whether it is encrypted. */
    encrypted: boolean;
    /** Its name. */
    name: string;
    /** When it was saved, in seconds since 1970. */
    saved: number;
}
/** Why scrolling through stopped. */
export type ScrollEnd = 
/** At the end of the page or the list. */
"end"
/** At the most screens that were allowed. */
 | "steps"
/** At the most time that was allowed. */
 | "time";
/** What came of scrolling through. */
export interface Scrolled {
    /** Whether it is back where it was. */
    back: boolean;
    /** Why it stopped. */
    ended: ScrollEnd;
    /** How many of them are not in the page any more: the list recycles its rows. */
    gone: number;
    /** How many elements there are more than before. */
    loaded: number;
    /** Rows of the list, in the order in which they were seen. */
    rows: string[];
    /** Screens scrolled. */
    steps: number;
}
/** A session, as `domtool sessions` lists it. */
export interface SessionInfo {
    /** The browser's version. */
    browser: string;
    /** How it was started. */
    launch: Launch;
    /** Its name. */
    name: string;
    /** Its tabs. */
    tabs: TabInfo[];
    /** The connection to its browser broke; the next call makes it again. */
    broken?: boolean;
    /** Why it is no more. */
    lost?: string | null;
}
/** All sessions. */
export interface SessionList {
    /** In the order of their names. */
    sessions: SessionInfo[];
}
/** A part of an element's state that is another now. */
export interface StateChange {
    /** `expanded`, `checked`, `selected`, `pressed`, `value`, `open`... */
    name: string;
    /** What it is now; empty where it has none. */
    now: string;
    /** What it was; empty where it had none. */
    was: string;
}
/**
 * What an observation was made of and what it cost. Times differ from run to run; all else is
 * the page's.
 */
export interface Stats {
    /** Nodes that Chrome was asked to name. */
    asked: number;
    /** How many bytes the browser sent for the snapshot. */
    bytes: number;
    /** Frames that were read. */
    frames: number;
    /** Parts of the page that could not be read. */
    gaps: number;
    /** What had no room in the budget, by kind. */
    left_out: LeftOut;
    /** Nodes of all frames and shadow trees. */
    nodes: number;
    /** Each phase with the milliseconds that it took, in order. */
    phases: Record<string, number>;
    /** How many nodes there are of each tier. */
    tiers: Tiers;
    /** Whether something had none. */
    truncated: boolean;
    /** How the page itself has performed, where `Page` asked for that. */
    page?: PageStats | null;
    /** About how many tokens the lines of each kind take, in the tree; empty in other formats. */
    tokens?: [string, string][];
}
/** Why a batch ended before its end. */
export interface Stopped {
    /** The action that failed, or that was not begun, from 1. */
    at: number;
    /** In a sentence. */
    why: string;
    /** How it failed; `None` when the action before it made it doubtful. */
    error?: Error | null;
}
/** A place where sites keep something. */
export type StorageArea = 
/** Cookies. */
"cookies"
/** `localStorage` */
 | "local"
/** `sessionStorage` */
 | "session"
/** IndexedDB. */
 | "indexed_db"
/** Files of the origin (the origin private file system). */
 | "files"
/** Passkeys that Playwright keeps. */
 | "credentials";
/** Something that was not saved, or not set. */
export interface StorageGap {
    /** Where it is kept. */
    area: StorageArea;
    /**
     * Whose it is, such as `https://example.com`; the domain of cookies; empty for what belongs
     * to no origin.
     */
    origin: string;
    /** Why. */
    reason: StorageGapReason;
    /** How many records or items. */
    count?: number | null;
    /** The kind of value that JSON has no form for, such as `Blob` or `CryptoKey`. */
    kind?: string | null;
    /** The database and its object store, or the key; empty for all of the area. */
    name?: string;
}
/** Why something was left out. */
export type StorageGapReason = 
/** The JSON has no form for a value of its kind. */
"no_form"
/** It is too large for a file. */
 | "too_large"
/** Another tab has other session storage of the same origin, which was taken. */
 | "other_tab"
/** The page did not answer, or let nobody read it. */
 | "unreadable"
/** Session storage can only be set in a tab that shows a page of its origin, or nothing yet. */
 | "not_shown"
/** domtool does not set what another program kept there. */
 | "unsupported"
/** It had ended by itself when it was to be set. */
 | "expired"
/** The browser did not keep it. */
 | "not_kept";
/** A tab of a session. */
export interface TabInfo {
    /** Whether actions go to it. */
    active: boolean;
    /** Its number in the session, from 1; never reused. */
    number: number;
    /** Its title. */
    title: string;
    /** Its address. */
    url: string;
    /**
     * Whether it is a person's, which the session took (`attach`) or which such a tab opened:
     * closing it here only gives it back.
     */
    attached?: boolean;
}
/** The tabs of a session. */
export interface TabList {
    /** In the order of their numbers. */
    tabs: TabInfo[];
    /** All tabs of the browser, where these were asked for. */
    available?: AvailableTab[] | null;
}
/** What stands in a place of a row. */
export interface TableCell {
    /** What it says; of a field its value. */
    text: string;
    /** What its column is called. */
    header?: string;
}
/** A table, or a list. */
export interface TableData {
    /** Its id. */
    id: string;
    /** Its rows, all that the page holds. */
    rows: TableRow[];
    /** Its rows as lines for a model, as many as the budget has room for. */
    text: string;
    /** What its columns are called, in order; nothing where it has no headers. */
    headers?: string[];
    /** Its name. */
    name?: string;
    /**
     * How many rows it has as the page says, where it holds a part of them: scrolling or its own
     * pages bring others.
     */
    total?: number | null;
}
/** Something in a row that can be operated. */
export interface TableElement {
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
    /** What it is: `button`, `checkbox`. */
    role: string;
    /** Whether it is ticked or pressed, where it can be. */
    checked?: boolean | null;
    /** What its column is called. */
    column?: string;
    /** What it holds. */
    value?: string | null;
}
/** A row of a table, or an item of a list. */
export interface TableRow {
    /** Its cells, one a column. */
    cells: TableCell[];
    /** What can be operated in it, in order. */
    elements: TableElement[];
    /** Its id. */
    id: string;
}
/** An element, with the role and name that it had then. */
export interface Target {
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
    /** Its role. */
    role: string;
}
/** Nodes by tier. */
export interface Tiers {
    /** Without one, but operable. */
    interactive: number;
    /** With a role that means something, or text that a person reads. */
    semantic: number;
    /** The rest. */
    structural: number;
}
/** Whether what was asked for is so, and what the page says about it. */
export interface Verification {
    /** What speaks for it. What speaks against it is in `errors` here, and in `still`. */
    evidence: Evidence;
    /** One sentence for a model. */
    feedback: string;
    /** Whether it is so. */
    passed: boolean;
    /**
     * What the page says is wrong since: alerts, error messages, fields that became invalid,
     * refused requests.
     */
    errors?: string[];
    /**
     * What was expected, in the words of `Expect`: what the caller said, or what a click on a
     * link is for.
     */
    expected?: string | null;
    /** Which of the expected outcomes came. */
    met?: string | null;
    /** What the page says went well since. */
    successes?: string[];
}
/** The ways to talk to a browser. */
export type WireName = 
/** Two pipes, in CBOR. */
"cbor"
/** Two pipes, in JSON. */
 | "json"
/** A port on the loopback interface, in JSON. */
 | "websocket";
/** Open an address in the current tab, and see it. Starts the session if there is none. */
export interface OpenStep {
    op: "open";
    /** The address, or the path of a local file. */
    url: string;
    /** The colours that a person prefers. */
    colors?: "light" | "dark" | "system" | null;
    /**
     * A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
     * tablet-landscape, laptop, laptop-hidpi, desktop.
     */
    device?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /**
     * Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it
     * then.
     */
    geolocation?: string | null;
    /** A language such as de-AT; an empty one is the system's. */
    locale?: string | null;
    /** Whether there is no network. */
    offline?: boolean | null;
    /** Whether a person prefers less motion. */
    reduced_motion?: boolean | null;
    /** Device pixels a CSS pixel. */
    scale?: number | null;
    /** A time zone such as Europe/Vienna; an empty one is the system's. */
    time_zone?: string | null;
    /** A touch screen, on or off: clicks are taps. */
    touch?: boolean | null;
    /** The user agent; an empty one is the browser's own. */
    user_agent?: string | null;
    /** The size of the viewport in CSS pixels, such as 390x844. */
    viewport?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** See the page as text: one line an element, with ids to act on. */
export interface ObserveStep {
    op: "observe";
    /** The most tokens that it may take; 0 for no limit. */
    budget?: number;
    /** Only what changed since the last observation. */
    diff?: boolean;
    /** Whether Chrome is asked for names and roles that domtool is not sure of. */
    enrich?: "auto" | "full" | "none";
    /** Open the fold with this id; may be repeated. */
    expand?: string[];
    /** How it is written. */
    format?: "tree" | "markdown" | "json" | "semantic" | "skeleton" | "hybrid" | "full" | "auto";
    /** Only the document in this frame, by its iframe. */
    frame?: string | null;
    /**
     * Only if something is not as it was: since you last looked, or since an observation with
     * this hash. With it the hash is told; without a change the answer is "nothing changed".
     */
    if_changed?: string | null;
    /** Save a picture too, with the ids drawn on it. */
    marks?: boolean;
    /** Which page of a long observation, from 1. */
    page?: number;
    /** Where a picture is written: PNG, or what its name says (.jpg, .webp). */
    picture?: string | null;
    /**
     * What you look for, in words: of a large page only what is about it is shown, and what is
     * left out is said.
     */
    query?: string | null;
    /**
     * Scroll through the page first, so many screens at most, and back: for what loads on the
     * way.
     */
    scroll?: number | null;
    /**
     * Only the first visible match of this CSS selector; with frame, in that frame. Each shadow
     * root, closed or not, is matched on its own.
     */
    selector?: string | null;
    /**
     * End with what it was made of and what each phase took; with `page` also with how the page
     * itself has performed: long tasks, scripts, layout, paints, memory.
     */
    stats?: "look" | "page" | null;
    /** Only what is below this element. */
    under?: string | null;
    /** Open this address or file first. */
    url?: string | null;
    /** Only what is in view. */
    viewport?: boolean;
    /** What to add to each node. */
    with?: ("backend" | "box" | "tier" | "why" | "xpath" | "landmarks")[];
    /** With `scroll`: the list to scroll through, or something in it. */
    within?: string | null;
}
/** Find a text anywhere on the page: ids, what they are, where they stand. */
export interface FindStep {
    op: "find";
    /** The text, or /expression/ (or /expression/i). */
    text: string;
    /** The most tokens that the answer may take; 0 for no limit. */
    budget?: number;
    /** Which page of the matches, from 1. */
    page?: number;
    /** Only below this element. */
    under?: string | null;
}
/**
 * Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to click, as
 * in `[Cart](e4)`.
 */
export interface ReadStep {
    op: "read";
    /** The most tokens that one page may take; 0 for no limit. */
    budget?: number;
    /** Show the links of the navigation with this id; may be repeated. */
    expand?: string[];
    /** Which page of a long text, from 1. */
    page?: number;
    /** Only what is below this element. */
    under?: string | null;
    /** Open this address or file first. */
    url?: string | null;
}
/** Click an element with real mouse input, and report what that did. */
export interface ClickStep {
    op: "click";
    /** The element. */
    id: string;
    /**
     * A point of the element instead of its middle, such as 30%,50% from its left and top: for
     * canvases and sliders.
     */
    at?: string | null;
    /** Which mouse button. */
    button?: "left" | "middle" | "right";
    /** How many times in a row: 1, 2 or 3. */
    count?: number;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Double-click an element with real mouse input, and report what that did. */
export interface DoubleClickStep {
    op: "double-click";
    /** The element. */
    id: string;
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Click an element with the right mouse button, to open the page's own context menu, and report
 * what that did.
 */
export interface RightClickStep {
    op: "right-click";
    /** The element. */
    id: string;
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Move the mouse onto an element, to open menus and hints that wait for it. */
export interface HoverStep {
    op: "hover";
    /** The element. */
    id: string;
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Drag an element onto another, by an offset, to a place or along a path, and report who took
 * it and where it stands.
 */
export interface DragStep {
    op: "drag";
    /** What is dragged. */
    id: string;
    /** The point of the element it is dragged onto. */
    at?: string | null;
    /**
     * Which mouse button is down: maps and drawings are often moved by the right or the middle
     * one.
     */
    button?: "left" | "middle" | "right";
    /** So many CSS pixels right and down instead, such as 120,0 or -40,10. */
    by?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /**
     * The point of what is dragged where it is taken hold of, such as 10%,50% or (in pixels of
     * its box) 4,20.
     */
    from?: string | null;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** Onto which element; leave it out for `by`, `to_point` or `path`. */
    onto?: string | null;
    /**
     * Way points in one press: 10%,80% or 30,40 (of the element's own box), e7, e7@10%,50%,
     * by:40,0 or point:300,200.
     *
     * The button goes down at the first where that is of the element's own box, else at its
     * middle, and comes up at the last, or at what `by`, `to_point` or another element says.
     */
    path?: string | null;
    /** To a place of the window, in CSS pixels from its left and top, whatever stands there. */
    to_point?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Replace what a field holds, and check that it took it. */
export interface FillStep {
    op: "fill";
    /** The field. */
    id: string;
    /** What it is to hold. */
    text: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Add text key by key at the end of a field, or where the focus is. */
export interface TypeStep {
    op: "type";
    /** The text. */
    text: string;
    /** Milliseconds between two keys, for pages that take only what comes slowly; 1000 at most. */
    delay?: number | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The field; what has the focus when it is left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Empty a field, the way a person would. */
export interface ClearStep {
    op: "clear";
    /** The field. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Press keys and chords, on an element or where the focus is. */
export interface PressStep {
    op: "press";
    /** The keys, such as "Control+A" or "ArrowDown x3 Enter". */
    keys: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** What gets the focus first; what has it when this is left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Choose options by label, value or #index (from 1): of a select box, a list, a menu, or what a
 * combobox opens.
 */
export interface SelectStep {
    op: "select";
    /** The select box, list, combobox, or the button that opens the options. */
    id: string;
    /** What to choose; exactly one unless it takes several. */
    options: string[];
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Turn a checkbox, radio button or switch on. */
export interface CheckStep {
    op: "check";
    /** It, or its label. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Turn a checkbox or switch off. */
export interface UncheckStep {
    op: "uncheck";
    /** It, or its label. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Send a form, the way a person would: with Enter in the field, or with the form's button. */
export interface SubmitStep {
    op: "submit";
    /** The form, or a field or button of it. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Select text: a phrase, a range of characters, or all of an element or of the page. */
export interface SelectTextStep {
    op: "select-text";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The element; the page when it is left out. */
    id?: string | null;
    /** Which of several such phrases, from 1. */
    nth?: number | null;
    /** The words to select. */
    phrase?: string | null;
    /** Characters by number: the first, from 0, and the one after the last, such as 0-10. */
    range?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Copy all of an element's text, or what is selected, with the chord that a person presses. */
export interface CopyStep {
    op: "copy";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The element; what is selected when it is left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Cut all of a field's text, or what is selected, with the chord that a person presses. */
export interface CutStep {
    op: "cut";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The element; what is selected when it is left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Paste a text, or what the session copied last, with the chord that a person presses. */
export interface PasteStep {
    op: "paste";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The field; what has the focus when it is left out. */
    id?: string | null;
    /** The text; what was copied last when it is left out. */
    text?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Give files to a file input, to the button that opens a file chooser, or (`drop`) to a place
 * to drop them on.
 */
export interface UploadStep {
    op: "upload";
    /** The file input, the button, or the place to drop them on. */
    id: string;
    /** The files; one folder for an input that takes a folder. */
    files: string[];
    /** Drop them on it, as from the desktop. */
    drop?: boolean;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Click what downloads a file, wait until it is whole, and say where it is. */
export interface DownloadStep {
    op: "download";
    /** The link or button. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Scroll the page or a scroll container, at once and to the pixel, and say how far it is then. */
export interface ScrollStep {
    op: "scroll";
    /** To a share of the way to the right, such as 50%. */
    across?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The container, or something in it. */
    id?: string | null;
    /** So many screens down; negative goes up. */
    pages?: number | null;
    /** So many CSS pixels right and down, such as 0,400. */
    pixels?: string | null;
    /** To top, bottom, left, right, or a share of the way down such as 50%. */
    to?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Scroll every box and frame around an element as far as needed to bring it into view. */
export interface ScrollIntoViewStep {
    op: "scroll-into-view";
    /** The element. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Scroll on by one screen, and say which of how many it is. */
export interface NextChunkStep {
    op: "next-chunk";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** A list or another container, or something in it; the page when left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Scroll back by one screen, and say which of how many it is. */
export interface PrevChunkStep {
    op: "prev-chunk";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** A list or another container, or something in it; the page when left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Turn the mouse wheel over an element, or over the middle of the page: for maps, drawings that
 * zoom, and pages that scroll themselves.
 */
export interface WheelStep {
    op: "wheel";
    /** By how many CSS pixels, right and down, such as 0,300; negative is left and up. */
    by: string;
    /** A point of that element instead of its middle, such as 30%,50%: maps zoom about it. */
    at?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** Keys to hold meanwhile: control zooms maps and drawings. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** What the mouse is over; the middle of the page when left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Send an element a click event by script, without a mouse: only for what no click reaches. */
export interface SendClickEventStep {
    op: "send-click-event";
    /** The element; it may be hidden or covered. */
    id: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Mark an element for people who look on, until the next action or observation; screenshots
 * show the mark.
 */
export interface HighlightStep {
    op: "highlight";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** The element; the mark is taken away when left out. */
    id?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Wait until a text, an address, an element or options are there, a text is gone, or the
 * network is quiet.
 */
export interface WaitStep {
    op: "wait";
    /** Until the text can be seen in so many places or more. */
    at_least?: number | null;
    /** Until the text can be seen in exactly so many places. */
    count?: number | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** Until there is no such text any more, or nothing that matches. */
    gone?: string | null;
    /** Until this element can be seen. */
    id?: string | null;
    /**
     * Until no request has run for half a second; what the page asks for over and over does not
     * count.
     */
    network?: boolean;
    /** Until this select, list or combobox has options to choose, other than what was typed. */
    options?: string | null;
    /**
     * Until a person can see this text, anywhere in the page; between slashes it is a regular
     * expression, as for find.
     */
    text?: string | null;
    /** For so many milliseconds, at most 60000. Nearly always one of the others is better. */
    time?: number | null;
    /** Until the address matches; * stands for anything. */
    url?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Answer an open dialog of the page: alert, confirm, prompt, or the question before leaving. */
export interface DialogStep {
    op: "dialog";
    /** OK or Cancel. */
    answer: "accept" | "dismiss";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** What to write into a prompt. */
    text?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Go back to the page before this one in the tab's history. */
export interface BackStep {
    op: "back";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Go forward again in the tab's history, after back. */
export interface ForwardStep {
    op: "forward";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Load the page again; ids of the old document become STALE. */
export interface ReloadStep {
    op: "reload";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** Stop loading the page. What has come so far stays and can be used. */
export interface StopStep {
    op: "stop";
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/**
 * Make the current tab's pages believe in another device, person or place, until told
 * otherwise.
 */
export interface EmulateStep {
    op: "emulate";
    /** The colours that a person prefers. */
    colors?: "light" | "dark" | "system" | null;
    /**
     * A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
     * tablet-landscape, laptop, laptop-hidpi, desktop.
     */
    device?: string | null;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string | null;
    /**
     * Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it
     * then.
     */
    geolocation?: string | null;
    /** A language such as de-AT; an empty one is the system's. */
    locale?: string | null;
    /** Whether there is no network. */
    offline?: boolean | null;
    /** Whether a person prefers less motion. */
    reduced_motion?: boolean | null;
    /** Undo what was said before. */
    reset?: boolean;
    /** Device pixels a CSS pixel. */
    scale?: number | null;
    /** A time zone such as Europe/Vienna; an empty one is the system's. */
    time_zone?: string | null;
    /** A touch screen, on or off: clicks are taps. */
    touch?: boolean | null;
    /** The user agent; an empty one is the browser's own. */
    user_agent?: string | null;
    /** The size of the viewport in CSS pixels, such as 390x844. */
    viewport?: string | null;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number | null;
}
/** An action that `act` takes, several in one call. */
export type Step = OpenStep | ObserveStep | FindStep | ReadStep | ClickStep | DoubleClickStep | RightClickStep | HoverStep | DragStep | FillStep | TypeStep | ClearStep | PressStep | SelectStep | CheckStep | UncheckStep | SubmitStep | SelectTextStep | CopyStep | CutStep | PasteStep | UploadStep | DownloadStep | ScrollStep | ScrollIntoViewStep | NextChunkStep | PrevChunkStep | WheelStep | SendClickEventStep | HighlightStep | WaitStep | DialogStep | BackStep | ForwardStep | ReloadStep | StopStep | EmulateStep;
/** What can be said besides of `open`. */
export interface OpenOptions {
    /** The colours that a person prefers. */
    colors?: "light" | "dark" | "system";
    /**
     * A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
     * tablet-landscape, laptop, laptop-hidpi, desktop.
     */
    device?: string;
    /**
     * Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it
     * then.
     */
    geolocation?: string;
    /** A language such as de-AT; an empty one is the system's. */
    locale?: string;
    /** Whether there is no network. */
    offline?: boolean;
    /** Whether a person prefers less motion. */
    reduced_motion?: boolean;
    /** Device pixels a CSS pixel. */
    scale?: number;
    /** A time zone such as Europe/Vienna; an empty one is the system's. */
    time_zone?: string;
    /** A touch screen, on or off: clicks are taps. */
    touch?: boolean;
    /** The user agent; an empty one is the browser's own. */
    user_agent?: string;
    /** The size of the viewport in CSS pixels, such as 390x844. */
    viewport?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `observe`. */
export interface ObserveOptions {
    /** The most tokens that it may take; 0 for no limit. */
    budget?: number;
    /** Only what changed since the last observation. */
    diff?: boolean;
    /** Whether Chrome is asked for names and roles that domtool is not sure of. */
    enrich?: "auto" | "full" | "none";
    /** Open the fold with this id; may be repeated. */
    expand?: string[];
    /** How it is written. */
    format?: "tree" | "markdown" | "json" | "semantic" | "skeleton" | "hybrid" | "full" | "auto";
    /** Only the document in this frame, by its iframe. */
    frame?: string;
    /**
     * Only if something is not as it was: since you last looked, or since an observation with
     * this hash. With it the hash is told; without a change the answer is "nothing changed".
     */
    if_changed?: string;
    /** Save a picture too, with the ids drawn on it. */
    marks?: boolean;
    /** Which page of a long observation, from 1. */
    page?: number;
    /** Where a picture is written: PNG, or what its name says (.jpg, .webp). */
    picture?: string;
    /**
     * What you look for, in words: of a large page only what is about it is shown, and what is
     * left out is said.
     */
    query?: string;
    /**
     * Scroll through the page first, so many screens at most, and back: for what loads on the
     * way.
     */
    scroll?: number;
    /**
     * Only the first visible match of this CSS selector; with frame, in that frame. Each shadow
     * root, closed or not, is matched on its own.
     */
    selector?: string;
    /**
     * End with what it was made of and what each phase took; with `page` also with how the page
     * itself has performed: long tasks, scripts, layout, paints, memory.
     */
    stats?: "look" | "page";
    /** Only what is below this element. */
    under?: string;
    /** Open this address or file first. */
    url?: string;
    /** Only what is in view. */
    viewport?: boolean;
    /** What to add to each node. */
    with?: ("backend" | "box" | "tier" | "why" | "xpath" | "landmarks")[];
    /** With `scroll`: the list to scroll through, or something in it. */
    within?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `find`. */
export interface FindOptions {
    /** The most tokens that the answer may take; 0 for no limit. */
    budget?: number;
    /** Which page of the matches, from 1. */
    page?: number;
    /** Only below this element. */
    under?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `read`. */
export interface ReadOptions {
    /** The most tokens that one page may take; 0 for no limit. */
    budget?: number;
    /** Show the links of the navigation with this id; may be repeated. */
    expand?: string[];
    /** Which page of a long text, from 1. */
    page?: number;
    /** Only what is below this element. */
    under?: string;
    /** Open this address or file first. */
    url?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `table`. */
export interface TableOptions {
    /** The most tokens of the lines that are printed; 0 for no limit. */
    budget?: number;
    /**
     * The table or list, or a part of the page that has one of them; else the one table of the
     * page.
     */
    table?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `locate`. */
export interface LocateOptions {
    /** Only this one; all when left out. */
    as?: "playwright" | "css" | "xpath" | "json";
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `id`. */
export interface IdOptions {
    /** The CSS selector; ` >>>> ` leads on into a shadow root. */
    css?: string;
    /** The frame element whose document it is in. */
    frame?: string;
    /** The XPath. */
    xpath?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `click`. */
export interface ClickOptions {
    /**
     * A point of the element instead of its middle, such as 30%,50% from its left and top: for
     * canvases and sliders.
     */
    at?: string;
    /** Which mouse button. */
    button?: "left" | "middle" | "right";
    /** How many times in a row: 1, 2 or 3. */
    count?: number;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `doubleClick`. */
export interface DoubleClickOptions {
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `rightClick`. */
export interface RightClickOptions {
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `hover`. */
export interface HoverOptions {
    /** A point of the element instead of its middle, such as 30%,50%. */
    at?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `drag`. */
export interface DragOptions {
    /** The point of the element it is dragged onto. */
    at?: string;
    /**
     * Which mouse button is down: maps and drawings are often moved by the right or the middle
     * one.
     */
    button?: "left" | "middle" | "right";
    /** So many CSS pixels right and down instead, such as 120,0 or -40,10. */
    by?: string;
    /**
     * The point of what is dragged where it is taken hold of, such as 10%,50% or (in pixels of
     * its box) 4,20.
     */
    from?: string;
    /** Keys to hold meanwhile. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** Onto which element; leave it out for `by`, `to_point` or `path`. */
    onto?: string;
    /**
     * Way points in one press: 10%,80% or 30,40 (of the element's own box), e7, e7@10%,50%,
     * by:40,0 or point:300,200.
     *
     * The button goes down at the first where that is of the element's own box, else at its
     * middle, and comes up at the last, or at what `by`, `to_point` or another element says.
     */
    path?: string;
    /** To a place of the window, in CSS pixels from its left and top, whatever stands there. */
    to_point?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `fill`. */
export interface FillOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `type`. */
export interface TypeOptions {
    /** Milliseconds between two keys, for pages that take only what comes slowly; 1000 at most. */
    delay?: number;
    /** The field; what has the focus when it is left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `clear`. */
export interface ClearOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `press`. */
export interface PressOptions {
    /** What gets the focus first; what has it when this is left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `select`. */
export interface SelectOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `check`. */
export interface CheckOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `uncheck`. */
export interface UncheckOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `submit`. */
export interface SubmitOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `selectText`. */
export interface SelectTextOptions {
    /** The element; the page when it is left out. */
    id?: string;
    /** Which of several such phrases, from 1. */
    nth?: number;
    /** The words to select. */
    phrase?: string;
    /** Characters by number: the first, from 0, and the one after the last, such as 0-10. */
    range?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `copy`. */
export interface CopyOptions {
    /** The element; what is selected when it is left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `cut`. */
export interface CutOptions {
    /** The element; what is selected when it is left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `paste`. */
export interface PasteOptions {
    /** The field; what has the focus when it is left out. */
    id?: string;
    /** The text; what was copied last when it is left out. */
    text?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `upload`. */
export interface UploadOptions {
    /** Drop them on it, as from the desktop. */
    drop?: boolean;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `download`. */
export interface DownloadOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `scroll`. */
export interface ScrollOptions {
    /** To a share of the way to the right, such as 50%. */
    across?: string;
    /** The container, or something in it. */
    id?: string;
    /** So many screens down; negative goes up. */
    pages?: number;
    /** So many CSS pixels right and down, such as 0,400. */
    pixels?: string;
    /** To top, bottom, left, right, or a share of the way down such as 50%. */
    to?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `scrollIntoView`. */
export interface ScrollIntoViewOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `nextChunk`. */
export interface NextChunkOptions {
    /** A list or another container, or something in it; the page when left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `prevChunk`. */
export interface PrevChunkOptions {
    /** A list or another container, or something in it; the page when left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `wheel`. */
export interface WheelOptions {
    /** A point of that element instead of its middle, such as 30%,50%: maps zoom about it. */
    at?: string;
    /** Keys to hold meanwhile: control zooms maps and drawings. */
    hold?: ("alt" | "control" | "meta" | "shift")[];
    /** What the mouse is over; the middle of the page when left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `sendClickEvent`. */
export interface SendClickEventOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `highlight`. */
export interface HighlightOptions {
    /** The element; the mark is taken away when left out. */
    id?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `act`. */
export interface ActOptions {
    /** The most rounds: 10, or this, as far as `timeout` lets them be done. */
    at_most?: number;
    /**
     * Repeat them until this is so: appears:TEXT, appears:/PATTERN/, disappears:TEXT, url:GLOB,
     * navigation, any_change or no_change; join several with " or ". What is so already needs no
     * round.
     */
    until?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `wait`. */
export interface WaitOptions {
    /** Until the text can be seen in so many places or more. */
    at_least?: number;
    /** Until the text can be seen in exactly so many places. */
    count?: number;
    /** Until there is no such text any more, or nothing that matches. */
    gone?: string;
    /** Until this element can be seen. */
    id?: string;
    /**
     * Until no request has run for half a second; what the page asks for over and over does not
     * count.
     */
    network?: boolean;
    /** Until this select, list or combobox has options to choose, other than what was typed. */
    options?: string;
    /**
     * Until a person can see this text, anywhere in the page; between slashes it is a regular
     * expression, as for find.
     */
    text?: string;
    /** For so many milliseconds, at most 60000. Nearly always one of the others is better. */
    time?: number;
    /** Until the address matches; * stands for anything. */
    url?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `dialog`. */
export interface DialogOptions {
    /** What to write into a prompt. */
    text?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `tab`. */
export interface TabOptions {
    /** List all tabs of the browser, also those that are no session's and can be attached. */
    all?: boolean;
    /** What to do. */
    what?: "list" | "new" | "switch" | "close" | "attach";
    /**
     * The address for new, the tab's number for switch and close. For attach a number of list
     * `all` or a part of the address, also with * for any text; nothing where only one is free.
     */
    which?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `back`. */
export interface BackOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `forward`. */
export interface ForwardOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `reload`. */
export interface ReloadOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `stop`. */
export interface StopOptions {
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `emulate`. */
export interface EmulateOptions {
    /** The colours that a person prefers. */
    colors?: "light" | "dark" | "system";
    /**
     * A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
     * tablet-landscape, laptop, laptop-hidpi, desktop.
     */
    device?: string;
    /**
     * Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it
     * then.
     */
    geolocation?: string;
    /** A language such as de-AT; an empty one is the system's. */
    locale?: string;
    /** Whether there is no network. */
    offline?: boolean;
    /** Whether a person prefers less motion. */
    reduced_motion?: boolean;
    /** Undo what was said before. */
    reset?: boolean;
    /** Device pixels a CSS pixel. */
    scale?: number;
    /** A time zone such as Europe/Vienna; an empty one is the system's. */
    time_zone?: string;
    /** A touch screen, on or off: clicks are taps. */
    touch?: boolean;
    /** The user agent; an empty one is the browser's own. */
    user_agent?: string;
    /** The size of the viewport in CSS pixels, such as 390x844. */
    viewport?: string;
    /**
     * What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
     * state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when
     * none comes.
     */
    expect?: string;
    /** How long that is waited for, in seconds; 2 by default. */
    within?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `screenshot`. */
export interface ScreenshotOptions {
    /** Where to write it. */
    file?: string;
    /** The whole page instead of what is in view. */
    full?: boolean;
    /** The most pixels of its longer side; models take no more than about 1568. */
    longest_side?: number;
    /** Draw the ids of the elements in view. */
    marks?: boolean;
    /** The most bytes of the file: its quality goes first, then its size. */
    max_bytes?: number;
    /** This element alone, also where it is out of view. */
    of?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `pdf`. */
export interface PdfOptions {
    /** Where to write it. */
    file?: string;
    /** Wider than high. */
    landscape?: boolean;
    /** The size of a sheet; else what the page says, or A4. */
    paper?: "a3" | "a4" | "a5" | "letter" | "legal";
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `requests`. */
export interface RequestsOptions {
    /** Only addresses with this in them; * is anything. */
    address?: string;
    /** Also those of the pages that the tab showed before. */
    every_page?: boolean;
    /** Only those that failed or were answered with an error. */
    failed?: boolean;
    /** The most that are listed: the newest. */
    most?: number;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `eval`. */
export interface EvalOptions {
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `state`. */
export interface StateOptions {
    /** Save only if it is encrypted: also a file, which only domtool can read then. */
    encrypt?: boolean;
    /**
     * The file (a path with a / in it, or that ends in .json), or the name of a state that
     * domtool keeps.
     */
    file?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `cookies`. */
export interface CookiesOptions {
    /**
     * Only those that this host gets; for set whose it is, with a dot in front also the hosts
     * below: the host of the page, where none is given.
     */
    domain?: string;
    /** For set: when it ends, in seconds since 1970; with the browser, where none is given. */
    expires?: number;
    /** For set: scripts do not see it. */
    http_only?: boolean;
    /** The cookie's name; for get and clear all, where none is given. */
    name?: string;
    /** For set: below which path it is sent. */
    path?: string;
    /** For set: whether it goes along with requests of other sites. */
    same_site?: "strict" | "lax" | "none";
    /** For set: it goes over TLS alone. */
    secure?: boolean;
    /** The value to set. */
    value?: string;
    /** Show the values, which may let their reader in. */
    values?: boolean;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `storage`. */
export interface StorageOptions {
    /** The item's key; for get and clear all, where none is given. */
    key?: string;
    /** The origin (SCHEME://HOST): that of the page, where none is given. */
    origin?: string;
    /** The value to set. */
    value?: string;
    /** Show the values, which may let their reader in. */
    values?: boolean;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `pause`. */
export interface PauseOptions {
    /** What they are to do, for whoever looks at the session meanwhile. */
    message?: string;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `resume`. */
export interface ResumeOptions {
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `sessions`. */
export interface SessionsOptions {
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** What can be said besides of `close`. */
export interface CloseOptions {
    /** Every session, the browsers and the daemon. */
    all?: boolean;
    /** Leave the diff out of reports. */
    quiet?: boolean;
    /** How long the whole call may take, in seconds, from its arrival to the answer. */
    timeout?: number;
}
/** Every code of an error that this client knows. */
export declare const ERROR_CODES: readonly ErrorCode[];
/** The operations that change nothing. */
export declare const READ_ONLY: readonly string[];
/** Every operation as a method. */
export declare abstract class Operations {
    /** Makes a call: the operation's own arguments, and what is said of every call. */
    protected abstract call<T>(op: string, args: object, call: object): Promise<T>;
    /**
     * Open an address in the current tab, and see it. Starts the session if there is none.
     *
     * A host alone gets https:// (http:// on this machine); the path of a local file is opened as
     * a file.
     *
     * @param url The address, or the path of a local file.
     */
    open(url: string, more?: OpenOptions): Promise<Report>;
    /**
     * See the page as text: one line an element, with ids to act on.
     *
     * Ids such as e12 stay the same as long as their element is there, and are never given to
     * another one. With an address or a file, it is opened first.
     */
    observe(more?: ObserveOptions): Promise<Observation>;
    /**
     * Find a text anywhere on the page: ids, what they are, where they stand.
     *
     * Names, texts, values, options and attributes are searched, in every frame, also what
     * observe folds or cuts. Case and white space do not matter; between slashes it is a regular
     * expression. The best matches come first.
     *
     * @param text The text, or /expression/ (or /expression/i).
     */
    find(text: string, more?: FindOptions): Promise<FindResult>;
    /**
     * Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to click,
     * as in `[Cart](e4)`.
     *
     * A PDF gives its text. What can only be operated is left out, and counted: `observe` shows
     * it. A navigation of many links is one line that `expand` opens. Long pages come in pages;
     * the last line says which one goes on.
     */
    read(more?: ReadOptions): Promise<Observation>;
    /**
     * Read a table as data: its rows, each with its id, its cells by header, and the ids of what
     * can be operated in it.
     *
     * A list is one, too: an item a row. As JSON, and in the Python and TypeScript clients, all
     * rows are there: for loops that need no model. Rows that scrolling or the page's own pages
     * bring are not; `total` says that there are more where the page tells.
     */
    table(more?: TableOptions): Promise<TableData>;
    /**
     * Say how other tools find an element: as an expression of Playwright, a CSS selector or an
     * XPath.
     *
     * Each was tried in the page and matches that element alone. In open shadow roots the steps
     * of a CSS selector are joined by ` >>>> ` (Puppeteer's); nothing leads into a closed one.
     *
     * @param id The element.
     */
    locate(id: string, more?: LocateOptions): Promise<Locators>;
    /**
     * Give the id of the one element that a CSS selector or an XPath matches.
     *
     * One document is asked, the page's own unless a frame is named; CSS also matches in its
     * shadow roots, closed ones too. Several matches are an error that lists them. What is hidden
     * or not operable gets an id, too, and is said to be so.
     */
    id(more?: IdOptions): Promise<Identified>;
    /**
     * Click an element with real mouse input, and report what that did.
     *
     * The click is sent only when it reaches the element: something in front gives COVERED and
     * names it.
     *
     * @param id The element.
     */
    click(id: string, more?: ClickOptions): Promise<Report>;
    /**
     * Double-click an element with real mouse input, and report what that did
     *
     * @param id The element.
     */
    doubleClick(id: string, more?: DoubleClickOptions): Promise<Report>;
    /**
     * Click an element with the right mouse button, to open the page's own context menu, and
     * report what that did.
     *
     * The browser's own menu is not part of the page and is not told.
     *
     * @param id The element.
     */
    rightClick(id: string, more?: RightClickOptions): Promise<Report>;
    /**
     * Move the mouse onto an element, to open menus and hints that wait for it.
     *
     * The mouse stays there until the next action.
     *
     * @param id The element.
     */
    hover(id: string, more?: HoverOptions): Promise<Report>;
    /**
     * Drag an element onto another, by an offset, to a place or along a path, and report who took
     * it and where it stands.
     *
     * Works for the browser's own drag and drop (with the data that the page gives along) and for
     * pages that follow the mouse: sliders, lists that are sorted, drawings. A drop that the
     * target refuses gives NO_EFFECT.
     *
     * @param id What is dragged.
     */
    drag(id: string, more?: DragOptions): Promise<Report>;
    /**
     * Replace what a field holds, and check that it took it.
     *
     * Dates as YYYY-MM-DD, times as HH:MM, colours as #rrggbb, numbers (also of sliders) as
     * digits. A field that refuses or changes the text gives VALUE_REJECTED with what it holds;
     * one that only formats it (a phone number) says how. Code editors take it as a paste. The
     * focus stays in it: a list of suggestions stays open and is told.
     *
     * @param id The field.
     *
     * @param text What it is to hold.
     */
    fill(id: string, text: string, more?: FillOptions): Promise<Report>;
    /**
     * Add text key by key at the end of a field, or where the focus is.
     *
     * For suggestions that open while a person types; `fill` is surer for everything else. A line
     * break is Enter.
     *
     * @param text The text.
     */
    type(text: string, more?: TypeOptions): Promise<Report>;
    /**
     * Empty a field, the way a person would.
     *
     * The report says what the field holds afterwards.
     *
     * @param id The field.
     */
    clear(id: string, more?: ClearOptions): Promise<Report>;
    /**
     * Press keys and chords, on an element or where the focus is.
     *
     * Names as browsers have them (Enter, Tab, Escape, ArrowDown, PageDown, F5, a, Numpad5,
     * ShiftRight), chords with +, several with spaces between. x3 after a key presses it three
     * times, x3 held holds it down while it repeats. ControlOrMeta is Command on macOS and
     * Control elsewhere.
     *
     * @param keys The keys, such as "Control+A" or "ArrowDown x3 Enter".
     */
    press(keys: string, more?: PressOptions): Promise<Report>;
    /**
     * Choose options by label, value or #index (from 1): of a select box, a list, a menu, or what
     * a combobox opens.
     *
     * A list that opens is opened, scrolled or searched for the option, and the choice is read
     * back. Several replace what was chosen before, or are added where each opens the list anew.
     * Where two groups have an option of one name, say "Group / Label". An unknown or disabled
     * option gives OPTION_NOT_FOUND with what there is.
     *
     * @param id The select box, list, combobox, or the button that opens the options.
     *
     * @param options What to choose; exactly one unless it takes several.
     */
    select(id: string, options: string[], more?: SelectOptions): Promise<Report>;
    /**
     * Turn a checkbox, radio button or switch on.
     *
     * Does nothing when it is on already.
     *
     * @param id It, or its label.
     */
    check(id: string, more?: CheckOptions): Promise<Report>;
    /**
     * Turn a checkbox or switch off.
     *
     * Does nothing when it is off already.
     *
     * @param id It, or its label.
     */
    uncheck(id: string, more?: UncheckOptions): Promise<Report>;
    /**
     * Send a form, the way a person would: with Enter in the field, or with the form's button.
     *
     * Where validation stops it, VALUE_REJECTED names the fields and what the page says of each.
     * NO_EFFECT means that the page stopped it by itself.
     *
     * @param id The form, or a field or button of it.
     */
    submit(id: string, more?: SubmitOptions): Promise<Report>;
    /** Select text: a phrase, a range of characters, or all of an element or of the page */
    selectText(more?: SelectTextOptions): Promise<Report>;
    /**
     * Copy all of an element's text, or what is selected, with the chord that a person presses.
     *
     * Each session has a clipboard of its own: no other session pastes what this one copied.
     */
    copy(more?: CopyOptions): Promise<Report>;
    /** Cut all of a field's text, or what is selected, with the chord that a person presses */
    cut(more?: CutOptions): Promise<Report>;
    /**
     * Paste a text, or what the session copied last, with the chord that a person presses.
     *
     * For pages that listen to pasting (tables, editors, one-time codes); `fill` is surer for
     * plain fields.
     */
    paste(more?: PasteOptions): Promise<Report>;
    /**
     * Give files to a file input, to the button that opens a file chooser, or (`drop`) to a place
     * to drop them on.
     *
     * The files are looked at first: nothing is sent when one is missing. The report says what
     * the page got, by name and size.
     *
     * @param id The file input, the button, or the place to drop them on.
     *
     * @param files The files; one folder for an input that takes a folder.
     */
    upload(id: string, files: string[], more?: UploadOptions): Promise<Report>;
    /**
     * Click what downloads a file, wait until it is whole, and say where it is.
     *
     * Files go to `downloads` DIR, or to a directory that is gone with the session; nothing is
     * written over. What another action downloads is in its report.
     *
     * @param id The link or button.
     */
    download(id: string, more?: DownloadOptions): Promise<Report>;
    /**
     * Scroll the page or a scroll container, at once and to the pixel, and say how far it is
     * then.
     *
     * One screen down, unless told otherwise. Where the page itself does not scroll, the box that
     * holds its content does.
     */
    scroll(more?: ScrollOptions): Promise<Report>;
    /**
     * Scroll every box and frame around an element as far as needed to bring it into view.
     *
     * Clicks and fills do this by themselves.
     *
     * @param id The element.
     */
    scrollIntoView(id: string, more?: ScrollIntoViewOptions): Promise<Report>;
    /**
     * Scroll on by one screen, and say which of how many it is.
     *
     * A tenth of the last screen stays in view. Where the page itself does not scroll, the box
     * that holds its content does.
     */
    nextChunk(more?: NextChunkOptions): Promise<Report>;
    /**
     * Scroll back by one screen, and say which of how many it is.
     *
     * A tenth of the last screen stays in view. Where the page itself does not scroll, the box
     * that holds its content does.
     */
    prevChunk(more?: PrevChunkOptions): Promise<Report>;
    /**
     * Turn the mouse wheel over an element, or over the middle of the page: for maps, drawings
     * that zoom, and pages that scroll themselves.
     *
     * To scroll to the pixel use scroll.
     *
     * @param by By how many CSS pixels, right and down, such as 0,300; negative is left and up.
     */
    wheel(by: string, more?: WheelOptions): Promise<Report>;
    /**
     * Send an element a click event by script, without a mouse: only for what no click reaches.
     *
     * The event is not trusted, and the page can tell; what must be clicked by a person may not
     * happen. Use click otherwise.
     *
     * @param id The element; it may be hidden or covered.
     */
    sendClickEvent(id: string, more?: SendClickEventOptions): Promise<Report>;
    /**
     * Mark an element for people who look on, until the next action or observation; screenshots
     * show the mark.
     *
     * The browser paints it above the page, which knows nothing of it.
     */
    highlight(more?: HighlightOptions): Promise<Report>;
    /**
     * Do several actions, one after the other, as far as the page allows.
     *
     * One a line, as on the command line: fill e3 'Ada', or a JSON array of {"op": "fill", "id":
     * "e3", "text": "Ada", "expect": "..."}. It stops at the first that fails, and where one made
     * the next doubtful: a new page, a dialog, an element that is no longer what it was. The
     * answer has a report for each that was done, and how many were not. The first may be open,
     * and the last observe, find or read: the answer ends with that, where all went well. With
     * `until` they are repeated until something is so, and the answer says how many rounds that
     * took.
     *
     * @param actions The actions; read from standard input when left out, or when it is a dash.
     */
    act(actions: Step[], more?: ActOptions): Promise<Batch>;
    /**
     * Wait until a text, an address, an element or options are there, a text is gone, or the
     * network is quiet.
     *
     * Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT after
     * 30 s, or `timeout`.
     */
    wait(more?: WaitOptions): Promise<Report>;
    /**
     * Answer an open dialog of the page: alert, confirm, prompt, or the question before leaving.
     *
     * A page with an open dialog takes no other action; reports say when one opened, and its
     * text.
     *
     * @param answer OK or Cancel.
     */
    dialog(answer: "accept" | "dismiss", more?: DialogOptions): Promise<Report>;
    /**
     * List the session's tabs, open a new one, switch to one, close one, or take one that the
     * person has open.
     *
     * In a browser that runs already (`cdp`), attach takes a tab of the person's, with its page
     * as it is; closing it here only gives it back. Actions go to the current tab. A tab that the
     * page opened is in the report of the action that did it.
     */
    tab(more?: TabOptions): Promise<TabList>;
    /** Go back to the page before this one in the tab's history */
    back(more?: BackOptions): Promise<Report>;
    /** Go forward again in the tab's history, after back */
    forward(more?: ForwardOptions): Promise<Report>;
    /** Load the page again; ids of the old document become STALE */
    reload(more?: ReloadOptions): Promise<Report>;
    /**
     * Stop loading the page. What has come so far stays and can be used.
     *
     * For a page that never ends loading; an address that has not answered is given up, and the
     * page before it stays.
     */
    stop(more?: StopOptions): Promise<Report>;
    /**
     * Make the current tab's pages believe in another device, person or place, until told
     * otherwise.
     *
     * What is not named stays as it is; `reset` goes back to what the session began with. Tabs
     * that its pages open believe the same.
     */
    emulate(more?: EmulateOptions): Promise<Report>;
    /**
     * Save a picture of the page, with the elements' ids drawn on it if wanted: PNG, or what the
     * file's name says (.jpg, .webp)
     */
    screenshot(more?: ScreenshotOptions): Promise<Picture>;
    /**
     * Print the page into a PDF file, in the style that it has for paper.
     *
     * To read a PDF that a tab shows: read.
     */
    pdf(more?: PdfOptions): Promise<SavedFile>;
    /**
     * List the requests that the page made, its own document first: method, address, status or
     * failure, type.
     *
     * What an action caused is in its report; this is for what a page does by itself, and for
     * what failed earlier. Values in addresses that look like tokens are not shown. Bodies are
     * not kept.
     */
    requests(more?: RequestsOptions): Promise<RequestLog>;
    /**
     * Evaluate a JavaScript expression in the page's main frame and print its value as JSON.
     *
     * Runs only with `allow_eval` (or DOMTOOL_ALLOW_EVAL=1): a script can do anything that the
     * page can.
     *
     * @param expression The expression; a promise is awaited.
     */
    eval(expression: string, more?: EvalOptions): Promise<Evaluated>;
    /**
     * Save what sites keep in the session (cookies, local and session storage, IndexedDB), or
     * load it: logins last over sessions.
     *
     * A path has a / in it or ends in .json: that file is Playwright's storage state. Anything
     * else is the name of a state that domtool keeps in a folder of this user's, encrypted where
     * there is a key: DOMTOOL_STATE_KEY, or one that the system's keyring keeps. Either lets its
     * holder in; no value of it is printed, and what could not be taken along is told. Read are
     * the origins that the open tabs show or have in their history; session storage is that of
     * the pages they show. What is loaded counts from the next page on: open or reload it.
     *
     * @param what What to do.
     */
    state(what: "save" | "load" | "list" | "delete", more?: StateOptions): Promise<KeptState>;
    /**
     * List the session's cookies, set one, or clear them.
     *
     * A value may be a login: it is shown with `values` alone. Pages see a change with their next
     * request.
     *
     * @param what What to do.
     */
    cookies(what: "get" | "set" | "clear", more?: CookiesOptions): Promise<CookieList>;
    /**
     * List what an origin has in local or session storage, set an item, or clear it.
     *
     * A value may be a login: it is shown with `values` alone. Session storage belongs to a tab:
     * it is that of the page which the current tab shows.
     *
     * @param what What to do.
     *
     * @param area Which of the two.
     */
    storage(what: "get" | "set" | "clear", area: "local" | "session", more?: StorageOptions): Promise<ItemList>;
    /**
     * Hand the current tab over to the person, and wait until they say go on: by domtool resume,
     * from another shell.
     *
     * For what only they can do: a login, a captcha, a payment. Only in a browser with a window
     * (`headed`, `cdp`). Until then every action in that tab is TAB_PAUSED; it can be looked at.
     * When `timeout` is over, or this call is ended, the tab stays theirs: call it again to wait
     * on.
     */
    pause(more?: PauseOptions): Promise<HandedOver>;
    /**
     * Say that the person is done with the current tab, which domtool pause handed over to them:
     * it is operated again.
     *
     * It is the person's to say: no tool of an agent's host does it, and nothing that a page
     * does.
     */
    resume(more?: ResumeOptions): Promise<HandedOver>;
    /** List the sessions with their tabs, and those that were lost with their browser */
    sessions(more?: SessionsOptions): Promise<SessionList>;
    /**
     * Close the session with its tabs; with `all` every session, the browsers and the daemon.
     *
     * A browser ends with its last session. What runs in the session is cut short.
     */
    close(more?: CloseOptions): Promise<ClosedSessions>;
}
