"""The actions that `act` takes, several in one call."""

# Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.

from __future__ import annotations

from typing import Literal, Sequence, TypedDict, Union


class _OpenStep(TypedDict):
    op: Literal["open"]
    url: str


class OpenStep(_OpenStep, total=False):
    """Open an address in the current tab, and see it. Starts the session if there is none."""
    # The colours that a person prefers.
    colors: Literal["light", "dark", "system"]
    # A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
    # tablet-landscape, laptop, laptop-hidpi, desktop.
    device: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it then.
    geolocation: str
    # A language such as de-AT; an empty one is the system's.
    locale: str
    # Whether there is no network.
    offline: bool
    # Whether a person prefers less motion.
    reduced_motion: bool
    # Device pixels a CSS pixel.
    scale: float
    # A time zone such as Europe/Vienna; an empty one is the system's.
    time_zone: str
    # A touch screen, on or off: clicks are taps.
    touch: bool
    # The user agent; an empty one is the browser's own.
    user_agent: str
    # The size of the viewport in CSS pixels, such as 390x844.
    viewport: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ObserveStep(TypedDict):
    op: Literal["observe"]


_ObserveStepMore = TypedDict("_ObserveStepMore", {"with": Sequence[Literal["backend", "box", "tier", "why", "xpath", "landmarks"]]}, total=False)


class ObserveStep(_ObserveStep, _ObserveStepMore, total=False):
    """See the page as text: one line an element, with ids to act on."""
    # The most tokens that it may take; 0 for no limit.
    budget: int
    # Only what changed since the last observation.
    diff: bool
    # Whether Chrome is asked for names and roles that domtool is not sure of.
    enrich: Literal["auto", "full", "none"]
    # Open the fold with this id; may be repeated.
    expand: Sequence[str]
    # How it is written.
    format: Literal["tree", "markdown", "json", "semantic", "skeleton", "hybrid", "full", "auto"]
    # Only the document in this frame, by its iframe.
    frame: str
    # Only if something is not as it was: since you last looked, or since an observation with this
    # hash. With it the hash is told; without a change the answer is "nothing changed".
    if_changed: str
    # Save a picture too, with the ids drawn on it.
    marks: bool
    # Which page of a long observation, from 1.
    page: int
    # Where a picture is written: PNG, or what its name says (.jpg, .webp).
    picture: str
    # What you look for, in words: of a large page only what is about it is shown, and what is left
    # out is said.
    query: str
    # Scroll through the page first, so many screens at most, and back: for what loads on the way.
    scroll: int
    # Only the first visible match of this CSS selector; with frame, in that frame. Each shadow
    # root, closed or not, is matched on its own.
    selector: str
    # End with what it was made of and what each phase took; with `page` also with how the page
    # itself has performed: long tasks, scripts, layout, paints, memory.
    stats: Literal["look", "page"]
    # Only what is below this element.
    under: str
    # Open this address or file first.
    url: str
    # Only what is in view.
    viewport: bool
    # With `scroll`: the list to scroll through, or something in it.
    within: str


class _FindStep(TypedDict):
    op: Literal["find"]
    text: str


class FindStep(_FindStep, total=False):
    """Find a text anywhere on the page: ids, what they are, where they stand."""
    # The most tokens that the answer may take; 0 for no limit.
    budget: int
    # Which page of the matches, from 1.
    page: int
    # Only below this element.
    under: str


class _ReadStep(TypedDict):
    op: Literal["read"]


class ReadStep(_ReadStep, total=False):
    """Read the page as Markdown: headings, text, lists, tables, code. Links carry ids to click,
    as in `[Cart](e4)`.
    """
    # The most tokens that one page may take; 0 for no limit.
    budget: int
    # Show the links of the navigation with this id; may be repeated.
    expand: Sequence[str]
    # Which page of a long text, from 1.
    page: int
    # Only what is below this element.
    under: str
    # Open this address or file first.
    url: str


class _ClickStep(TypedDict):
    op: Literal["click"]
    id: str


class ClickStep(_ClickStep, total=False):
    """Click an element with real mouse input, and report what that did."""
    # A point of the element instead of its middle, such as 30%,50% from its left and top: for
    # canvases and sliders.
    at: str
    # Which mouse button.
    button: Literal["left", "middle", "right"]
    # How many times in a row: 1, 2 or 3.
    count: int
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Keys to hold meanwhile.
    hold: Sequence[Literal["alt", "control", "meta", "shift"]]
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _DoubleClickStep(TypedDict):
    op: Literal["double-click"]
    id: str


