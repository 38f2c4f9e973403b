// Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.
/** Every code of an error that this client knows. */
export const ERROR_CODES = [
    "STALE",
    "NOT_FOUND",
    "AMBIGUOUS",
    "HIDDEN",
    "DISABLED",
    "READ_ONLY",
    "COVERED",
    "NOT_ACTIONABLE",
    "WRONG_KIND",
    "OPTION_NOT_FOUND",
    "VALUE_REJECTED",
    "NO_EFFECT",
    "EXPECTATION_FAILED",
    "TIMEOUT",
    "NAVIGATED_AWAY",
    "DIALOG_OPEN",
    "BROWSER_DIALOG",
    "TAB_CLOSED",
    "TAB_TAKEN",
    "TAB_TAKEN_BACK",
    "TAB_PAUSED",
    "PAGE_CRASHED",
    "PAGE_HUNG",
    "BROWSER_GONE",
    "BLOCKED_BY_POLICY",
    "CROSS_ORIGIN",
    "SECURITY_BLOCKED",
    "INVALID_INPUT",
    "NO_BROWSER",
    "NO_CAPACITY",
    "INTERNAL",
];
/** The operations that change nothing. */
export const READ_ONLY = ["find", "table", "locate", "id", "wait", "requests", "sessions"];
/** Every operation as a method. */
export class Operations {
    /**
     * Open an address in the current tab, and see it. Starts the session if there is none.
     *
     * A host alone gets https:// (http:// on this machine); the path of a local file is opened as
     * a file.
     *
     * @param url The address, or the path of a local file.
     */
    open(url, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("open", { url, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * See the page as text: one line an element, with ids to act on.
     *
     * Ids such as e12 stay the same as long as their element is there, and are never given to
     * another one. With an address or a file, it is opened first.
     */
    observe(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("observe", own, { quiet, timeout });
    }
    /**
     * Find a text anywhere on the page: ids, what they are, where they stand.
     *
     * Names, texts, values, options and attributes are searched, in every frame, also what
     * observe folds or cuts. Case and white space do not matter; between slashes it is a regular
     * expression. The best matches come first.
     *
     * @param text The text, or /expression/ (or /expression/i).
     */
    find(text, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("find", { text, ...own }, { quiet, timeout });
    }
    /**
     * Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to click,
     * as in `[Cart](e4)`.
     *
     * A PDF gives its text. What can only be operated is left out, and counted: `observe` shows
     * it. A navigation of many links is one line that `expand` opens. Long pages come in pages;
     * the last line says which one goes on.
     */
    read(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("read", own, { quiet, timeout });
    }
    /**
     * Read a table as data: its rows, each with its id, its cells by header, and the ids of what
     * can be operated in it.
     *
     * A list is one, too: an item a row. As JSON, and in the Python and TypeScript clients, all
     * rows are there: for loops that need no model. Rows that scrolling or the page's own pages
     * bring are not; `total` says that there are more where the page tells.
     */
    table(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("table", own, { quiet, timeout });
    }
    /**
     * Say how other tools find an element: as an expression of Playwright, a CSS selector or an
     * XPath.
     *
     * Each was tried in the page and matches that element alone. In open shadow roots the steps
     * of a CSS selector are joined by ` >>>> ` (Puppeteer's); nothing leads into a closed one.
     *
     * @param id The element.
     */
    locate(id, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("locate", { id, ...own }, { quiet, timeout });
    }
    /**
     * Give the id of the one element that a CSS selector or an XPath matches.
     *
     * One document is asked, the page's own unless a frame is named; CSS also matches in its
     * shadow roots, closed ones too. Several matches are an error that lists them. What is hidden
     * or not operable gets an id, too, and is said to be so.
     */
    id(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("id", own, { quiet, timeout });
    }
    /**
     * Click an element with real mouse input, and report what that did.
     *
     * The click is sent only when it reaches the element: something in front gives COVERED and
     * names it.
     *
     * @param id The element.
     */
    click(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("click", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Double-click an element with real mouse input, and report what that did
     *
     * @param id The element.
     */
    doubleClick(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("double-click", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Click an element with the right mouse button, to open the page's own context menu, and
     * report what that did.
     *
     * The browser's own menu is not part of the page and is not told.
     *
     * @param id The element.
     */
    rightClick(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("right-click", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Move the mouse onto an element, to open menus and hints that wait for it.
     *
     * The mouse stays there until the next action.
     *
     * @param id The element.
     */
    hover(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("hover", { id, ...own }, { expect, within, quiet, timeout });
    }
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
    drag(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("drag", { id, ...own }, { expect, within, quiet, timeout });
    }
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
    fill(id, text, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("fill", { id, text, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Add text key by key at the end of a field, or where the focus is.
     *
     * For suggestions that open while a person types; `fill` is surer for everything else. A line
     * break is Enter.
     *
     * @param text The text.
     */
    type(text, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("type", { text, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Empty a field, the way a person would.
     *
     * The report says what the field holds afterwards.
     *
     * @param id The field.
     */
    clear(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("clear", { id, ...own }, { expect, within, quiet, timeout });
    }
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
    press(keys, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("press", { keys, ...own }, { expect, within, quiet, timeout });
    }
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
    select(id, options, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("select", { id, options, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Turn a checkbox, radio button or switch on.
     *
     * Does nothing when it is on already.
     *
     * @param id It, or its label.
     */
    check(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("check", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Turn a checkbox or switch off.
     *
     * Does nothing when it is off already.
     *
     * @param id It, or its label.
     */
    uncheck(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("uncheck", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Send a form, the way a person would: with Enter in the field, or with the form's button.
     *
     * Where validation stops it, VALUE_REJECTED names the fields and what the page says of each.
     * NO_EFFECT means that the page stopped it by itself.
     *
     * @param id The form, or a field or button of it.
     */
    submit(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("submit", { id, ...own }, { expect, within, quiet, timeout });
    }
    /** Select text: a phrase, a range of characters, or all of an element or of the page */
    selectText(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("select-text", own, { expect, within, quiet, timeout });
    }
    /**
     * Copy all of an element's text, or what is selected, with the chord that a person presses.
     *
     * Each session has a clipboard of its own: no other session pastes what this one copied.
     */
    copy(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("copy", own, { expect, within, quiet, timeout });
    }
    /** Cut all of a field's text, or what is selected, with the chord that a person presses */
    cut(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("cut", own, { expect, within, quiet, timeout });
    }
    /**
     * Paste a text, or what the session copied last, with the chord that a person presses.
     *
     * For pages that listen to pasting (tables, editors, one-time codes); `fill` is surer for
     * plain fields.
     */
    paste(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("paste", own, { expect, within, quiet, timeout });
    }
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
    upload(id, files, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("upload", { id, files, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Click what downloads a file, wait until it is whole, and say where it is.
     *
     * Files go to `downloads` DIR, or to a directory that is gone with the session; nothing is
     * written over. What another action downloads is in its report.
     *
     * @param id The link or button.
     */
    download(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("download", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Scroll the page or a scroll container, at once and to the pixel, and say how far it is
     * then.
     *
     * One screen down, unless told otherwise. Where the page itself does not scroll, the box that
     * holds its content does.
     */
    scroll(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("scroll", own, { expect, within, quiet, timeout });
    }
    /**
     * Scroll every box and frame around an element as far as needed to bring it into view.
     *
     * Clicks and fills do this by themselves.
     *
     * @param id The element.
     */
    scrollIntoView(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("scroll-into-view", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Scroll on by one screen, and say which of how many it is.
     *
     * A tenth of the last screen stays in view. Where the page itself does not scroll, the box
     * that holds its content does.
     */
    nextChunk(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("next-chunk", own, { expect, within, quiet, timeout });
    }
    /**
     * Scroll back by one screen, and say which of how many it is.
     *
     * A tenth of the last screen stays in view. Where the page itself does not scroll, the box
     * that holds its content does.
     */
    prevChunk(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("prev-chunk", own, { expect, within, quiet, timeout });
    }
    /**
     * Turn the mouse wheel over an element, or over the middle of the page: for maps, drawings
     * that zoom, and pages that scroll themselves.
     *
     * To scroll to the pixel use scroll.
     *
     * @param by By how many CSS pixels, right and down, such as 0,300; negative is left and up.
     */
    wheel(by, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("wheel", { by, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Send an element a click event by script, without a mouse: only for what no click reaches.
     *
     * The event is not trusted, and the page can tell; what must be clicked by a person may not
     * happen. Use click otherwise.
     *
     * @param id The element; it may be hidden or covered.
     */
    sendClickEvent(id, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("send-click-event", { id, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * Mark an element for people who look on, until the next action or observation; screenshots
     * show the mark.
     *
     * The browser paints it above the page, which knows nothing of it.
     */
    highlight(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("highlight", own, { expect, within, quiet, timeout });
    }
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
    act(actions, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("act", { actions, ...own }, { quiet, timeout });
    }
    /**
     * Wait until a text, an address, an element or options are there, a text is gone, or the
     * network is quiet.
     *
     * Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT after
     * 30 s, or `timeout`.
     */
    wait(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("wait", own, { expect, within, quiet, timeout });
    }
    /**
     * Answer an open dialog of the page: alert, confirm, prompt, or the question before leaving.
     *
     * A page with an open dialog takes no other action; reports say when one opened, and its
     * text.
     *
     * @param answer OK or Cancel.
     */
    dialog(answer, more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("dialog", { answer, ...own }, { expect, within, quiet, timeout });
    }
    /**
     * List the session's tabs, open a new one, switch to one, close one, or take one that the
     * person has open.
     *
     * In a browser that runs already (`cdp`), attach takes a tab of the person's, with its page
     * as it is; closing it here only gives it back. Actions go to the current tab. A tab that the
     * page opened is in the report of the action that did it.
     */
    tab(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("tab", own, { quiet, timeout });
    }
    /** Go back to the page before this one in the tab's history */
    back(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("back", own, { expect, within, quiet, timeout });
    }
    /** Go forward again in the tab's history, after back */
    forward(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("forward", own, { expect, within, quiet, timeout });
    }
    /** Load the page again; ids of the old document become STALE */
    reload(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("reload", own, { expect, within, quiet, timeout });
    }
    /**
     * Stop loading the page. What has come so far stays and can be used.
     *
     * For a page that never ends loading; an address that has not answered is given up, and the
     * page before it stays.
     */
    stop(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("stop", own, { expect, within, quiet, timeout });
    }
    /**
     * Make the current tab's pages believe in another device, person or place, until told
     * otherwise.
     *
     * What is not named stays as it is; `reset` goes back to what the session began with. Tabs
     * that its pages open believe the same.
     */
    emulate(more = {}) {
        const { expect, within, quiet, timeout, ...own } = more;
        return this.call("emulate", own, { expect, within, quiet, timeout });
    }
    /**
     * Save a picture of the page, with the elements' ids drawn on it if wanted: PNG, or what the
     * file's name says (.jpg, .webp)
     */
    screenshot(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("screenshot", own, { quiet, timeout });
    }
    /**
     * Print the page into a PDF file, in the style that it has for paper.
     *
     * To read a PDF that a tab shows: read.
     */
    pdf(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("pdf", own, { quiet, timeout });
    }
    /**
     * List the requests that the page made, its own document first: method, address, status or
     * failure, type.
     *
     * What an action caused is in its report; this is for what a page does by itself, and for
     * what failed earlier. Values in addresses that look like tokens are not shown. Bodies are
     * not kept.
     */
    requests(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("requests", own, { quiet, timeout });
    }
    /**
     * Evaluate a JavaScript expression in the page's main frame and print its value as JSON.
     *
     * Runs only with `allow_eval` (or DOMTOOL_ALLOW_EVAL=1): a script can do anything that the
     * page can.
     *
     * @param expression The expression; a promise is awaited.
     */
    eval(expression, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("eval", { expression, ...own }, { quiet, timeout });
    }
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
    state(what, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("state", { what, ...own }, { quiet, timeout });
    }
    /**
     * List the session's cookies, set one, or clear them.
     *
     * A value may be a login: it is shown with `values` alone. Pages see a change with their next
     * request.
     *
     * @param what What to do.
     */
    cookies(what, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("cookies", { what, ...own }, { quiet, timeout });
    }
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
    storage(what, area, more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("storage", { what, area, ...own }, { quiet, timeout });
    }
    /**
     * Hand the current tab over to the person, and wait until they say go on: by domtool resume,
     * from another shell.
     *
     * For what only they can do: a login, a captcha, a payment. Only in a browser with a window
     * (`headed`, `cdp`). Until then every action in that tab is TAB_PAUSED; it can be looked at.
     * When `timeout` is over, or this call is ended, the tab stays theirs: call it again to wait
     * on.
     */
    pause(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("pause", own, { quiet, timeout });
    }
    /**
     * Say that the person is done with the current tab, which domtool pause handed over to them:
     * it is operated again.
     *
     * It is the person's to say: no tool of an agent's host does it, and nothing that a page
     * does.
     */
    resume(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("resume", own, { quiet, timeout });
    }
    /** List the sessions with their tabs, and those that were lost with their browser */
    sessions(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("sessions", own, { quiet, timeout });
    }
    /**
     * Close the session with its tabs; with `all` every session, the browsers and the daemon.
     *
     * A browser ends with its last session. What runs in the session is cut short.
     */
    close(more = {}) {
        const { quiet, timeout, ...own } = more;
        return this.call("close", own, { quiet, timeout });
    }
}
