"""What operations give back."""

# Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict

from ._findable import Cells, Findable, Rows


# What kind of action was done.
ActionKind = Literal[
    "click",
    "double_click",
    "right_click",
    "hover",
    "drag",
    "wheel",
    "send_click_event",
    "highlight",
    "next_chunk",
    "prev_chunk",
    "scroll",
    "scroll_into_view",
    "fill",
    "type",
    "clear",
    "press",
    "select",
    "submit",
    "check",
    "uncheck",
    "select_text",
    "copy",
    "cut",
    "paste",
    "upload",
    "download",
    "emulate",
    "open",
    "back",
    "forward",
    "reload",
    "stop",
    "dialog",
    "wait",
]


@dataclass(frozen=True)
class AvailableTab:
    """A tab of the browser, whoever opened it. One with neither `tab` nor `session` can be
    taken.
    """

    number: int
    """The number to take it by. It keeps it while the connection to the browser lasts."""

    title: str
    """Its title."""

    url: str
    """Its address."""

    session: Optional[str] = None
    """The other session that has it."""

    tab: Optional[int] = None
    """Its number in this session, where the session has it already."""


@dataclass(frozen=True)
class Batch:
    """As one object."""

    done: List[Report]
    """The reports of those that were done, in order. The last one's diff tells what all of them
    changed, on the page that they ended on; of several rounds the last. Where they led to
    another page it is that page, where `new_page` says so.
    """

    ms: int
    """From call to report, milliseconds."""

    not_done: int
    """How many were not done: those after the one at which it ended, and that one when nothing
    of it was sent.
    """

    ok: bool
    """Whether all were done, and all of them are verified."""

    look: Any = None
    """What the `observe`, `find` or `read` gave back that came last, or how it failed. Where
    they ended early on a new page: that page.
    """

    rounds: Optional[Rounds] = None
    """How often they were repeated, where they were to be until something is so."""

    stopped: Optional[Stopped] = None
    """Why it ended before the end."""


@dataclass(frozen=True)
class ChooserInfo:
    """A file chooser that the page opened."""

    multiple: bool
    """Whether it takes several files."""


@dataclass(frozen=True)
class ClosedSessions:
    """The sessions that were closed."""

    closed: List[str]
    """Their names."""


@dataclass(frozen=True)
class CookieInfo:
    """A cookie."""

    domain: str
    """Whose it is; with a dot in front also the hosts below get it."""

    http_only: bool
    """Scripts do not see it."""

    name: str
    """Its name."""

    path: str
    """Below which path."""

    same_site: str
    """Whether it goes along with requests of other sites: Strict, Lax or None."""

    secure: bool
    """It goes over TLS alone."""

    expires: Optional[float] = None
    """When it ends, in seconds since 1970; with the browser, where it is left out."""

    partition_key: Optional[str] = None
    """The top-level site that it is bound to."""

    value: Optional[str] = None
    """Its value, where that was asked for."""


@dataclass(frozen=True)
class CookieList:
    """Cookies of the session."""

    cookies: List[CookieInfo]
    """Those that are there, or the one that was set."""

    cleared: Optional[int] = None
    """How many were cleared."""

    set: bool = False
    """It was set."""


@dataclass(frozen=True)
class DialogInfo:
    """A dialog of the page."""

    kind: DialogKind
    """What it asks for."""

    message: str
    """Its text."""

    open: bool
    """Whether it waits for an answer (`accept_dialog` or `dismiss_dialog`)."""


# What a dialog of the page asks for.
DialogKind = Literal[
    "alert",
    "confirm",
    "prompt",
    "beforeunload",
]


# Whether the page may have received input: whether a retry could do it twice.
Dispatched = Literal[
    "no",
    "yes",
    "maybe",
]


@dataclass(frozen=True)
class DownloadInfo:
    """A download."""

    bytes: int
    """How many bytes have come."""

    name: str
    """The name of the file: while it comes the one that the page suggests, once complete the
    safe and free one that it has.
    """

    state: DownloadState
    """How far it is."""

    url: str
    """Where it comes from; values that look like tokens are replaced by `…`."""

    path: Optional[str] = None
    """The path of the file, once it is complete."""

    total: Optional[int] = None
    """How many bytes it has in all, where the server said."""


# How far a download is.
DownloadState = Literal[
    "in_progress",
    "completed",
    "canceled",
]


