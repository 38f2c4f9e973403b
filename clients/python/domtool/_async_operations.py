"""Every operation as a method that is awaited."""

# Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.

from __future__ import annotations

from typing import Any, Dict, Literal, Optional, Sequence, Type, TypeVar

from ._steps import Step
from ._types import Batch, ClosedSessions, CookieList, Evaluated, FindResult, HandedOver, Identified, ItemList, KeptState, Locators, Observation, Picture, Report, RequestLog, SavedFile, SessionList, TabList, TableData

T = TypeVar("T")


class AsyncOperations:
    """Every operation as a method that is awaited.

    expect: What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT,
    value:TEXT, state:checked, any_change, no_change; join several with " or ".
    EXPECTATION_FAILED when none comes.

    within: How long that is waited for, in seconds; 2 by default.

    quiet: Leave the diff out of reports.

    timeout: How long the whole call may take, in seconds, from its arrival to the answer.
    """

    async def _call(
        self, op: str, answer: Type[T], args: Dict[str, Any], call: Dict[str, Any]
    ) -> T:
        raise NotImplementedError

    async def open(
        self,
        url: str,
        *,
        colors: Optional[Literal["light", "dark", "system"]] = None,
        device: Optional[str] = None,
        geolocation: Optional[str] = None,
        locale: Optional[str] = None,
        offline: Optional[bool] = None,
        reduced_motion: Optional[bool] = None,
        scale: Optional[float] = None,
        time_zone: Optional[str] = None,
        touch: Optional[bool] = None,
        user_agent: Optional[str] = None,
        viewport: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Open an address in the current tab, and see it. Starts the session if there is none.

        A host alone gets https:// (http:// on this machine); the path of a local file is
        opened as a file.

        url: The address, or the path of a local file.

        colors: The colours that a person prefers.

        device: A device: small-phone, phone, large-phone, phone-landscape, small-tablet,
        tablet, tablet-landscape, laptop, laptop-hidpi, desktop.

        geolocation: Where the device is, in degrees north and east, such as 48.2,16.4; pages
        may ask for it then.

        locale: A language such as de-AT; an empty one is the system's.

        offline: Whether there is no network.

        reduced_motion: Whether a person prefers less motion.

        scale: Device pixels a CSS pixel.

        time_zone: A time zone such as Europe/Vienna; an empty one is the system's.

        touch: A touch screen, on or off: clicks are taps.

        user_agent: The user agent; an empty one is the browser's own.

        viewport: The size of the viewport in CSS pixels, such as 390x844.
        """
        return await self._call(
            "open",
            Report,
            {
                "url": url,
                "colors": colors,
                "device": device,
                "geolocation": geolocation,
                "locale": locale,
                "offline": offline,
                "reduced_motion": reduced_motion,
                "scale": scale,
                "time_zone": time_zone,
                "touch": touch,
                "user_agent": user_agent,
                "viewport": viewport,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def observe(
        self,
        url: Optional[str] = None,
        *,
        budget: Optional[int] = None,
        diff: Optional[bool] = None,
        enrich: Optional[Literal["auto", "full", "none"]] = None,
        expand: Optional[Sequence[str]] = None,
        format: Optional[Literal["tree", "markdown", "json", "semantic", "skeleton", "hybrid", "full", "auto"]] = None,
        frame: Optional[str] = None,
        if_changed: Optional[str] = None,
        marks: Optional[bool] = None,
        page: Optional[int] = None,
        picture: Optional[str] = None,
        query: Optional[str] = None,
        scroll: Optional[int] = None,
        selector: Optional[str] = None,
        stats: Optional[Literal["look", "page"]] = None,
        under: Optional[str] = None,
        viewport: Optional[bool] = None,
        with_: Optional[Sequence[Literal["backend", "box", "tier", "why", "xpath", "landmarks"]]] = None,
        within: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Observation:
        """See the page as text: one line an element, with ids to act on.

        Ids such as e12 stay the same as long as their element is there, and are never given
        to another one. With an address or a file, it is opened first.

        budget: The most tokens that it may take; 0 for no limit.

        diff: Only what changed since the last observation.

        enrich: Whether Chrome is asked for names and roles that domtool is not sure of.

        expand: Open the fold with this id; may be repeated.

        format: How it is written.

        frame: Only the document in this frame, by its iframe.

        if_changed: Only if something is not as it was: since you last looked, or since an
        observation with this hash. With it the hash is told; without a change the answer is
        "nothing changed".

        marks: Save a picture too, with the ids drawn on it.

        page: Which page of a long observation, from 1.

        picture: Where a picture is written: PNG, or what its name says (.jpg, .webp).

        query: What you look for, in words: of a large page only what is about it is shown,
        and what is left out is said.

        scroll: Scroll through the page first, so many screens at most, and back: for what
        loads on the way.

        selector: Only the first visible match of this CSS selector; with frame, in that
        frame. Each shadow root, closed or not, is matched on its own.

        stats: End with what it was made of and what each phase took; with `page` also with
        how the page itself has performed: long tasks, scripts, layout, paints, memory.

        under: Only what is below this element.

        url: Open this address or file first.

        viewport: Only what is in view.

        with_: What to add to each node.

        within: With `scroll`: the list to scroll through, or something in it.
        """
        return await self._call(
            "observe",
            Observation,
            {
                "budget": budget,
                "diff": diff,
                "enrich": enrich,
                "expand": expand,
                "format": format,
                "frame": frame,
                "if_changed": if_changed,
                "marks": marks,
                "page": page,
                "picture": picture,
                "query": query,
                "scroll": scroll,
                "selector": selector,
                "stats": stats,
                "under": under,
                "url": url,
                "viewport": viewport,
                "with": with_,
                "within": within,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def find(
        self,
        text: str,
        *,
        budget: Optional[int] = None,
        page: Optional[int] = None,
        under: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> FindResult:
        """Find a text anywhere on the page: ids, what they are, where they stand.

        Names, texts, values, options and attributes are searched, in every frame, also what
        observe folds or cuts. Case and white space do not matter; between slashes it is a
        regular expression. The best matches come first.

        text: The text, or /expression/ (or /expression/i).

        budget: The most tokens that the answer may take; 0 for no limit.

        page: Which page of the matches, from 1.

        under: Only below this element.
        """
        return await self._call(
            "find",
            FindResult,
            {
                "text": text,
                "budget": budget,
                "page": page,
                "under": under,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def read(
        self,
        url: Optional[str] = None,
        *,
        budget: Optional[int] = None,
        expand: Optional[Sequence[str]] = None,
        page: Optional[int] = None,
        under: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Observation:
        """Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to
        click, as in `[Cart](e4)`.

        A PDF gives its text. What can only be operated is left out, and counted: `observe`
        shows it. A navigation of many links is one line that `expand` opens. Long pages come
        in pages; the last line says which one goes on.

        budget: The most tokens that one page may take; 0 for no limit.

        expand: Show the links of the navigation with this id; may be repeated.

        page: Which page of a long text, from 1.

        under: Only what is below this element.

        url: Open this address or file first.
        """
        return await self._call(
            "read",
            Observation,
            {
                "budget": budget,
                "expand": expand,
                "page": page,
                "under": under,
                "url": url,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def table(
        self,
        table: Optional[str] = None,
        *,
        budget: Optional[int] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> TableData:
        """Read a table as data: its rows, each with its id, its cells by header, and the ids of
        what can be operated in it.

        A list is one, too: an item a row. As JSON, and in the Python and TypeScript clients,
        all rows are there: for loops that need no model. Rows that scrolling or the page's
        own pages bring are not; `total` says that there are more where the page tells.

        budget: The most tokens of the lines that are printed; 0 for no limit.

        table: The table or list, or a part of the page that has one of them; else the one
        table of the page.
        """
        return await self._call(
            "table",
            TableData,
            {
                "budget": budget,
                "table": table,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def locate(
        self,
        id: str,
        *,
        as_: Optional[Literal["playwright", "css", "xpath", "json"]] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Locators:
        """Say how other tools find an element: as an expression of Playwright, a CSS selector or
        an XPath.

        Each was tried in the page and matches that element alone. In open shadow roots the
        steps of a CSS selector are joined by ` >>>> ` (Puppeteer's); nothing leads into a
        closed one.

        id: The element.

        as_: Only this one; all when left out.
        """
        return await self._call(
            "locate",
            Locators,
            {
                "id": id,
                "as": as_,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def id(
        self,
        *,
        css: Optional[str] = None,
        frame: Optional[str] = None,
        xpath: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Identified:
        """Give the id of the one element that a CSS selector or an XPath matches.

        One document is asked, the page's own unless a frame is named; CSS also matches in its
        shadow roots, closed ones too. Several matches are an error that lists them. What is
        hidden or not operable gets an id, too, and is said to be so.

        css: The CSS selector; ` >>>> ` leads on into a shadow root.

        frame: The frame element whose document it is in.

        xpath: The XPath.
        """
        return await self._call(
            "id",
            Identified,
            {
                "css": css,
                "frame": frame,
                "xpath": xpath,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def click(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        button: Optional[Literal["left", "middle", "right"]] = None,
        count: Optional[int] = None,
        hold: Optional[Sequence[Literal["alt", "control", "meta", "shift"]]] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Click an element with real mouse input, and report what that did.

        The click is sent only when it reaches the element: something in front gives COVERED
        and names it.

        id: The element.

        at: A point of the element instead of its middle, such as 30%,50% from its left and
        top: for canvases and sliders.

        button: Which mouse button.

        count: How many times in a row: 1, 2 or 3.

        hold: Keys to hold meanwhile.
        """
        return await self._call(
            "click",
            Report,
            {
                "id": id,
                "at": at,
                "button": button,
                "count": count,
                "hold": hold,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def double_click(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        hold: Optional[Sequence[Literal["alt", "control", "meta", "shift"]]] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Double-click an element with real mouse input, and report what that did

        id: The element.

        at: A point of the element instead of its middle, such as 30%,50%.

        hold: Keys to hold meanwhile.
        """
        return await self._call(
            "double-click",
            Report,
            {
                "id": id,
                "at": at,
                "hold": hold,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def right_click(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        hold: Optional[Sequence[Literal["alt", "control", "meta", "shift"]]] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Click an element with the right mouse button, to open the page's own context menu, and
        report what that did.

        The browser's own menu is not part of the page and is not told.

        id: The element.

        at: A point of the element instead of its middle, such as 30%,50%.

        hold: Keys to hold meanwhile.
        """
        return await self._call(
            "right-click",
            Report,
            {
                "id": id,
                "at": at,
                "hold": hold,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def hover(
        self,
        id: str,
        *,
        at: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Move the mouse onto an element, to open menus and hints that wait for it.

        The mouse stays there until the next action.

        id: The element.

        at: A point of the element instead of its middle, such as 30%,50%.
        """
        return await self._call(
            "hover",
            Report,
            {
                "id": id,
                "at": at,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def drag(
        self,
        id: str,
        onto: Optional[str] = None,
        *,
        at: Optional[str] = None,
        button: Optional[Literal["left", "middle", "right"]] = None,
        by: Optional[str] = None,
        from_: Optional[str] = None,
        hold: Optional[Sequence[Literal["alt", "control", "meta", "shift"]]] = None,
        path: Optional[str] = None,
        to_point: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Drag an element onto another, by an offset, to a place or along a path, and report who
        took it and where it stands.

        Works for the browser's own drag and drop (with the data that the page gives along)
        and for pages that follow the mouse: sliders, lists that are sorted, drawings. A drop
        that the target refuses gives NO_EFFECT.

        id: What is dragged.

        at: The point of the element it is dragged onto.

        button: Which mouse button is down: maps and drawings are often moved by the right or
        the middle one.

        by: So many CSS pixels right and down instead, such as 120,0 or -40,10.

        from_: The point of what is dragged where it is taken hold of, such as 10%,50% or (in
        pixels of its box) 4,20.

        hold: Keys to hold meanwhile.

        onto: Onto which element; leave it out for `by`, `to_point` or `path`.

        path: Way points in one press: 10%,80% or 30,40 (of the element's own box), e7,
        e7@10%,50%, by:40,0 or point:300,200.

        The button goes down at the first where that is of the element's own box, else at its
        middle, and comes up at the last, or at what `by`, `to_point` or another element says.

        to_point: To a place of the window, in CSS pixels from its left and top, whatever
        stands there.
        """
        return await self._call(
            "drag",
            Report,
            {
                "id": id,
                "at": at,
                "button": button,
                "by": by,
                "from": from_,
                "hold": hold,
                "onto": onto,
                "path": path,
                "to_point": to_point,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def fill(
        self,
        id: str,
        text: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Replace what a field holds, and check that it took it.

        Dates as YYYY-MM-DD, times as HH:MM, colours as #rrggbb, numbers (also of sliders) as
        digits. A field that refuses or changes the text gives VALUE_REJECTED with what it
        holds; one that only formats it (a phone number) says how. Code editors take it as a
        paste. The focus stays in it: a list of suggestions stays open and is told.

        id: The field.

        text: What it is to hold.
        """
        return await self._call(
            "fill",
            Report,
            {
                "id": id,
                "text": text,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def type(
        self,
        text: str,
        *,
        delay: Optional[int] = None,
        id: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Add text key by key at the end of a field, or where the focus is.

        For suggestions that open while a person types; `fill` is surer for everything else. A
        line break is Enter.

        text: The text.

        delay: Milliseconds between two keys, for pages that take only what comes slowly; 1000
        at most.

        id: The field; what has the focus when it is left out.
        """
        return await self._call(
            "type",
            Report,
            {
                "text": text,
                "delay": delay,
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def clear(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Empty a field, the way a person would.

        The report says what the field holds afterwards.

        id: The field.
        """
        return await self._call(
            "clear",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def press(
        self,
        keys: str,
        *,
        id: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Press keys and chords, on an element or where the focus is.

        Names as browsers have them (Enter, Tab, Escape, ArrowDown, PageDown, F5, a, Numpad5,
        ShiftRight), chords with +, several with spaces between. x3 after a key presses it
        three times, x3 held holds it down while it repeats. ControlOrMeta is Command on macOS
        and Control elsewhere.

        keys: The keys, such as "Control+A" or "ArrowDown x3 Enter".

        id: What gets the focus first; what has it when this is left out.
        """
        return await self._call(
            "press",
            Report,
            {
                "keys": keys,
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def select(
        self,
        id: str,
        options: Sequence[str],
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Choose options by label, value or #index (from 1): of a select box, a list, a menu, or
        what a combobox opens.

        A list that opens is opened, scrolled or searched for the option, and the choice is
        read back. Several replace what was chosen before, or are added where each opens the
        list anew. Where two groups have an option of one name, say "Group / Label". An
        unknown or disabled option gives OPTION_NOT_FOUND with what there is.

        id: The select box, list, combobox, or the button that opens the options.

        options: What to choose; exactly one unless it takes several.
        """
        return await self._call(
            "select",
            Report,
            {
                "id": id,
                "options": options,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def check(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Turn a checkbox, radio button or switch on.

        Does nothing when it is on already.

        id: It, or its label.
        """
        return await self._call(
            "check",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def uncheck(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Turn a checkbox or switch off.

        Does nothing when it is off already.

        id: It, or its label.
        """
        return await self._call(
            "uncheck",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def submit(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Send a form, the way a person would: with Enter in the field, or with the form's
        button.

        Where validation stops it, VALUE_REJECTED names the fields and what the page says of
        each. NO_EFFECT means that the page stopped it by itself.

        id: The form, or a field or button of it.
        """
        return await self._call(
            "submit",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def select_text(
        self,
        id: Optional[str] = None,
        *,
        nth: Optional[int] = None,
        phrase: Optional[str] = None,
        range: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Select text: a phrase, a range of characters, or all of an element or of the page

        id: The element; the page when it is left out.

        nth: Which of several such phrases, from 1.

        phrase: The words to select.

        range: Characters by number: the first, from 0, and the one after the last, such as
        0-10.
        """
        return await self._call(
            "select-text",
            Report,
            {
                "id": id,
                "nth": nth,
                "phrase": phrase,
                "range": range,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def copy(
        self,
        id: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Copy all of an element's text, or what is selected, with the chord that a person
        presses.

        Each session has a clipboard of its own: no other session pastes what this one copied.

        id: The element; what is selected when it is left out.
        """
        return await self._call(
            "copy",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def cut(
        self,
        id: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Cut all of a field's text, or what is selected, with the chord that a person presses

        id: The element; what is selected when it is left out.
        """
        return await self._call(
            "cut",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def paste(
        self,
        id: Optional[str] = None,
        *,
        text: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Paste a text, or what the session copied last, with the chord that a person presses.

        For pages that listen to pasting (tables, editors, one-time codes); `fill` is surer
        for plain fields.

        id: The field; what has the focus when it is left out.

        text: The text; what was copied last when it is left out.
        """
        return await self._call(
            "paste",
            Report,
            {
                "id": id,
                "text": text,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def upload(
        self,
        id: str,
        files: Sequence[str],
        *,
        drop: Optional[bool] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Give files to a file input, to the button that opens a file chooser, or (`drop`) to a
        place to drop them on.

        The files are looked at first: nothing is sent when one is missing. The report says
        what the page got, by name and size.

        id: The file input, the button, or the place to drop them on.

        files: The files; one folder for an input that takes a folder.

        drop: Drop them on it, as from the desktop.
        """
        return await self._call(
            "upload",
            Report,
            {
                "id": id,
                "files": files,
                "drop": drop,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def download(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Click what downloads a file, wait until it is whole, and say where it is.

        Files go to `downloads` DIR, or to a directory that is gone with the session; nothing
        is written over. What another action downloads is in its report.

        id: The link or button.
        """
        return await self._call(
            "download",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def scroll(
        self,
        id: Optional[str] = None,
        *,
        across: Optional[str] = None,
        pages: Optional[float] = None,
        pixels: Optional[str] = None,
        to: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Scroll the page or a scroll container, at once and to the pixel, and say how far it is
        then.

        One screen down, unless told otherwise. Where the page itself does not scroll, the box
        that holds its content does.

        across: To a share of the way to the right, such as 50%.

        id: The container, or something in it.

        pages: So many screens down; negative goes up.

        pixels: So many CSS pixels right and down, such as 0,400.

        to: To top, bottom, left, right, or a share of the way down such as 50%.
        """
        return await self._call(
            "scroll",
            Report,
            {
                "across": across,
                "id": id,
                "pages": pages,
                "pixels": pixels,
                "to": to,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def scroll_into_view(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Scroll every box and frame around an element as far as needed to bring it into view.

        Clicks and fills do this by themselves.

        id: The element.
        """
        return await self._call(
            "scroll-into-view",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def next_chunk(
        self,
        id: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Scroll on by one screen, and say which of how many it is.

        A tenth of the last screen stays in view. Where the page itself does not scroll, the
        box that holds its content does.

        id: A list or another container, or something in it; the page when left out.
        """
        return await self._call(
            "next-chunk",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def prev_chunk(
        self,
        id: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Scroll back by one screen, and say which of how many it is.

        A tenth of the last screen stays in view. Where the page itself does not scroll, the
        box that holds its content does.

        id: A list or another container, or something in it; the page when left out.
        """
        return await self._call(
            "prev-chunk",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def wheel(
        self,
        by: str,
        id: Optional[str] = None,
        *,
        at: Optional[str] = None,
        hold: Optional[Sequence[Literal["alt", "control", "meta", "shift"]]] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Turn the mouse wheel over an element, or over the middle of the page: for maps,
        drawings that zoom, and pages that scroll themselves.

        To scroll to the pixel use scroll.

        by: By how many CSS pixels, right and down, such as 0,300; negative is left and up.

        at: A point of that element instead of its middle, such as 30%,50%: maps zoom about
        it.

        hold: Keys to hold meanwhile: control zooms maps and drawings.

        id: What the mouse is over; the middle of the page when left out.
        """
        return await self._call(
            "wheel",
            Report,
            {
                "by": by,
                "at": at,
                "hold": hold,
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def send_click_event(
        self,
        id: str,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Send an element a click event by script, without a mouse: only for what no click
        reaches.

        The event is not trusted, and the page can tell; what must be clicked by a person may
        not happen. Use click otherwise.

        id: The element; it may be hidden or covered.
        """
        return await self._call(
            "send-click-event",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def highlight(
        self,
        id: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Mark an element for people who look on, until the next action or observation;
        screenshots show the mark.

        The browser paints it above the page, which knows nothing of it.

        id: The element; the mark is taken away when left out.
        """
        return await self._call(
            "highlight",
            Report,
            {
                "id": id,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def act(
        self,
        actions: Sequence[Step],
        *,
        at_most: Optional[int] = None,
        until: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Batch:
        """Do several actions, one after the other, as far as the page allows.

        One a line, as on the command line: fill e3 'Ada', or a JSON array of {"op": "fill",
        "id": "e3", "text": "Ada", "expect": "..."}. It stops at the first that fails, and
        where one made the next doubtful: a new page, a dialog, an element that is no longer
        what it was. The answer has a report for each that was done, and how many were not.
        The first may be open, and the last observe, find or read: the answer ends with that,
        where all went well. With `until` they are repeated until something is so, and the
        answer says how many rounds that took.

        actions: The actions; read from standard input when left out, or when it is a dash.

        at_most: The most rounds: 10, or this, as far as `timeout` lets them be done.

        until: Repeat them until this is so: appears:TEXT, appears:/PATTERN/, disappears:TEXT,
        url:GLOB, navigation, any_change or no_change; join several with " or ". What is so
        already needs no round.
        """
        return await self._call(
            "act",
            Batch,
            {
                "actions": actions,
                "at_most": at_most,
                "until": until,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def wait(
        self,
        *,
        at_least: Optional[int] = None,
        count: Optional[int] = None,
        gone: Optional[str] = None,
        id: Optional[str] = None,
        network: Optional[bool] = None,
        options: Optional[str] = None,
        text: Optional[str] = None,
        time: Optional[int] = None,
        url: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Wait until a text, an address, an element or options are there, a text is gone, or the
        network is quiet.

        Actions wait for what they cause by themselves; this is for what comes later. TIMEOUT
        after 30 s, or `timeout`.

        at_least: Until the text can be seen in so many places or more.

        count: Until the text can be seen in exactly so many places.

        gone: Until there is no such text any more, or nothing that matches.

        id: Until this element can be seen.

        network: Until no request has run for half a second; what the page asks for over and
        over does not count.

        options: Until this select, list or combobox has options to choose, other than what
        was typed.

        text: Until a person can see this text, anywhere in the page; between slashes it is a
        regular expression, as for find.

        time: For so many milliseconds, at most 60000. Nearly always one of the others is
        better.

        url: Until the address matches; * stands for anything.
        """
        return await self._call(
            "wait",
            Report,
            {
                "at_least": at_least,
                "count": count,
                "gone": gone,
                "id": id,
                "network": network,
                "options": options,
                "text": text,
                "time": time,
                "url": url,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def dialog(
        self,
        answer: Literal["accept", "dismiss"],
        text: Optional[str] = None,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Answer an open dialog of the page: alert, confirm, prompt, or the question before
        leaving.

        A page with an open dialog takes no other action; reports say when one opened, and its
        text.

        answer: OK or Cancel.

        text: What to write into a prompt.
        """
        return await self._call(
            "dialog",
            Report,
            {
                "answer": answer,
                "text": text,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def tab(
        self,
        what: Optional[Literal["list", "new", "switch", "close", "attach"]] = None,
        which: Optional[str] = None,
        *,
        all: Optional[bool] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> TabList:
        """List the session's tabs, open a new one, switch to one, close one, or take one that
        the person has open.

        In a browser that runs already (`cdp`), attach takes a tab of the person's, with its
        page as it is; closing it here only gives it back. Actions go to the current tab. A
        tab that the page opened is in the report of the action that did it.

        all: List all tabs of the browser, also those that are no session's and can be
        attached.

        what: What to do.

        which: The address for new, the tab's number for switch and close. For attach a number
        of list `all` or a part of the address, also with * for any text; nothing where only
        one is free.
        """
        return await self._call(
            "tab",
            TabList,
            {
                "all": all,
                "what": what,
                "which": which,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def back(
        self,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Go back to the page before this one in the tab's history"""
        return await self._call(
            "back",
            Report,
            {},
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def forward(
        self,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Go forward again in the tab's history, after back"""
        return await self._call(
            "forward",
            Report,
            {},
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def reload(
        self,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Load the page again; ids of the old document become STALE"""
        return await self._call(
            "reload",
            Report,
            {},
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def stop(
        self,
        *,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Stop loading the page. What has come so far stays and can be used.

        For a page that never ends loading; an address that has not answered is given up, and
        the page before it stays.
        """
        return await self._call(
            "stop",
            Report,
            {},
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def emulate(
        self,
        *,
        colors: Optional[Literal["light", "dark", "system"]] = None,
        device: Optional[str] = None,
        geolocation: Optional[str] = None,
        locale: Optional[str] = None,
        offline: Optional[bool] = None,
        reduced_motion: Optional[bool] = None,
        reset: Optional[bool] = None,
        scale: Optional[float] = None,
        time_zone: Optional[str] = None,
        touch: Optional[bool] = None,
        user_agent: Optional[str] = None,
        viewport: Optional[str] = None,
        expect: Optional[str] = None,
        within: Optional[float] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Report:
        """Make the current tab's pages believe in another device, person or place, until told
        otherwise.

        What is not named stays as it is; `reset` goes back to what the session began with.
        Tabs that its pages open believe the same.

        colors: The colours that a person prefers.

        device: A device: small-phone, phone, large-phone, phone-landscape, small-tablet,
        tablet, tablet-landscape, laptop, laptop-hidpi, desktop.

        geolocation: Where the device is, in degrees north and east, such as 48.2,16.4; pages
        may ask for it then.

        locale: A language such as de-AT; an empty one is the system's.

        offline: Whether there is no network.

        reduced_motion: Whether a person prefers less motion.

        reset: Undo what was said before.

        scale: Device pixels a CSS pixel.

        time_zone: A time zone such as Europe/Vienna; an empty one is the system's.

        touch: A touch screen, on or off: clicks are taps.

        user_agent: The user agent; an empty one is the browser's own.

        viewport: The size of the viewport in CSS pixels, such as 390x844.
        """
        return await self._call(
            "emulate",
            Report,
            {
                "colors": colors,
                "device": device,
                "geolocation": geolocation,
                "locale": locale,
                "offline": offline,
                "reduced_motion": reduced_motion,
                "reset": reset,
                "scale": scale,
                "time_zone": time_zone,
                "touch": touch,
                "user_agent": user_agent,
                "viewport": viewport,
            },
            {
                "expect": expect,
                "within": within,
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def screenshot(
        self,
        file: Optional[str] = None,
        *,
        full: Optional[bool] = None,
        longest_side: Optional[int] = None,
        marks: Optional[bool] = None,
        max_bytes: Optional[int] = None,
        of: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Picture:
        """Save a picture of the page, with the elements' ids drawn on it if wanted: PNG, or what
        the file's name says (.jpg, .webp)

        file: Where to write it.

        full: The whole page instead of what is in view.

        longest_side: The most pixels of its longer side; models take no more than about 1568.

        marks: Draw the ids of the elements in view.

        max_bytes: The most bytes of the file: its quality goes first, then its size.

        of: This element alone, also where it is out of view.
        """
        return await self._call(
            "screenshot",
            Picture,
            {
                "file": file,
                "full": full,
                "longest_side": longest_side,
                "marks": marks,
                "max_bytes": max_bytes,
                "of": of,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def pdf(
        self,
        file: Optional[str] = None,
        *,
        landscape: Optional[bool] = None,
        paper: Optional[Literal["a3", "a4", "a5", "letter", "legal"]] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> SavedFile:
        """Print the page into a PDF file, in the style that it has for paper.

        To read a PDF that a tab shows: read.

        file: Where to write it.

        landscape: Wider than high.

        paper: The size of a sheet; else what the page says, or A4.
        """
        return await self._call(
            "pdf",
            SavedFile,
            {
                "file": file,
                "landscape": landscape,
                "paper": paper,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def requests(
        self,
        address: Optional[str] = None,
        *,
        every_page: Optional[bool] = None,
        failed: Optional[bool] = None,
        most: Optional[int] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> RequestLog:
        """List the requests that the page made, its own document first: method, address, status
        or failure, type.

        What an action caused is in its report; this is for what a page does by itself, and
        for what failed earlier. Values in addresses that look like tokens are not shown.
        Bodies are not kept.

        address: Only addresses with this in them; * is anything.

        every_page: Also those of the pages that the tab showed before.

        failed: Only those that failed or were answered with an error.

        most: The most that are listed: the newest.
        """
        return await self._call(
            "requests",
            RequestLog,
            {
                "address": address,
                "every_page": every_page,
                "failed": failed,
                "most": most,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def eval(
        self,
        expression: str,
        *,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> Evaluated:
        """Evaluate a JavaScript expression in the page's main frame and print its value as JSON.

        Runs only with `allow_eval` (or DOMTOOL_ALLOW_EVAL=1): a script can do anything that
        the page can.

        expression: The expression; a promise is awaited.
        """
        return await self._call(
            "eval",
            Evaluated,
            {
                "expression": expression,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def state(
        self,
        what: Literal["save", "load", "list", "delete"],
        file: Optional[str] = None,
        *,
        encrypt: Optional[bool] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> KeptState:
        """Save what sites keep in the session (cookies, local and session storage, IndexedDB),
        or load it: logins last over sessions.

        A path has a / in it or ends in .json: that file is Playwright's storage state.
        Anything else is the name of a state that domtool keeps in a folder of this user's,
        encrypted where there is a key: DOMTOOL_STATE_KEY, or one that the system's keyring
        keeps. Either lets its holder in; no value of it is printed, and what could not be
        taken along is told. Read are the origins that the open tabs show or have in their
        history; session storage is that of the pages they show. What is loaded counts from
        the next page on: open or reload it.

        what: What to do.

        encrypt: Save only if it is encrypted: also a file, which only domtool can read then.

        file: The file (a path with a / in it, or that ends in .json), or the name of a state
        that domtool keeps.
        """
        return await self._call(
            "state",
            KeptState,
            {
                "what": what,
                "encrypt": encrypt,
                "file": file,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def cookies(
        self,
        what: Literal["get", "set", "clear"],
        name: Optional[str] = None,
        value: Optional[str] = None,
        *,
        domain: Optional[str] = None,
        expires: Optional[float] = None,
        http_only: Optional[bool] = None,
        path: Optional[str] = None,
        same_site: Optional[Literal["strict", "lax", "none"]] = None,
        secure: Optional[bool] = None,
        values: Optional[bool] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> CookieList:
        """List the session's cookies, set one, or clear them.

        A value may be a login: it is shown with `values` alone. Pages see a change with their
        next request.

        what: What to do.

        domain: Only those that this host gets; for set whose it is, with a dot in front also
        the hosts below: the host of the page, where none is given.

        expires: For set: when it ends, in seconds since 1970; with the browser, where none is
        given.

        http_only: For set: scripts do not see it.

        name: The cookie's name; for get and clear all, where none is given.

        path: For set: below which path it is sent.

        same_site: For set: whether it goes along with requests of other sites.

        secure: For set: it goes over TLS alone.

        value: The value to set.

        values: Show the values, which may let their reader in.
        """
        return await self._call(
            "cookies",
            CookieList,
            {
                "what": what,
                "domain": domain,
                "expires": expires,
                "http_only": http_only,
                "name": name,
                "path": path,
                "same_site": same_site,
                "secure": secure,
                "value": value,
                "values": values,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def storage(
        self,
        what: Literal["get", "set", "clear"],
        area: Literal["local", "session"],
        key: Optional[str] = None,
        value: Optional[str] = None,
        *,
        origin: Optional[str] = None,
        values: Optional[bool] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> ItemList:
        """List what an origin has in local or session storage, set an item, or clear it.

        A value may be a login: it is shown with `values` alone. Session storage belongs to a
        tab: it is that of the page which the current tab shows.

        what: What to do.

        area: Which of the two.

        key: The item's key; for get and clear all, where none is given.

        origin: The origin (SCHEME://HOST): that of the page, where none is given.

        value: The value to set.

        values: Show the values, which may let their reader in.
        """
        return await self._call(
            "storage",
            ItemList,
            {
                "what": what,
                "area": area,
                "key": key,
                "origin": origin,
                "value": value,
                "values": values,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def pause(
        self,
        *,
        message: Optional[str] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> HandedOver:
        """Hand the current tab over to the person, and wait until they say go on: by domtool
        resume, from another shell.

        For what only they can do: a login, a captcha, a payment. Only in a browser with a
        window (`headed`, `cdp`). Until then every action in that tab is TAB_PAUSED; it can be
        looked at. When `timeout` is over, or this call is ended, the tab stays theirs: call
        it again to wait on.

        message: What they are to do, for whoever looks at the session meanwhile.
        """
        return await self._call(
            "pause",
            HandedOver,
            {
                "message": message,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def resume(
        self,
        *,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> HandedOver:
        """Say that the person is done with the current tab, which domtool pause handed over to
        them: it is operated again.

        It is the person's to say: no tool of an agent's host does it, and nothing that a page
        does.
        """
        return await self._call(
            "resume",
            HandedOver,
            {},
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def sessions(
        self,
        *,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> SessionList:
        """List the sessions with their tabs, and those that were lost with their browser"""
        return await self._call(
            "sessions",
            SessionList,
            {},
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )

    async def close(
        self,
        *,
        all: Optional[bool] = None,
        quiet: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> ClosedSessions:
        """Close the session with its tabs; with `all` every session, the browsers and the
        daemon.

        A browser ends with its last session. What runs in the session is cut short.

        all: Every session, the browsers and the daemon.
        """
        return await self._call(
            "close",
            ClosedSessions,
            {
                "all": all,
            },
            {
                "quiet": quiet,
                "timeout": timeout,
            },
        )
