"""TypeScript types made from Python's: message structs and the games' dataclasses."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect as types

from jemaa.core.errors import JemaaError

Collected = types.StructType | types.DataclassType | types.TypedDictType
NUMBERS = (types.IntType, types.FloatType)


class UnwritableError(JemaaError):
    """A type that has no TypeScript form here; give it one in `jemaa.server.export.typescript`."""


class Writer:
    """Collects types and prints them, each once, in the order in which they were met.

    >>> writer = Writer()
    >>> writer.spell(dict[str, tuple[int, ...]])
    'Record<string, number[]>'
    """

    def __init__(self, overrides: dict[tuple[str, str], str] | None = None) -> None:
        self._overrides = overrides or {}
        """The TypeScript type of some fields, by class and field."""
        self._classes: dict[str, type] = {}
        self._texts: dict[str, str] = {}

    def spell(self, kind: Any) -> str:
        """Return the TypeScript type of a Python type; classes in it are collected."""
        return self._spell(types.type_info(kind))

    def text(self) -> str:
        """Return all collected classes as interfaces."""
        return "\n".join(self._texts.values())

    def _spell(self, kind: types.Type) -> str:
        match kind:
            case types.StructType() | types.DataclassType() | types.TypedDictType():
                return self._collect(kind)
            case types.UnionType():
                return " | ".join(dict.fromkeys(self._spell(one) for one in kind.types))
            case types.LiteralType():
                return " | ".join(f'"{value}"' for value in kind.values)
            case types.VarTupleType() | types.ListType():
                inner = self._spell(kind.item_type)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case types.TupleType():
                return f"[{', '.join(self._spell(one) for one in kind.item_types)}]"
            case types.DictType():
                return f"Record<string, {self._spell(kind.value_type)}>"
        return _plain(kind)

    def _collect(self, kind: Collected) -> str:
        cls: type = kind.cls
        name = cls.__name__
        if self._classes.setdefault(name, cls) is not cls:
            raise UnwritableError(f"two classes are called {name}: {cls} and {self._classes[name]}")
        if name not in self._texts:
            self._texts[name] = ""  # keeps its place, and ends a circle of types
            self._texts[name] = self._interface(name, kind)
        return name

    def _interface(self, name: str, kind: Collected) -> str:
        lines = [f"/** {_summary(kind.cls)} */", f"export interface {name} {{"]
        if isinstance(kind, types.StructType) and kind.tag_field is not None:
            lines.append(f'  {kind.tag_field}: "{kind.tag}";')
        may_miss = isinstance(kind, types.TypedDictType) or _may_miss(kind.cls)
        for field in kind.fields:
            mark = "?" if may_miss and not field.required else ""
            spelled = self._overrides.get((name, field.name)) or self._spell(field.type)
            lines.append(f"  {field.encode_name}{mark}: {spelled};")
        return "\n".join([*lines, "}", ""])


def union(name: str, members: Iterable[str]) -> str:
    """Print a named union of types."""
    return f"export type {name} = {' | '.join(members)};\n"


def _plain(kind: types.Type) -> str:
    match kind:
        case types.StrType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.AnyType() | types.RawType():
            return "unknown"
    if isinstance(kind, NUMBERS):
        return "number"
    raise UnwritableError(
        f"{kind!r} has no TypeScript form; add one to jemaa.server.export.typescript"
    )


def _may_miss(cls: type) -> bool:
    """Whether a field with a default may be absent: in what we read, or leave out."""
    config = getattr(cls, "__struct_config__", None)
    if not isinstance(config, msgspec.structs.StructConfig):
        return False
    return config.forbid_unknown_fields or config.omit_defaults


def _summary(cls: type) -> str:
    return (inspect.getdoc(cls) or cls.__name__).splitlines()[0]