@dataclass(frozen=True)
class Effects:
    """What an action caused."""

    added: int
    """How many lines came into the view."""

    changed: int
    """How many lines have another text."""

    console_errors: List[str]
    """Errors written to the console and exceptions that nobody caught."""

    dialogs: List[DialogInfo]
    """Dialogs that opened, with their text. An open one blocks the page until it is answered."""

    downloads: List[DownloadInfo]
    """Downloads that began, with how far each is."""

    messages: List[Message]
    """Texts that appeared in places meant for messages (live regions, alerts, toasts, the error
    of an invalid field), and texts that came and went elsewhere. Those that are gone by now
    are included.
    """

    navigated: bool
    """Whether the page has a new document."""

    removed: int
    """How many lines went out of it."""

    requests: List[RequestInfo]
    """Requests begun after the input."""

    tabs: List[TabInfo]
    """Tabs that opened."""

    focus: Optional[str] = None
    """The element that has the focus now, when that changed."""

    title: Optional[str] = None
    """The new title, when it changed."""

    url: Optional[str] = None
    """The new address, when it changed."""

    box_scrolled: bool = False
    """Whether a box in that document scrolled, such as a list or a row of pictures. Told where
    nothing else came of the input.
    """

    choosers: List[ChooserInfo] = field(default_factory=list)
    """File choosers that opened and that no action answered yet: `Upload` gives them files."""

    closed_tabs: List[int] = field(default_factory=list)
    """Tabs that closed, by their numbers."""

    copied: bool = False
    """Whether something came to the clipboard. Told where nothing else came of the input."""

    current: Optional[Target] = None
    """What the element with the focus says is current in it, when that changed: an option of a
    list (`aria-activedescendant`).
    """

    focused: Optional[Target] = None
    """The same, where no line has told of it: a cell of a grid."""

    full_screen: Optional[bool] = None
    """Whether a part of the page fills the screen now, where that changed. Told where nothing
    else came of the input.
    """

    left_out: Optional[EffectsLeftOut] = None
    """What the lists above were too long to hold."""

    opened: List[Opened] = field(default_factory=list)
    """What it opened: menus, lists, dialogs, boxes of suggestions."""

    pictures: List[str] = field(default_factory=list)
    """The names of pictures in view that were replaced by others; empty of one that has no name.
    Told where nothing else came of the input.
    """

    scrolled: Optional[int] = None
    """How far down the document that the input went to is scrolled since, in CSS pixels;
    negative is up. Told where nothing else came of the input.
    """

    state: List[StateChange] = field(default_factory=list)
    """States of the target that changed, such as `expanded` or `checked`."""

    text_selected: bool = False
    """Whether text of the page came to be selected. Told where nothing else came of the input."""


@dataclass(frozen=True)
class EffectsLeftOut:
    """How much more there was than `Effects` lists. Requests that failed or sent something, and
    messages that are errors, are left out last; all of it was judged.
    """

    console_errors: int = 0
    """Errors of the console; one that was written several times is listed once."""

    messages: int = 0
    """Messages."""

    requests: int = 0
    """Requests."""

    unknown: bool = False
    """More happened than domtool keeps, and a part of it is not known."""


@dataclass(frozen=True)
class Error:
    """What went wrong."""

    code: ErrorCode
    """What happened."""

    dispatched: Dispatched
    """Whether the page may have received input: whether a retry could do it twice."""

    hint: str
    """What to do next."""

    message: str
    """What happened, in one sentence."""

    obstacle: Optional[Obstacle] = None
    """What stood in the way, as data."""

    report: Optional[Report] = None
    """What the action caused all the same, where the obstacle is something else."""


# What happened. The codes are those that a model reads.
ErrorCode = Literal[
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
]


@dataclass(frozen=True)
class Evaluated:
    """What a script gave back."""

    value: Any
    """Its value, as JSON."""


# What speaks for it that what was asked for is so.
Evidence = Literal[
    "verified",
    "effect",
    "as_before",
    "nothing",
    "missing",
]


@dataclass(frozen=True)
class Filtered:
    """What a request in words left of a page."""

    filtered_count: int
    """The lines that are kept."""

    filtered_tokens: int
    """What the kept lines cost, tokens, with those that say what is left out."""

    groups: int
    """The groups of lines on the page."""

    matching_groups: int
    """The groups that are about the request, kept or not."""

    needs_filtering: bool
    """Whether the page is large enough for leaving something out; when it is not, all of it is
    shown.
    """

    original_count: int
    """The lines of the whole page."""

    original_tokens: int
    """What all lines would cost, tokens."""

    token_reduction: int
    """How much less that is, per cent."""


