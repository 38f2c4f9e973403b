"""Finding an element in an observation by what it is called, as a reader of the text would."""

from __future__ import annotations

from typing import Generic, List, Optional, Protocol, TypeVar


class Named(Protocol):
    """What has a role and a name."""

    @property
    def role(self) -> str: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


class Findable(Generic[N]):
    """What lists elements."""

    elements: List[N]

    def find(self, name: str, role: Optional[str] = None) -> Optional[N]:
        """The first element with this name, else the first whose name contains it; letters' case does not matter.

        role: Only elements of this role, such as `button`.
        """
        wanted = name.casefold()
        among = [element for element in self.elements if role is None or element.role == role]
        for element in among:
            if element.name.casefold() == wanted:
                return element
        for element in among:
            if wanted in element.name.casefold():
                return element
        return None

    def get(self, name: str, role: Optional[str] = None) -> N:
        """As `find`; a `LookupError` when there is none."""
        found = self.find(name, role)
        if found is None:
            raise LookupError(f"no {role or 'element'} {name!r} in this observation")
        return found
