"""An exception for each code of an error, and the operations that change nothing."""

# Made from `domtool schema` by `cargo xtask clients --write`: edit the operations, not this.

from typing import Dict, FrozenSet, Type

from ._error import DomtoolError


class StaleError(DomtoolError):
    """`STALE`: The element that the id names is gone, or is another one by now."""


class NotFoundError(DomtoolError):
    """`NOT_FOUND`: The id was never given out, or there is no such tab, session or text."""


class AmbiguousError(DomtoolError):
    """`AMBIGUOUS`: The words name several elements."""


class HiddenError(DomtoolError):
    """`HIDDEN`: The element has no box that a person could see."""


class DisabledError(DomtoolError):
    """`DISABLED`: The element is disabled."""


class ReadOnlyError(DomtoolError):
    """`READ_ONLY`: The element's value cannot be changed."""


class CoveredError(DomtoolError):
    """`COVERED`: Another element lies over it and would get the input."""


class NotActionableError(DomtoolError):
    """`NOT_ACTIONABLE`: The element does not come to rest, has no point to hit, or takes no
    focus.
    """


class WrongKindError(DomtoolError):
    """`WRONG_KIND`: The action does not fit this kind of element."""


class OptionNotFoundError(DomtoolError):
    """`OPTION_NOT_FOUND`: The select has no such option, or it is disabled."""


class ValueRejectedError(DomtoolError):
    """`VALUE_REJECTED`: The field refused or changed what was put in."""


class NoEffectError(DomtoolError):
    """`NO_EFFECT`: An effect was demanded and there was none."""


class ExpectationFailedError(DomtoolError):
    """`EXPECTATION_FAILED`: What was expected did not come."""


class TimeoutError(DomtoolError):
    """`TIMEOUT`: The deadline passed."""


class NavigatedAwayError(DomtoolError):
    """`NAVIGATED_AWAY`: The page went to another document during the action."""


class DialogOpenError(DomtoolError):
    """`DIALOG_OPEN`: A dialog is open and blocks the page."""


class BrowserDialogError(DomtoolError):
    """`BROWSER_DIALOG`: The browser shows a dialog of its own over the page, which takes all
    input.
    """


class TabClosedError(DomtoolError):
    """`TAB_CLOSED`: The tab is closed."""


class TabTakenError(DomtoolError):
    """`TAB_TAKEN`: Another session has the tab."""


class TabTakenBackError(DomtoolError):
    """`TAB_TAKEN_BACK`: The person took the tab back."""


class TabPausedError(DomtoolError):
    """`TAB_PAUSED`: The tab is in its person's hands."""


class PageCrashedError(DomtoolError):
    """`PAGE_CRASHED`: The page's process crashed."""


class PageHungError(DomtoolError):
    """`PAGE_HUNG`: The page does not answer: a script of it runs without end, or it opens dialog
    after dialog.
    """


class BrowserGoneError(DomtoolError):
    """`BROWSER_GONE`: The browser is gone, or the connection to it."""


class BlockedByPolicyError(DomtoolError):
    """`BLOCKED_BY_POLICY`: A policy of the session or of the browser forbids the address."""


class CrossOriginError(DomtoolError):
    """`CROSS_ORIGIN`: Another origin's frame could not be reached."""


class SecurityBlockedError(DomtoolError):
    """`SECURITY_BLOCKED`: The browser's own security stopped it."""


class InvalidInputError(DomtoolError):
    """`INVALID_INPUT`: The arguments make no sense."""


class NoBrowserError(DomtoolError):
    """`NO_BROWSER`: There is no Chromium on this machine, or it does not start."""


class NoCapacityError(DomtoolError):
    """`NO_CAPACITY`: All sessions that may run at once do."""


class InternalError(DomtoolError):
    """`INTERNAL`: A bug, or an answer of the browser that nobody expected."""


EXCEPTIONS: Dict[str, Type[DomtoolError]] = {
    "STALE": StaleError,
    "NOT_FOUND": NotFoundError,
    "AMBIGUOUS": AmbiguousError,
    "HIDDEN": HiddenError,
    "DISABLED": DisabledError,
    "READ_ONLY": ReadOnlyError,
    "COVERED": CoveredError,
    "NOT_ACTIONABLE": NotActionableError,
    "WRONG_KIND": WrongKindError,
    "OPTION_NOT_FOUND": OptionNotFoundError,
    "VALUE_REJECTED": ValueRejectedError,
    "NO_EFFECT": NoEffectError,
    "EXPECTATION_FAILED": ExpectationFailedError,
    "TIMEOUT": TimeoutError,
    "NAVIGATED_AWAY": NavigatedAwayError,
    "DIALOG_OPEN": DialogOpenError,
    "BROWSER_DIALOG": BrowserDialogError,
    "TAB_CLOSED": TabClosedError,
    "TAB_TAKEN": TabTakenError,
    "TAB_TAKEN_BACK": TabTakenBackError,
    "TAB_PAUSED": TabPausedError,
    "PAGE_CRASHED": PageCrashedError,
    "PAGE_HUNG": PageHungError,
    "BROWSER_GONE": BrowserGoneError,
    "BLOCKED_BY_POLICY": BlockedByPolicyError,
    "CROSS_ORIGIN": CrossOriginError,
    "SECURITY_BLOCKED": SecurityBlockedError,
    "INVALID_INPUT": InvalidInputError,
    "NO_BROWSER": NoBrowserError,
    "NO_CAPACITY": NoCapacityError,
    "INTERNAL": InternalError,
}

READ_ONLY: FrozenSet[str] = frozenset(
    [
        "find",
        "table",
        "locate",
        "id",
        "wait",
        "requests",
        "sessions",
    ]
)


__all__ = [
    "StaleError",
    "NotFoundError",
    "AmbiguousError",
    "HiddenError",
    "DisabledError",
    "ReadOnlyError",
    "CoveredError",
    "NotActionableError",
    "WrongKindError",
    "OptionNotFoundError",
    "ValueRejectedError",
    "NoEffectError",
    "ExpectationFailedError",
    "TimeoutError",
    "NavigatedAwayError",
    "DialogOpenError",
    "BrowserDialogError",
    "TabClosedError",
    "TabTakenError",
    "TabTakenBackError",
    "TabPausedError",
    "PageCrashedError",
    "PageHungError",
    "BrowserGoneError",
    "BlockedByPolicyError",
    "CrossOriginError",
    "SecurityBlockedError",
    "InvalidInputError",
    "NoBrowserError",
    "NoCapacityError",
    "InternalError",
]