@dataclass(frozen=True)
class FindMatch:
    """A place that matches."""

    id: str
    """The element, or the one that holds the text."""

    name: str
    """Its name; of a text, the part around what was looked for."""

    path: List[str]
    """What it stands in, outermost first: landmarks, forms, dialogs, frames."""

    place: str
    """`in view`, `2.3 screens below`, and `covered` where something is over it."""

    role: str
    """What it is: `button`, `text`."""

    beside: str = ""
    """What the row or card that it is in begins with."""

    matched: str = ""
    """What is there, around the match."""

    matched_in: str = ""
    """Where in it the match is, when not in its name: `value`, `text`, `option`, `note`, or an
    attribute.
    """

    under: str = ""
    """The heading above it."""


@dataclass(frozen=True)
class FindResult:
    """What was found."""

    hidden: int
    """How many more match where nobody can see them: closed menus, hidden parts."""

    left_out: int
    """How many of them are on later pages."""

    matches: List[FindMatch]
    """Those that are told."""

    text: str
    """The answer as lines for a model."""

    tokens: int
    """Its estimated tokens, not more than the budget."""

    total: int
    """How many places match."""

    hidden_in: List[HiddenMatches] = field(default_factory=list)
    """Where these are, the places that hold most of them first."""


@dataclass(frozen=True)
class HandedOver:
    """A tab that was in its person's hands."""

    resumed: bool
    """The person is done with it."""

    url: str
    """Where it is now."""


@dataclass(frozen=True)
class HiddenMatches:
    """Matches that nobody can see, in one place."""

    count: int
    """How many."""

    place: str
    """What that is, or the container that they are in; empty for the page itself."""

    opener: Optional[str] = None
    """The control that shows them, where the page says so."""


