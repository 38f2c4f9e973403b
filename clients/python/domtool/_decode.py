"""From JSON to the types of `_types`: members that a type lacks come from a later build of the program, and are left out."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Dict, List, Type, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def decode(kind: Type[T], value: Any) -> T:
    """The value as this type."""
    return cast(T, _decode(kind, value))


def _decode(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    origin = get_origin(kind)
    if origin is Union:
        (kind,) = (option for option in get_args(kind) if option is not type(None))
        return _decode(kind, value)
    if origin is list:
        (item,) = get_args(kind)
        return [_decode(item, one) for one in cast(List[Any], value)]
    if isinstance(kind, type) and is_dataclass(kind):
        given = cast(Dict[str, Any], value)
        members = _members(kind)
        return kind(**{name: _decode(members[name], one) for name, one in given.items() if name in members})
    return value


@lru_cache(maxsize=None)
def _members(kind: Any) -> Dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
