"""A session whose calls are awaited."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union

from ._async_operations import AsyncOperations
from ._base import ATTEMPTS, SessionBase, ToolAnswer, without_none
from ._decode import decode
from ._session import daemon_vanished
from ._wire import Vanished, exchange_async, request

T = TypeVar("T")


class AsyncSession(SessionBase, AsyncOperations):
    """As `Session`, for asyncio: every operation is a method that is awaited. A task that is cancelled hangs up on its call."""

    async def _call(self, op: str, answer: Type[T], args: Dict[str, Any], call: Dict[str, Any]) -> T:
        for attempt in range(ATTEMPTS):
            endpoint = await asyncio.to_thread(self._reach, attempt > 0)
            settings = self._call_settings(endpoint, call)
            try:
                done = await exchange_async(endpoint, op, request(endpoint, op, without_none(args), settings))
            except Vanished:
                continue
            return decode(answer, done)
        raise daemon_vanished()

    async def tools(self, shape: str = "openai") -> List[Dict[str, Any]]:
        """The definitions of the tools, as a model's host takes them.

        shape: `openai`, `openai-responses`, `anthropic`, `gemini` or `json`.
        """
        return await asyncio.to_thread(self._tools, shape)

    async def call_tool(self, name: str, arguments: Union[str, Mapping[str, Any]]) -> ToolAnswer:
        """Does what a model called: one of `tools`, with its arguments as they came."""
        return await asyncio.to_thread(self._tool_call, name, arguments)

    async def __aenter__(self) -> "AsyncSession":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