@dataclass(frozen=True)
class Identified:
    """An element that another tool named."""

    hidden: bool
    """It, and all that is in it, cannot be seen: no observation shows it."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    operable: bool
    """It is found to be operable."""

    role: str
    """Its role."""

    tag: str
    """Its tag."""


@dataclass(frozen=True)
class ItemInfo:
    """An item of a storage."""

    characters: int
    """How long the value is."""

    name: str
    """Its key."""

    value: Optional[str] = None
    """Its value, where that was asked for."""


@dataclass(frozen=True)
class ItemList:
    """Items of a storage."""

    origin: str
    """Whose they are."""

    changed: bool = False
    """It was changed."""

    items: Optional[List[ItemInfo]] = None
    """What is there."""


@dataclass(frozen=True)
class KeptState:
    """What was done with a storage state."""

    cookies: int
    """How many cookies it has; where it was loaded, how many of them the browser has now."""

    databases: int
    """How many databases it has."""

    origins: List[str]
    """The origins of which it has something."""

    deleted: bool = False
    """It was deleted."""

    encrypted: Optional[bool] = None
    """Whether it is encrypted on the disk."""

    file: Optional[str] = None
    """Where it is, if that is a file."""

    left_out: List[StorageGap] = field(default_factory=list)
    """What could not be saved or set."""

    name: Optional[str] = None
    """What it is called, if it has a name."""

    states: Optional[List[SavedState]] = None
    """Those that have a name, where these were asked for."""


class Launch(TypedDict, total=False):
    """The flags about the browser. What is not given is the running session's, or the default."""
    # Give Chromium one more argument; may be repeated.
    args: Sequence[str]
    # Ask the WebDriver server of `engine` for a browser with these capabilities, as JSON:
    # '{"browserName": "chrome"}', or with alwaysMatch and firstMatch; @FILE reads them from a file.
    # They are never shown. Where they are not given a Chrome is asked for, by `headed` and
    # `chrome_arg`.
    capabilities: str
    # Use a browser that runs already, with all your logins: http://HOST:PORT, ws://..., https://,
    # wss:// or auto; @FILE reads it from the first line of a file. The address of a page
    # (ws://HOST:PORT/devtools/page/ID) attaches to that page. A token in path or query, or a name
    # and password before the host, are sent and never shown. Should the connection to it break, the
    # next call makes it again and goes on in the same tab.
    cdp: str
    # Also trust the certificates in this file (PEM) when the server of `cdp` or `engine` is reached
    # by TLS, beside those that this system trusts.
    cdp_ca: str
    # Send this header to the server of `cdp` or `engine`, such as 'Authorization: Bearer TOKEN';
    # may be repeated; @FILE reads a line each from a file. It goes to that server only, and is
    # never shown.
    cdp_header: Sequence[str]
    # Reach the server of `cdp` or `engine` through this HTTP proxy (by CONNECT): http://HOST:PORT,
    # with USER:PASS@ before the host where it wants them; @FILE reads it from a file. Where nothing
    # is said, https:// and wss:// go through the one that HTTPS_PROXY names, but for this machine
    # and the hosts in NO_PROXY.
    cdp_proxy: str
    # Save downloads in this directory, rather than in one that is gone with the session.
    downloads: str
    # Have the session's browser made or reached there, instead of started here:
    # webdriver+http://HOST:PORT (chromedriver, Selenium Grid 4), which makes one for the session
    # and ends it with that; cdp+wss://... (a service that gives a browser to each connection); or
    # local. ,max=N behind it: it may have so many sessions at once, and others wait. May be
    # repeated: sessions are spread. A name and password before the host, or a token in path or
    # query, are sent and never shown; @FILE reads all from a file, apart by blanks.
    engine: Sequence[str]
    # Start this browser.
    executable: str
    # Show the browser's window.
    headed: bool
    # Send this header with the pages' requests to one origin, that of the first address opened; or
    # to the servers named before it: 'api.example.com=NAME: VALUE' (by https),
    # 'http://HOST:PORT=...', '*.example.com=...', '*=...'; may be repeated; @FILE reads a line each
    # from a file, which is not in the list of processes. Redirects to other origins and WebSockets
    # do not carry it.
    header: Sequence[str]
    # Answer a login by HTTP (Basic, Digest) with this name and password; @FILE reads them from the
    # first line of a file. They go to one origin only: the one of `http_auth_origin`, else that of
    # the first address opened. What stands in the environment or in a file is not in the list of
    # processes.
    http_auth: str
    # The origin that `http_auth` is for, such as `https://intranet.example`.
    http_auth_origin: str
    # Never show what fields hold whose name, id, autocomplete or label matches this, with * for any
    # text, such as 'iban*'; may be repeated. Fields for passwords, PINs, codes, cards, keys and
    # tokens are hidden anyway, by their type, autocomplete or what they are called.
    mask: Sequence[str]
    # Keep cookies and logins in this profile directory, shared by all its sessions; forget them
    # otherwise.
    profile: str
    # Reach the network through this proxy: http://, https:// or socks5://HOST:PORT; @FILE reads it
    # from a file. This machine's own addresses are reached without it, see `proxy_bypass`.
    proxy: str
    # Answer the proxy's question for a login with this name and password; @FILE reads them from the
    # first line of a file. What stands in the environment or in a file is not in the list of
    # processes.
    proxy_auth: str
    # Reach these hosts without the proxy: '*.local, 10.0.0.0/8'; <-loopback> has this machine's own
    # addresses go through it.
    proxy_bypass: str
    # Store a secret for fields: fill e3 '{{secret:NAME}}' writes it, on pages of these origins
    # only, and no answer has it. NAME@ORIGIN=@FILE reads it from the first line of a file; commas
    # part several origins; may be repeated.
    secret: Sequence[str]
    # Begin with this saved state (domtool state): a name, or a file by a path with a / in it or one
    # that ends in .json. It is only loaded: what the session changes is saved by `state save`
    # alone.
    state: str
    # Store what makes one-time codes (RFC 6238), a key in base 32 or an otpauth:// address: fill e4
    # '{{totp:NAME}}' writes the code of the moment. Otherwise as `secret`.
    totp: Sequence[str]
    # The size of the page's window in CSS pixels, such as 1280x800.
    window: Sequence[int]
    # How to talk to a browser that is started: cbor is the fastest, json is for finding faults.
    wire: WireName


@dataclass(frozen=True)
class LeftOut:
    """How many lines of a view, changes of a diff or blocks of Markdown had no room, by kind.

    ``` let nothing = domtool_page::view::LeftOut::default(); assert_eq!((nothing.total(),
    nothing.to_string().as_str()), (0, "nothing")); ```
    """

    buttons: int = 0
    """Buttons."""

    controls: int = 0
    """Anything else that can be operated: tabs, options, menu items, what has a listener."""

    fields: int = 0
    """What takes a value or a choice: text boxes, check boxes, selects, sliders."""

    headings: int = 0
    """Headings."""

    images: int = 0
    """Images, drawings, videos and sounds."""

    links: int = 0
    """Links."""

    others: int = 0
    """The lines of what holds others: landmarks, lists, tables, frames."""

    rows: int = 0
    """Rows of tables that are one line each. The parts of other rows are counted by themselves."""

    texts: int = 0
    """Texts."""


