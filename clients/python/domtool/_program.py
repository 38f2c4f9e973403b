"""The program `domtool`: where it is, and what it is asked before a call: how the daemon is reached.

The program starts the daemon and knows the rules for its socket, its files and the environment; none of that is repeated here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, cast

from ._codes import EXCEPTIONS
from ._decode import decode
from ._error import DomtoolError, dispatched_of
from ._types import Launch, Obstacle

PROTOCOL = 5
"""The version of what client and daemon say to each other that this package speaks."""


@dataclass(frozen=True)
class Endpoint:
    """How the daemon is reached, and what the environment says of every call."""

    socket: str
    build: str
    call: Dict[str, Any]


def find_program(given: Optional[str] = None) -> str:
    """Where the program is: as given, else `DOMTOOL_BIN`, else beside this Python, else on the `PATH`."""
    named = given or os.environ.get("DOMTOOL_BIN")
    if named:
        return named
    scripts = shutil.which("domtool", path=sysconfig.get_path("scripts"))
    found = scripts or shutil.which("domtool")
    if found is None:
        raise FileNotFoundError("there is no program domtool: install it, or name it in DOMTOOL_BIN")
    return found


def ask_endpoint(program: str) -> Endpoint:
    """Has the program start a daemon if none runs, and say how it is reached."""
    answer = run_json(program, ["endpoint", "--json"])
    if answer.get("ok") is not True:
        raise error_of(cast(Mapping[str, Any], answer.get("error", {})))
    if answer["protocol"] != PROTOCOL:
        raise EXCEPTIONS["INTERNAL"](
            "INTERNAL",
            f"{program} is {answer['version']}, which speaks another protocol than this package",
            hint="install package and program of one version",
        )
    return Endpoint(answer["socket"], answer["build"], cast(Dict[str, Any], answer["call"]))


def run_json(
    program: str, words: List[str], given: str = "", environment: Optional[Mapping[str, str]] = None
) -> Dict[str, Any]:
    """Runs the program, and reads the one JSON object that it prints."""
    done = subprocess.run(
        [program, *words],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment} if environment else None,
        check=False,
    )
    try:
        return cast(Dict[str, Any], json.loads(done.stdout))
    except ValueError:
        lines = done.stderr.strip().splitlines() or ["it printed nothing"]
        raise EXCEPTIONS["INTERNAL"](
            "INTERNAL", f"{program} {words[0]} failed: {lines[-1]}", hint="run: domtool doctor"
        ) from None


def error_of(failure: Mapping[str, Any]) -> DomtoolError:
    """The exception for an error as it is written."""
    code = str(failure.get("code", "INTERNAL"))
    obstacle = failure.get("obstacle")
    return EXCEPTIONS.get(code, DomtoolError)(
        code,
        str(failure.get("message", "")),
        dispatched=dispatched_of(failure.get("dispatched")),
        hint=hint_of(failure.get("hint")),
        obstacle=None if obstacle is None else decode(Obstacle, obstacle),
    )


def hint_of(hint: Any) -> str:
    """What to do next, in words: as the program prints it, or as the daemon sends it."""
    words = hint.get("text") if isinstance(hint, dict) else hint
    return words if isinstance(words, str) else ""


def flags_of(launch: Launch) -> Tuple[List[str], Dict[str, str]]:
    """How a browser is to be started, as the program's flags; what nobody is to see in a list of processes as environment."""
    flags: List[str] = []
    environment: Dict[str, str] = {}
    for name, value in cast(Mapping[str, Any], launch).items():
        flag = "--chrome-arg" if name == "args" else "--" + name.replace("_", "-")
        if name == "http_auth":
            environment["DOMTOOL_HTTP_AUTH"] = value
        elif name == "window":
            flags.append(f"{flag}={value[0]}x{value[1]}")
        elif value is True:
            flags.append(flag)
        elif isinstance(value, str):
            flags.append(f"{flag}={value}")
        elif value:
            flags.extend(f"{flag}={one}" for one in value)
    return flags, environment
