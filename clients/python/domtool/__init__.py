"""A real browser for language-model agents: a typed client for the program domtool.

    import domtool

    with domtool.Session("demo") as session:
        session.open("https://example.com")
        print(session.observe().text)
"""

from . import _codes, _steps, _types
from ._async_session import AsyncSession
from ._base import Image, ToolAnswer
from ._codes import *  # noqa: F403
from ._error import DomtoolError
from ._session import Session
from ._steps import *  # noqa: F403
from ._types import *  # noqa: F403

__all__ = [
    "AsyncSession",
    "DomtoolError",
    "Image",
    "Session",
    "ToolAnswer",
]
__all__ += _codes.__all__
__all__ += _steps.__all__
__all__ += _types.__all__