@dataclass(frozen=True)
class Locators:
    """How other tools find an element."""

    backend_node_id: int
    """Its backend node id, unique in the process of its frame."""

    closed: bool
    """Whether it, or a frame around it, is in a closed shadow root."""

    css: List[str]
    """CSS selectors, one for its document and each shadow root that it is in. Empty where no
    selector leads to it.
    """

    frames: List[List[str]]
    """The selectors of the frame elements around it, the outermost first, each a list of steps
    like `css`.
    """

    name: str
    """Its name."""

    role: str
    """Its role."""

    playwright: Optional[str] = None
    """An expression of Playwright, on a `page`; none where Playwright cannot reach it."""

    xpath: Optional[str] = None
    """Its XPath in its frame; none in a shadow root."""


@dataclass(frozen=True)
class LongFrames:
    """Frames that took 50 ms or more to be made, and where their time went."""

    count: int
    """How many."""

    forced_layout_ms: float
    """Of that, in layout and styles that the scripts forced, as by reading `offsetHeight` after
    a change.
    """

    rendering_ms: float
    """After the scripts: animation callbacks, styles, layout, paint."""

    scripts_ms: float
    """In scripts that took 5 ms or more."""


@dataclass(frozen=True)
class LongTasks:
    """Tasks of the main thread that took 50 ms or more."""

    count: int
    """How many."""

    longest_ms: float
    """How long the longest took."""

    total_ms: float
    """How long all of them took."""


@dataclass(frozen=True)
class MainThreadWork:
    """What the main thread did in a while."""

    layout_ms: float
    """How long that took."""

    layouts: int
    """How often the page was laid out."""

    ms: float
    """How long the while was."""

    scripts_ms: float
    """How long scripts ran."""

    style_ms: float
    """How long that took."""

    style_recalcs: int
    """How often styles were computed anew."""


@dataclass(frozen=True)
class Message:
    """A text that a person would have noticed."""

    gone: bool
    """Whether it is gone from the page again."""

    kind: MessageKind
    """`error`, `success` or `plain`, by its class names, its colours and its words."""

    ms: int
    """When it appeared, milliseconds after the action began."""

    text: str
    """What it says."""


# What a message is about.
MessageKind = Literal[
    "plain",
    "success",
    "error",
]


@dataclass(frozen=True)
class NodeSummary:
    """An element of an observation."""

    id: str
    """Its id."""

    in_view: bool
    """Whether it is in view, at least in part."""

    name: str
    """Its name."""

    role: str
    """Its role."""

    rect: Optional[Rect] = None
    """Its box in CSS pixels of the top viewport; `None` when it has none."""


@dataclass(frozen=True)
class Observation(Findable["NodeSummary"]):
    """An observation as one object."""

    elements: List[NodeSummary]
    """The elements that have an id in the text."""

    hash: str
    """A hash of what the options select of the page. It is equal while that does not change."""

    text: str
    """The text, or the JSON, as `format` says."""

    title: str
    """The title."""

    tokens: int
    """An estimate that is never under what `o200k_base` counts."""

    url: str
    """The address."""

    filtered: Optional[Filtered] = None
    """What a query left of the page, where there was one."""

    picture: Optional[Picture] = None
    """The picture that was written, where one came along."""

    scrolled: Optional[Scrolled] = None
    """What came of scrolling through, where that was asked for."""

    stats: Optional[Stats] = None
    """What it was made of and what it cost, where the caller asked for that."""


@dataclass(frozen=True)
class Coverer:

    what: str
    """Its role and name."""

    id: Optional[str] = None
    """Its element id, where it has one."""


@dataclass(frozen=True)
class Obstacle:
    """What stood in the way, as data."""

    coverer: Optional[Coverer] = None
    """The element that would get the input instead."""

    options: Optional[List[str]] = None
    """The options that the select offers."""

    invalid: Optional[List[str]] = None
    """The fields at which validation stopped the form, each with the browser's message."""

    holds: Optional[str] = None
    """What the field holds now."""

    now: Optional[str] = None
    """What is in the place of the element now."""

    dialog: Optional[str] = None
    """The dialog's text."""

    instead: Optional[Report] = None
    """The whole report of an action that did not bring what was expected."""


