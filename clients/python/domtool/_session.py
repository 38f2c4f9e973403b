"""A session whose calls wait for their answers."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union

from ._base import ATTEMPTS, SessionBase, ToolAnswer, without_none
from ._codes import EXCEPTIONS
from ._decode import decode
from ._error import DomtoolError
from ._operations import Operations
from ._wire import Vanished, exchange, request

T = TypeVar("T")


class Session(SessionBase, Operations):
    """Tabs, cookies and ids of their own, in a browser that stays open between calls.

    Every operation of the program is a method. `with` closes the session at its end; without, it stays for later programs.
    """

    def _call(self, op: str, answer: Type[T], args: Dict[str, Any], call: Dict[str, Any]) -> T:
        for attempt in range(ATTEMPTS):
            endpoint = self._reach(anew=attempt > 0)
            settings = self._call_settings(endpoint, call)
            try:
                done = exchange(endpoint, op, request(endpoint, op, without_none(args), settings))
            except Vanished:
                continue
            return decode(answer, done)
        raise daemon_vanished()

    def tools(self, shape: str = "openai") -> List[Dict[str, Any]]:
        """The definitions of the tools, as a model's host takes them.

        shape: `openai`, `openai-responses`, `anthropic`, `gemini` or `json`.
        """
        return self._tools(shape)

    def call_tool(self, name: str, arguments: Union[str, Mapping[str, Any]]) -> ToolAnswer:
        """Does what a model called: one of `tools`, with its arguments as they came."""
        return self._tool_call(name, arguments)

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def daemon_vanished() -> DomtoolError:
    """Daemon after daemon ended."""
    message = "the daemon ended again and again before it took the call"
    return EXCEPTIONS["INTERNAL"]("INTERNAL", message, hint="run: domtool doctor")
