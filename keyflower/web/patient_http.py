"""HTTP connections that end by themselves: whoever connects and says nothing does not stay for ever."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


def patient(seconds: float) -> type[H11Protocol]:
    """Return the protocol of a server that closes a connection which is not answering a request for so long.

    Uvicorn ends connections that are idle after an answer, but not those that never finish a request.
    """

    class PatientHttp(H11Protocol):
        """Looks now and then whether a request is being answered."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Begin to look."""
            super().connection_made(transport)
            self.loop.call_later(seconds, self._look)

        def _look(self) -> None:
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it is over, or it has become a socket
            # uvicorn declares a cycle where there may be none yet
            if getattr(self.cycle, "response_complete", True):
                self.transport.close()
                return
            self.loop.call_later(seconds, self._look)

    return PatientHttp