@dataclass(frozen=True)
class Opened:
    """What an action opened."""

    kind: str
    """Its role: `dialog`, `menu`, `listbox`...; `list` for a box of suggestions without one."""

    options: List[Target]
    """What can be chosen or operated in it, at most 20."""

    id: Optional[str] = None
    """Its id, when it has one."""

    more: int = 0
    """How many more it has than `options` lists."""

    name: str = ""
    """Its name."""


@dataclass(frozen=True)
class PageStats:
    """How a page has performed since its document began.

    Times of events count from that beginning. It covers the main frame and the frames that
    share its renderer process; frames with a process of their own are counted in
    `other_frames` and nowhere else.
    """

    age_ms: float
    """How long ago the document began, milliseconds in JSON, as all times here."""

    documents: int
    """Documents that it holds."""

    dom_nodes: int
    """Nodes that the renderer process holds, those of documents that are gone and not yet freed
    among them.
    """

    heap_total_bytes: int
    """Bytes of the heap of scripts."""

    heap_used_bytes: int
    """Bytes of the heap of scripts that are in use."""

    listeners: int
    """Listeners that scripts have added."""

    long_frames: LongFrames
    """Frames that took 50 ms or more to be made. Of a document the first 200 are known."""

    long_tasks: LongTasks
    """Tasks of the main thread that took 50 ms or more. Of a document the first 200 are known."""

    observed: MainThreadWork
    """What the main thread did while the page was observed. The observation is part of it."""

    other_frames: int
    """Frames with a process of their own, of which nothing is told here."""

    dom_content_loaded_ms: Optional[float] = None
    """When the handlers of `DOMContentLoaded` were done."""

    first_contentful_paint_ms: Optional[float] = None
    """When text or an image was painted first."""

    first_paint_ms: Optional[float] = None
    """When anything was painted first."""

    largest_contentful_paint_ms: Optional[float] = None
    """When the largest text or image so far was painted."""

    load_ms: Optional[float] = None
    """When the handlers of `load` were done."""


@dataclass(frozen=True)
class Picture:
    """A picture that was written."""

    file: str
    """Where it is."""

    height: int
    """Its height in pixels."""

    marks: int
    """How many ids are drawn on it."""

    width: int
    """Its width in pixels."""

    left_out: int = 0
    """How many parts of it are painted over, as the page asks AI not to read them
    (`data-no-ai`).
    """


@dataclass(frozen=True)
class Rect:
    """A rectangle: left, top, width, height."""

    h: float
    """Height, never negative."""

    w: float
    """Width, never negative."""

    x: float
    """Left."""

    y: float
    """Top."""


@dataclass(frozen=True)
class Report:
    """What one action did. An action that failed gives an `Error` in its place."""

    action: ActionKind
    """What was done; in JSON its name, such as `click`."""

    diff: str
    """What changed in the view: lines that came (`+`), went (`-`) or changed (`~`); or one line
    that says why there are none. Of a new page it is the page, where `new_page` says so.
    """

    effects: Effects
    """What it caused."""

    ms: int
    """Milliseconds from the call to the report."""

    ok: bool
    """Whether the action worked. A report that an error carries (`Instead`) may say `false`."""

    still: List[str]
    """What still runs when the wait for the page ended: requests, loading, animations. Empty
    when the page has come to rest.
    """

    verification: Verification
    """Whether what was asked for is now so."""

    loading: List[str] = field(default_factory=list)
    """What a page that was just opened still loads, though it can be used: `script
    cdn.example/x.js`, `2 images`. A later call's news says when it has come.
    """

    news: List[str] = field(default_factory=list)
    """What happened between the call before and this action, one line each: late messages,
    errors, outcomes of what still ran. Each caller gets each line once.
    """

    target: Optional[Target] = None
    """The element that it was done to, as it was before."""


@dataclass(frozen=True)
class RequestInfo:
    """A request of a page."""

    method: str
    """`GET`, `POST`..."""

    type: str
    """The type of the resource as the protocol has it, in lower case: `document`, `xhr`,
    `fetch`, `script`, `image`, `websocket`...
    """

    url: str
    """Its address; values that look like tokens are replaced by `…`."""

    status: Optional[int] = None
    """The HTTP status of the answer; `None` while it runs, or when it failed without one."""

    aborted: bool = False
    """The page cancelled it before it was answered. That is no failure."""

    failure: Optional[str] = None
    """Why it failed, where it did."""


@dataclass(frozen=True)
class RequestLog:
    """Requests of a tab, oldest first."""

    left_out: int
    """How many more there are, all older."""

    requests: List[RequestInfo]
    """The requests. Of one that was redirected each hop is listed."""