class DoubleClickStep(_DoubleClickStep, total=False):
    """Double-click an element with real mouse input, and report what that did."""
    # A point of the element instead of its middle, such as 30%,50%.
    at: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Keys to hold meanwhile.
    hold: Sequence[Literal["alt", "control", "meta", "shift"]]
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _RightClickStep(TypedDict):
    op: Literal["right-click"]
    id: str


class RightClickStep(_RightClickStep, total=False):
    """Click an element with the right mouse button, to open the page's own context menu, and
    report what that did.
    """
    # A point of the element instead of its middle, such as 30%,50%.
    at: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Keys to hold meanwhile.
    hold: Sequence[Literal["alt", "control", "meta", "shift"]]
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _HoverStep(TypedDict):
    op: Literal["hover"]
    id: str


class HoverStep(_HoverStep, total=False):
    """Move the mouse onto an element, to open menus and hints that wait for it."""
    # A point of the element instead of its middle, such as 30%,50%.
    at: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _DragStep(TypedDict):
    op: Literal["drag"]
    id: str


_DragStepMore = TypedDict("_DragStepMore", {"from": str}, total=False)


class DragStep(_DragStep, _DragStepMore, total=False):
    """Drag an element onto another, by an offset, to a place or along a path, and report who
    took it and where it stands.
    """
    # The point of the element it is dragged onto.
    at: str
    # Which mouse button is down: maps and drawings are often moved by the right or the middle one.
    button: Literal["left", "middle", "right"]
    # So many CSS pixels right and down instead, such as 120,0 or -40,10.
    by: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Keys to hold meanwhile.
    hold: Sequence[Literal["alt", "control", "meta", "shift"]]
    # Onto which element; leave it out for `by`, `to_point` or `path`.
    onto: str
    # Way points in one press: 10%,80% or 30,40 (of the element's own box), e7, e7@10%,50%, by:40,0
    # or point:300,200.
    #
    # The button goes down at the first where that is of the element's own box, else at its middle,
    # and comes up at the last, or at what `by`, `to_point` or another element says.
    path: str
    # To a place of the window, in CSS pixels from its left and top, whatever stands there.
    to_point: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _FillStep(TypedDict):
    op: Literal["fill"]
    id: str
    text: str


class FillStep(_FillStep, total=False):
    """Replace what a field holds, and check that it took it."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _TypeStep(TypedDict):
    op: Literal["type"]
    text: str


class TypeStep(_TypeStep, total=False):
    """Add text key by key at the end of a field, or where the focus is."""
    # Milliseconds between two keys, for pages that take only what comes slowly; 1000 at most.
    delay: int
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The field; what has the focus when it is left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ClearStep(TypedDict):
    op: Literal["clear"]
    id: str


class ClearStep(_ClearStep, total=False):
    """Empty a field, the way a person would."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _PressStep(TypedDict):
    op: Literal["press"]
    keys: str


class PressStep(_PressStep, total=False):
    """Press keys and chords, on an element or where the focus is."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # What gets the focus first; what has it when this is left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _SelectStep(TypedDict):
    op: Literal["select"]
    id: str
    options: Sequence[str]


class SelectStep(_SelectStep, total=False):
    """Choose options by label, value or #index (from 1): of a select box, a list, a menu, or
    what a combobox opens.
    """
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _CheckStep(TypedDict):
    op: Literal["check"]
    id: str


class CheckStep(_CheckStep, total=False):
    """Turn a checkbox, radio button or switch on."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _UncheckStep(TypedDict):
    op: Literal["uncheck"]
    id: str


class UncheckStep(_UncheckStep, total=False):
    """Turn a checkbox or switch off."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _SubmitStep(TypedDict):
    op: Literal["submit"]
    id: str


class SubmitStep(_SubmitStep, total=False):
    """Send a form, the way a person would: with Enter in the field, or with the form's button."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _SelectTextStep(TypedDict):
    op: Literal["select-text"]


