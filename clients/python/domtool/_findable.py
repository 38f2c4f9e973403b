"""Finding what was seen by what it is called, as a reader of the text would: elements, and the cells of rows."""

from __future__ import annotations

from typing import Generic, Iterator, List, Optional, Protocol, Sequence, TypeVar, Union


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
            raise LookupError(f"no {role or 'element'} {name!r} here")
        return found


class Cell(Protocol):
    """What stands under a header."""

    @property
    def header(self) -> str: ...

    @property
    def text(self) -> str: ...


class Cells(Findable[N]):
    """A row: its cells by their header, and what can be operated in it as `find` and `get`."""

    cells: Sequence[Cell]

    def __getitem__(self, header: Union[str, int]) -> str:
        """What the cell under this header says, or the cell of this number; letters' case does not matter."""
        if isinstance(header, int):
            return self.cells[header].text
        for cell in self.cells:
            if cell.header.casefold() == header.casefold():
                return cell.text
        raise KeyError(f"no column {header!r}, only {[cell.header for cell in self.cells]}")

    def __contains__(self, header: str) -> bool:
        return any(cell.header.casefold() == header.casefold() for cell in self.cells)

    def __iter__(self) -> Iterator[str]:
        return (cell.text for cell in self.cells)


R = TypeVar("R")


class Rows(Generic[R]):
    """What is gone through row by row."""

    rows: List[R]

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)