@dataclass(frozen=True)
class Rounds:
    """How often the steps of a batch were repeated, and what ended that."""

    done: int
    """How often all of them were done; 0 where it was so before."""

    met: Optional[str] = None
    """What came to be so, as it is parsed."""


@dataclass(frozen=True)
class SavedFile:
    """A file that was written."""

    bytes: int
    """How large it is."""

    file: str
    """Where it is."""


@dataclass(frozen=True)
class SavedState:
    """A state that has a name."""

    bytes: int
    """How large it is."""

    encrypted: bool
    """Whether it is encrypted."""

    name: str
    """Its name."""

    saved: int
    """When it was saved, in seconds since 1970."""


# Why scrolling through stopped.
ScrollEnd = Literal[
    "end",
    "steps",
    "time",
]


@dataclass(frozen=True)
class Scrolled:
    """What came of scrolling through."""

    back: bool
    """Whether it is back where it was."""

    ended: ScrollEnd
    """Why it stopped."""

    gone: int
    """How many of them are not in the page any more: the list recycles its rows."""

    loaded: int
    """How many elements there are more than before."""

    rows: List[str]
    """Rows of the list, in the order in which they were seen."""

    steps: int
    """Screens scrolled."""


@dataclass(frozen=True)
class SessionInfo:
    """A session, as `domtool sessions` lists it."""

    browser: str
    """The browser's version."""

    launch: Launch
    """How it was started."""

    name: str
    """Its name."""

    tabs: List[TabInfo]
    """Its tabs."""

    broken: bool = False
    """The connection to its browser broke; the next call makes it again."""

    lost: Optional[str] = None
    """Why it is no more."""


@dataclass(frozen=True)
class SessionList:
    """All sessions."""

    sessions: List[SessionInfo]
    """In the order of their names."""


@dataclass(frozen=True)
class StateChange:
    """A part of an element's state that is another now."""

    name: str
    """`expanded`, `checked`, `selected`, `pressed`, `value`, `open`..."""

    now: str
    """What it is now; empty where it has none."""

    was: str
    """What it was; empty where it had none."""


@dataclass(frozen=True)
class Stats:
    """What an observation was made of and what it cost. Times differ from run to run; all else
    is the page's.
    """

    asked: int
    """Nodes that Chrome was asked to name."""

    bytes: int
    """How many bytes the browser sent for the snapshot."""

    frames: int
    """Frames that were read."""

    gaps: int
    """Parts of the page that could not be read."""

    left_out: LeftOut
    """What had no room in the budget, by kind."""

    nodes: int
    """Nodes of all frames and shadow trees."""

    phases: Dict[str, float]
    """Each phase with the milliseconds that it took, in order."""

    tiers: Tiers
    """How many nodes there are of each tier."""

    truncated: bool
    """Whether something had none."""

    page: Optional[PageStats] = None
    """How the page itself has performed, where `Page` asked for that."""

    tokens: List[List[str]] = field(default_factory=list)
    """About how many tokens the lines of each kind take, in the tree; empty in other formats."""


@dataclass(frozen=True)
class Stopped:
    """Why a batch ended before its end."""

    at: int
    """The action that failed, or that was not begun, from 1."""

    why: str
    """In a sentence."""

    error: Optional[Error] = None
    """How it failed; `None` when the action before it made it doubtful."""


# A place where sites keep something.
StorageArea = Literal[
    "cookies",
    "local",
    "session",
    "indexed_db",
    "files",
    "credentials",
]


@dataclass(frozen=True)
class StorageGap:
    """Something that was not saved, or not set."""

    area: StorageArea
    """Where it is kept."""

    origin: str
    """Whose it is, such as `https://example.com`; the domain of cookies; empty for what belongs
    to no origin.
    """

    reason: StorageGapReason
    """Why."""

    count: Optional[int] = None
    """How many records or items."""

    kind: Optional[str] = None
    """The kind of value that JSON has no form for, such as `Blob` or `CryptoKey`."""

    name: str = ""
    """The database and its object store, or the key; empty for all of the area."""


# Why something was left out.
StorageGapReason = Literal[
    "no_form",
    "too_large",
    "other_tab",
    "unreadable",
    "not_shown",
    "unsupported",
    "expired",
    "not_kept",
]


@dataclass(frozen=True)
class TabInfo:
    """A tab of a session."""

    active: bool
    """Whether actions go to it."""

    number: int
    """Its number in the session, from 1; never reused."""

    title: str
    """Its title."""

    url: str
    """Its address."""

    attached: bool = False
    """Whether it is a person's, which the session took (`attach`) or which such a tab opened:
    closing it here only gives it back.
    """