class SelectTextStep(_SelectTextStep, total=False):
    """Select text: a phrase, a range of characters, or all of an element or of the page."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The element; the page when it is left out.
    id: str
    # Which of several such phrases, from 1.
    nth: int
    # The words to select.
    phrase: str
    # Characters by number: the first, from 0, and the one after the last, such as 0-10.
    range: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _CopyStep(TypedDict):
    op: Literal["copy"]


class CopyStep(_CopyStep, total=False):
    """Copy all of an element's text, or what is selected, with the chord that a person presses."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The element; what is selected when it is left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _CutStep(TypedDict):
    op: Literal["cut"]


class CutStep(_CutStep, total=False):
    """Cut all of a field's text, or what is selected, with the chord that a person presses."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The element; what is selected when it is left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _PasteStep(TypedDict):
    op: Literal["paste"]


class PasteStep(_PasteStep, total=False):
    """Paste a text, or what the session copied last, with the chord that a person presses."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The field; what has the focus when it is left out.
    id: str
    # The text; what was copied last when it is left out.
    text: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _UploadStep(TypedDict):
    op: Literal["upload"]
    id: str
    files: Sequence[str]


class UploadStep(_UploadStep, total=False):
    """Give files to a file input, to the button that opens a file chooser, or (`drop`) to a
    place to drop them on.
    """
    # Drop them on it, as from the desktop.
    drop: bool
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _DownloadStep(TypedDict):
    op: Literal["download"]
    id: str


class DownloadStep(_DownloadStep, total=False):
    """Click what downloads a file, wait until it is whole, and say where it is."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ScrollStep(TypedDict):
    op: Literal["scroll"]


class ScrollStep(_ScrollStep, total=False):
    """Scroll the page or a scroll container, at once and to the pixel, and say how far it is
    then.
    """
    # To a share of the way to the right, such as 50%.
    across: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The container, or something in it.
    id: str
    # So many screens down; negative goes up.
    pages: float
    # So many CSS pixels right and down, such as 0,400.
    pixels: str
    # To top, bottom, left, right, or a share of the way down such as 50%.
    to: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ScrollIntoViewStep(TypedDict):
    op: Literal["scroll-into-view"]
    id: str


class ScrollIntoViewStep(_ScrollIntoViewStep, total=False):
    """Scroll every box and frame around an element as far as needed to bring it into view."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _NextChunkStep(TypedDict):
    op: Literal["next-chunk"]


class NextChunkStep(_NextChunkStep, total=False):
    """Scroll on by one screen, and say which of how many it is."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # A list or another container, or something in it; the page when left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _PrevChunkStep(TypedDict):
    op: Literal["prev-chunk"]


class PrevChunkStep(_PrevChunkStep, total=False):
    """Scroll back by one screen, and say which of how many it is."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # A list or another container, or something in it; the page when left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _WheelStep(TypedDict):
    op: Literal["wheel"]
    by: str


class WheelStep(_WheelStep, total=False):
    """Turn the mouse wheel over an element, or over the middle of the page: for maps, drawings
    that zoom, and pages that scroll themselves.
    """
    # A point of that element instead of its middle, such as 30%,50%: maps zoom about it.
    at: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Keys to hold meanwhile: control zooms maps and drawings.
    hold: Sequence[Literal["alt", "control", "meta", "shift"]]
    # What the mouse is over; the middle of the page when left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _SendClickEventStep(TypedDict):
    op: Literal["send-click-event"]
    id: str


class SendClickEventStep(_SendClickEventStep, total=False):
    """Send an element a click event by script, without a mouse: only for what no click reaches."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _HighlightStep(TypedDict):
    op: Literal["highlight"]


class HighlightStep(_HighlightStep, total=False):
    """Mark an element for people who look on, until the next action or observation; screenshots
    show the mark.
    """
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # The element; the mark is taken away when left out.
    id: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _WaitStep(TypedDict):
    op: Literal["wait"]


class WaitStep(_WaitStep, total=False):
    """Wait until a text, an address, an element or options are there, a text is gone, or the
    network is quiet.
    """
    # Until the text can be seen in so many places or more.
    at_least: int
    # Until the text can be seen in exactly so many places.
    count: int
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Until there is no such text any more, or nothing that matches.
    gone: str
    # Until this element can be seen.
    id: str
    # Until no request has run for half a second; what the page asks for over and over does not
    # count.
    network: bool
    # Until this select, list or combobox has options to choose, other than what was typed.
    options: str
    # Until a person can see this text, anywhere in the page; between slashes it is a regular
    # expression, as for find.
    text: str
    # For so many milliseconds, at most 60000. Nearly always one of the others is better.
    time: int
    # Until the address matches; * stands for anything.
    url: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _DialogStep(TypedDict):
    op: Literal["dialog"]
    answer: Literal["accept", "dismiss"]


class DialogStep(_DialogStep, total=False):
    """Answer an open dialog of the page: alert, confirm, prompt, or the question before leaving."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # What to write into a prompt.
    text: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _BackStep(TypedDict):
    op: Literal["back"]


