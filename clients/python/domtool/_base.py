"""What sessions have in common, whether their calls are awaited or not: whose calls they are, and how a browser is started for them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Union, cast

from ._program import Endpoint, ask_endpoint, find_program, flags_of, run_json
from ._types import Launch

ATTEMPTS = 4
"""How often a daemon may vanish before it took a call."""


@dataclass(frozen=True)
class Image:
    """A picture that a tool gave back."""

    media_type: str
    """Such as `image/png`."""
    data: str
    """Its bytes in base 64."""


@dataclass(frozen=True)
class ToolAnswer:
    """What a tool gave back: for a model to read, also where the call failed."""

    ok: bool
    """Whether it worked."""
    text: str
    """What the model reads."""
    images: List[Image]
    """What it sees."""


class SessionBase:
    """Whose calls they are."""

    def __init__(
        self,
        name: Optional[str] = None,
        *,
        caller: Optional[str] = None,
        launch: Optional[Launch] = None,
        allow_eval: Optional[bool] = None,
        program: Optional[str] = None,
    ) -> None:
        """A session of this name; nothing is started before the first call.

        name: Its own tabs, cookies and ids; `DOMTOOL_SESSION` or `default` when left out.

        caller: Who calls, where several use one session: each is told its own news and changes.

        launch: How its browser is started. What is not given is as the environment says it.

        allow_eval: Whether `eval` may run scripts.

        program: The program `domtool`, where it is not to be looked for.
        """
        self.name = name
        self.caller = caller
        self._launch = launch or Launch()
        self._allow_eval = allow_eval
        self._program = find_program(program)
        self._endpoint: Optional[Endpoint] = None

    def _reach(self, anew: bool) -> Endpoint:
        """How the daemon is reached; asked once, and anew when it vanished."""
        if self._endpoint is None or anew:
            self._endpoint = ask_endpoint(self._program)
        return self._endpoint

    def _call_settings(self, endpoint: Endpoint, call: Mapping[str, Any]) -> Dict[str, Any]:
        settings = dict(endpoint.call)
        settings["launch"] = {**settings["launch"], **self._launch}
        settings.update(without_none({"session": self.name, "caller": self.caller, "allow_eval": self._allow_eval}))
        settings.update(without_none(call))
        return {**settings, "folder": os.getcwd(), "typed": True}

    def _tool_call(self, name: str, arguments: Union[str, Mapping[str, Any]]) -> ToolAnswer:
        flags, environment = flags_of(self._launch)
        if self.name is not None:
            flags.append(f"--session={self.name}")
        if self.caller is not None:
            flags.append(f"--caller={self.caller}")
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        words = ["call", "--json", *flags, "--", name]
        answer = run_json(self._program, words, written, environment)
        images = [Image(**image) for image in cast(List[Dict[str, str]], answer["images"])]
        return ToolAnswer(bool(answer["ok"]), str(answer["text"]), images)

    def _tools(self, shape: str) -> List[Dict[str, Any]]:
        words = ["schema", f"--for={shape}"]
        if self.name is not None:
            words.append(f"--session={self.name}")
        return cast(List[Dict[str, Any]], run_json(self._program, words))



def without_none(values: Mapping[str, Any]) -> Dict[str, Any]:
    """Without those that were left out."""
    return {name: value for name, value in values.items() if value is not None}
