"""HTTP connections that end by themselves: a client that connects and sends nothing is disconnected."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from keyflower.web.limits import Newcomers, household_of


def patient(seconds: float, most: int) -> type[H11Protocol]:
    """Return an HTTP protocol that closes a connection after this many seconds without a request being answered.

    Uvicorn ends connections that are idle after an answer, but not those that never finish a request. At most
    `most` connections without a request yet are open.
    """
    newcomers = Newcomers(most)

    class PatientHttp(H11Protocol):
        """Checks from time to time whether a request is being answered."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Begin to check."""
            super().connection_made(transport)
            self._address = household_of(self.client[0] if self.client else "")
            newcomers.come(self._address, transport.close)
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
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it is over, or it has become a socket
            # uvicorn declares a cycle where there may be none yet
            if getattr(self.cycle, "response_complete", True):
                self.transport.close()
                return
            self.loop.call_later(seconds, self._look)

    return PatientHttp
