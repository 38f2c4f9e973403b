"""One call over the daemon's socket: a line of JSON each way, and an empty line between them once the daemon has taken the call."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from typing import Any, Dict, Mapping, Optional, Protocol

from ._codes import EXCEPTIONS, READ_ONLY
from ._program import PROTOCOL, Endpoint, error_of

ACKNOWLEDGED_WITHIN = 30.0
"""A daemon that is alive takes a call at once; this is for a machine under heavy load. Seconds."""
LONGEST_ANSWER = 1 << 30
"""More than any page is written in. Bytes."""


class Vanished(Exception):
    """The daemon ended, or made way for another build, before it took the call: nothing was done."""


class _Lines(Protocol):
    """Where lines come from."""

    def readline(self) -> bytes: ...


def request(endpoint: Endpoint, op: str, args: Mapping[str, Any], call: Mapping[str, Any]) -> bytes:
    """The line of a call."""
    written = {"protocol": PROTOCOL, "build": endpoint.build, "op": op, "args": args, "call": call}
    return json.dumps(written).encode() + b"\n"


def check_acknowledgement(line: bytes) -> None:
    """Checks the empty line."""
    if not line:
        raise Vanished
    if line.strip():
        raise _internal("what listens on the daemon's socket is no daemon of domtool's")


def response(op: str, line: bytes) -> Dict[str, Any]:
    """What the daemon answered."""
    if not line.endswith(b"\n"):
        raise EXCEPTIONS["BROWSER_GONE"](
            "BROWSER_GONE",
            "the daemon ended in the middle of the call, and the browsers that it had started with it",
            dispatched="no" if op in READ_ONLY else "maybe",
            hint="open an address: a new daemon is started",
        )
    answer = json.loads(line)
    if answer == "retired":
        raise Vanished
    if "failed" in answer:
        raise error_of(answer["failed"])
    done: Dict[str, Any] = json.loads(answer["done"] if "done" in answer else answer["undone"])
    return done


def exchange(endpoint: Endpoint, op: str, line: bytes) -> Dict[str, Any]:
    """Makes a call, and waits for its answer. Whoever leaves early hangs up on it."""
    if sys.platform == "win32":
        return _exchange_by_pipe(endpoint, op, line)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        try:
            stream.connect(endpoint.socket)
            stream.settimeout(ACKNOWLEDGED_WITHIN)
            stream.sendall(line)
            answer = stream.makefile("rb")
            check_acknowledgement(answer.readline())
        except socket.timeout:
            raise _no_acknowledgement() from None
        except OSError:
            raise Vanished from None
        # Now it runs, and the daemon keeps its deadlines.
        stream.settimeout(None)
        return response(op, _read(answer))


def _read(answer: _Lines) -> bytes:
    try:
        return answer.readline()
    except OSError:
        return b""


def _exchange_by_pipe(endpoint: Endpoint, op: str, line: bytes) -> Dict[str, Any]:
    try:
        pipe = open(endpoint.socket, "r+b", buffering=0)
    except OSError:
        raise Vanished from None
    with pipe:
        try:
            pipe.write(line)
            check_acknowledgement(pipe.readline())
        except OSError:
            raise Vanished from None
        return response(op, _read(pipe))


async def exchange_async(endpoint: Endpoint, op: str, line: bytes) -> Dict[str, Any]:
    """The same without holding up the other tasks. A task that is cancelled hangs up."""
    if sys.platform == "win32":
        return await asyncio.to_thread(_exchange_by_pipe, endpoint, op, line)
    writer: Optional[asyncio.StreamWriter] = None
    try:
        try:
            reader, writer = await asyncio.open_unix_connection(endpoint.socket, limit=LONGEST_ANSWER)
            writer.write(line)
            await writer.drain()
            check_acknowledgement(await asyncio.wait_for(reader.readline(), ACKNOWLEDGED_WITHIN))
        except asyncio.TimeoutError:
            raise _no_acknowledgement() from None
        except OSError:
            raise Vanished from None
        try:
            answer = await reader.readline()
        except OSError:
            answer = b""
        return response(op, answer)
    finally:
        if writer is not None:
            writer.close()


def _no_acknowledgement() -> Exception:
    return EXCEPTIONS["INTERNAL"](
        "INTERNAL",
        "the daemon does not answer",
        dispatched="maybe",
        hint="end its process; domtool doctor says which it is",
    )


def _internal(message: str) -> Exception:
    return EXCEPTIONS["INTERNAL"]("INTERNAL", message, hint="run: domtool doctor")
