"""What went wrong: one exception for all of it, with a subclass for each code."""

from __future__ import annotations

from typing import Literal, Optional

from ._types import Dispatched, Obstacle


class DomtoolError(Exception):
    """An operation did not do what it was asked for.

    A code that this package does not know (of a later build of the program) has no class of its own.
    """

    code: str
    """What happened, such as `COVERED`."""
    message: str
    """What happened, in one sentence."""
    dispatched: Dispatched
    """Whether the page may have received input: whether a retry could do it twice."""
    hint: str
    """What to do next."""
    obstacle: Optional[Obstacle]
    """What stood in the way, as data."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        dispatched: Dispatched = "no",
        hint: str = "",
        obstacle: Optional[Obstacle] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.dispatched = dispatched
        self.hint = hint
        self.obstacle = obstacle


def dispatched_of(word: object) -> Literal["no", "yes", "maybe"]:
    """Whether input went out; it may have, where a later build says what this one does not know."""
    if word == "no":
        return "no"
    return "yes" if word == "yes" else "maybe"