class BackStep(_BackStep, total=False):
    """Go back to the page before this one in the tab's history."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ForwardStep(TypedDict):
    op: Literal["forward"]


class ForwardStep(_ForwardStep, total=False):
    """Go forward again in the tab's history, after back."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _ReloadStep(TypedDict):
    op: Literal["reload"]


class ReloadStep(_ReloadStep, total=False):
    """Load the page again; ids of the old document become STALE."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _StopStep(TypedDict):
    op: Literal["stop"]


class StopStep(_StopStep, total=False):
    """Stop loading the page. What has come so far stays and can be used."""
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


class _EmulateStep(TypedDict):
    op: Literal["emulate"]


class EmulateStep(_EmulateStep, total=False):
    """Make the current tab's pages believe in another device, person or place, until told
    otherwise.
    """
    # The colours that a person prefers.
    colors: Literal["light", "dark", "system"]
    # A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet,
    # tablet-landscape, laptop, laptop-hidpi, desktop.
    device: str
    # What is to come of it: navigation, url:GLOB, appears:TEXT, disappears:TEXT, value:TEXT,
    # state:checked, any_change, no_change; join several with " or ". EXPECTATION_FAILED when none
    # comes.
    expect: str
    # Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it then.
    geolocation: str
    # A language such as de-AT; an empty one is the system's.
    locale: str
    # Whether there is no network.
    offline: bool
    # Whether a person prefers less motion.
    reduced_motion: bool
    # Undo what was said before.
    reset: bool
    # Device pixels a CSS pixel.
    scale: float
    # A time zone such as Europe/Vienna; an empty one is the system's.
    time_zone: str
    # A touch screen, on or off: clicks are taps.
    touch: bool
    # The user agent; an empty one is the browser's own.
    user_agent: str
    # The size of the viewport in CSS pixels, such as 390x844.
    viewport: str
    # How long that is waited for, in seconds; 2 by default.
    within: float


Step = Union[
    OpenStep,
    ObserveStep,
    FindStep,
    ReadStep,
    ClickStep,
    DoubleClickStep,
    RightClickStep,
    HoverStep,
    DragStep,
    FillStep,
    TypeStep,
    ClearStep,
    PressStep,
    SelectStep,
    CheckStep,
    UncheckStep,
    SubmitStep,
    SelectTextStep,
    CopyStep,
    CutStep,
    PasteStep,
    UploadStep,
    DownloadStep,
    ScrollStep,
    ScrollIntoViewStep,
    NextChunkStep,
    PrevChunkStep,
    WheelStep,
    SendClickEventStep,
    HighlightStep,
    WaitStep,
    DialogStep,
    BackStep,
    ForwardStep,
    ReloadStep,
    StopStep,
    EmulateStep,
]


__all__ = [
    "OpenStep",
    "ObserveStep",
    "FindStep",
    "ReadStep",
    "ClickStep",
    "DoubleClickStep",
    "RightClickStep",
    "HoverStep",
    "DragStep",
    "FillStep",
    "TypeStep",
    "ClearStep",
    "PressStep",
    "SelectStep",
    "CheckStep",
    "UncheckStep",
    "SubmitStep",
    "SelectTextStep",
    "CopyStep",
    "CutStep",
    "PasteStep",
    "UploadStep",
    "DownloadStep",
    "ScrollStep",
    "ScrollIntoViewStep",
    "NextChunkStep",
    "PrevChunkStep",
    "WheelStep",
    "SendClickEventStep",
    "HighlightStep",
    "WaitStep",
    "DialogStep",
    "BackStep",
    "ForwardStep",
    "ReloadStep",
    "StopStep",
    "EmulateStep",
    "Step",
]
