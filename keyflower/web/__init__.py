"""A table in the browser: ``keyflower serve``. Needs the extra ``web``.

`application` makes the server as an ASGI application, `serve` runs it. The protocol between server and clients is
described by `keyflower.web.protocol.schema` and in the documentation.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from keyflower._install import missing_extra
from keyflower.kernel.text import listed, phrase

if TYPE_CHECKING:
    from keyflower.web.choice_parts import Parts as Parts
    from keyflower.web.choice_parts import whole as whole
    from keyflower.web.client_table import ClientTable as ClientTable
    from keyflower.web.differences import difference as difference
    from keyflower.web.differences import merged as merged
    from keyflower.web.limits import Limits as Limits
    from keyflower.web.main import PortTaken as PortTaken
    from keyflower.web.main import serve as serve
    from keyflower.web.security import Security as Security
    from keyflower.web.server import Server as Server
    from keyflower.web.server import application as application
    from keyflower.web.stores import open_store as open_store
    from keyflower.web.table_game import TableGame as TableGame
    from keyflower.web.table_store import StoreError as StoreError

_NEEDED = ("starlette", "uvicorn", "websockets", "svg")
_HOMES = {
    "ClientTable": "client_table",
    "Limits": "limits",
    "Parts": "choice_parts",
    "PortTaken": "main",
    "Security": "security",
    "Server": "server",
    "StoreError": "table_store",
    "TableGame": "table_game",
    "application": "server",
    "difference": "differences",
    "merged": "differences",
    "open_store": "stores",
    "serve": "main",
    "whole": "choice_parts",
}

__all__ = [
    "ClientTable",
    "Limits",
    "Parts",
    "PortTaken",
    "Security",
    "Server",
    "StoreError",
    "TableGame",
    "application",
    "difference",
    "merged",
    "open_store",
    "require",
    "serve",
    "whole",
]


def require(*names: str, extra: str = "web") -> None:
    """Check that the packages the server needs are installed.

    Args:
        names: the modules that are needed; those of the extra ``web`` if left out.
        extra: the extra that installs them.

    Raises:
        MissingExtra: if something is not there; the message says what to install.
    """
    missing = [name for name in names or _NEEDED if find_spec(name) is None]
    if missing:
        raise missing_extra(phrase("the table in the browser needs {names}", names=listed(missing)), extra)


def __getattr__(name: str) -> object:
    """Load the server when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'keyflower.web' has no attribute {name!r}")
    require()
    return getattr(import_module(f"keyflower.web.{_HOMES[name]}"), name)
