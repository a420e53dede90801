"""The two games as environments for programs that learn: see docs/envs.

Nothing of this is loaded by `import jemaa`. It needs `pip install 'jemaa[envs]'`, and OpenSpiel
`pip install 'jemaa[openspiel]'`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jemaa.core.errors import MissingExtraError
    from jemaa.envs import facir_v0, marrakech_v0
    from jemaa.envs.batch import Batch

__all__ = ["Batch", "MissingExtraError", "facir_v0", "marrakech_v0"]

_HOMES = {
    "Batch": "jemaa.envs.batch",
    "MissingExtraError": "jemaa.core.errors",
    "facir_v0": "jemaa.envs.facir_v0",
    "marrakech_v0": "jemaa.envs.marrakech_v0",
}
GYMNASIUM = {"jemaa/Marrakech-v0": "marrakech", "jemaa/Facir-v0": "facir"}
"""The names that `gymnasium.make` knows once this module is loaded."""


def __getattr__(name: str) -> Any:
    # Each is loaded when it is used: whoever wants one needs the libraries of that one alone.
    if name in _HOMES:
        module = import_module(_HOMES[name])
        return getattr(module, name, module)
    raise AttributeError(f"module 'jemaa.envs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def _register() -> None:
    if find_spec("gymnasium") is None:
        return
    from gymnasium import register

    for id, game in GYMNASIUM.items():
        register(
            id,
            entry_point="jemaa.envs.single:SingleEnv",
            vector_entry_point="jemaa.envs.single:ManyEnv",
            kwargs={"game": game},
        )


_register()
