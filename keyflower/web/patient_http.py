"""HTTP connections that end by themselves: clients that send nothing, or read nothing, are disconnected."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from keyflower.web.limits import Newcomers, household_of

_SLOWEST: Final = 1_024
"""A client that reads fewer bytes of its answer than this from one look to the next is disconnected."""


def patient(seconds: float, most: int) -> type[H11Protocol]:
    """Return an HTTP protocol that closes a connection after this many seconds without a request being answered.

    Uvicorn ends connections that are idle after an answer, but not those that never finish a request or never read
    the answer. At most `most` connections without a request yet are open.
    """
    newcomers = Newcomers(most)

    class PatientHttp(H11Protocol):
        """Checks from time to time whether a request is being answered."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Begin to check."""
            super().connection_made(transport)
            self._address = household_of(self.client[0] if self.client else "")
            newcomers.come(self._address, transport.close)
            self._unread = 0
            self.loop.call_later(seconds, self._look)

        def data_received(self, data: bytes) -> None:
            """Receive a part of a request."""
            super().data_received(data)
            if self.scope is not None:  # its headers are complete
                newcomers.known(self._address, self.transport.close)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget it."""
            newcomers.known(self._address, self.transport.close)
            super().connection_lost(exc)

        def _look(self) -> None:
            if self.transport.get_protocol() is not self:
                return  # it has become a socket
            before, self._unread = self._unread, self.transport.get_write_buffer_size()
            if before - _SLOWEST < self._unread <= before and self._unread:
                self.transport.abort()  # closing would wait for ever
                return
            # uvicorn declares a cycle where there may be none yet
            if not self._unread and getattr(self.cycle, "response_complete", True):
                self.transport.close()
            if self._unread or not self.transport.is_closing():
                self.loop.call_later(seconds, self._look)

    return PatientHttp