@dataclass(frozen=True)
class TabList:
    """The tabs of a session."""

    tabs: List[TabInfo]
    """In the order of their numbers."""

    available: Optional[List[AvailableTab]] = None
    """All tabs of the browser, where these were asked for."""


@dataclass(frozen=True)
class TableCell:
    """What stands in a place of a row."""

    text: str
    """What it says; of a field its value."""

    header: str = ""
    """What its column is called."""


@dataclass(frozen=True)
class TableData(Rows["TableRow"]):
    """A table, or a list."""

    id: str
    """Its id."""

    rows: List[TableRow]
    """Its rows, all that the page holds."""

    text: str
    """Its rows as lines for a model, as many as the budget has room for."""

    headers: List[str] = field(default_factory=list)
    """What its columns are called, in order; nothing where it has no headers."""

    name: str = ""
    """Its name."""

    total: Optional[int] = None
    """How many rows it has as the page says, where it holds a part of them: scrolling or its own
    pages bring others.
    """


@dataclass(frozen=True)
class TableElement:
    """Something in a row that can be operated."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    role: str
    """What it is: `button`, `checkbox`."""

    checked: Optional[bool] = None
    """Whether it is ticked or pressed, where it can be."""

    column: str = ""
    """What its column is called."""

    value: Optional[str] = None
    """What it holds."""


@dataclass(frozen=True)
class TableRow(Cells["TableElement"]):
    """A row of a table, or an item of a list."""

    cells: List[TableCell]
    """Its cells, one a column."""

    elements: List[TableElement]
    """What can be operated in it, in order."""

    id: str
    """Its id."""


@dataclass(frozen=True)
class Target:
    """An element, with the role and name that it had then."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    role: str
    """Its role."""


@dataclass(frozen=True)
class Tiers:
    """Nodes by tier."""

    interactive: int
    """Without one, but operable."""

    semantic: int
    """With a role that means something, or text that a person reads."""

    structural: int
    """The rest."""


@dataclass(frozen=True)
class Verification:
    """Whether what was asked for is so, and what the page says about it."""

    evidence: Evidence
    """What speaks for it. What speaks against it is in `errors` here, and in `still`."""

    feedback: str
    """One sentence for a model."""

    passed: bool
    """Whether it is so."""

    errors: List[str] = field(default_factory=list)
    """What the page says is wrong since: alerts, error messages, fields that became invalid,
    refused requests.
    """

    expected: Optional[str] = None
    """What was expected, in the words of `Expect`: what the caller said, or what a click on a
    link is for.
    """

    met: Optional[str] = None
    """Which of the expected outcomes came."""

    successes: List[str] = field(default_factory=list)
    """What the page says went well since."""


# The ways to talk to a browser.
WireName = Literal[
    "cbor",
    "json",
    "websocket",
]


__all__ = [
    "ActionKind",
    "AvailableTab",
    "Batch",
    "ChooserInfo",
    "ClosedSessions",
    "CookieInfo",
    "CookieList",
    "DialogInfo",
    "DialogKind",
    "Dispatched",
    "DownloadInfo",
    "DownloadState",
    "Effects",
    "EffectsLeftOut",
    "Error",
    "ErrorCode",
    "Evaluated",
    "Evidence",
    "Filtered",
    "FindMatch",
    "FindResult",
    "HandedOver",
    "HiddenMatches",
    "Identified",
    "ItemInfo",
    "ItemList",
    "KeptState",
    "Launch",
    "LeftOut",
    "Locators",
    "LongFrames",
    "LongTasks",
    "MainThreadWork",
    "Message",
    "MessageKind",
    "NodeSummary",
    "Observation",
    "Coverer",
    "Obstacle",
    "Opened",
    "PageStats",
    "Picture",
    "Rect",
    "Report",
    "RequestInfo",
    "RequestLog",
    "Rounds",
    "SavedFile",
    "SavedState",
    "ScrollEnd",
    "Scrolled",
    "SessionInfo",
    "SessionList",
    "StateChange",
    "Stats",
    "Stopped",
    "StorageArea",
    "StorageGap",
    "StorageGapReason",
    "TabInfo",
    "TabList",
    "TableCell",
    "TableData",
    "TableElement",
    "TableRow",
    "Target",
    "Tiers",
    "Verification",
    "WireName",
]
