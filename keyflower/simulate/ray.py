"""`RayExecutor`: the workers of a Ray cluster, with the interface of a `concurrent.futures` executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from socket import create_connection
from typing import Any, Final, ParamSpec, TypeVar

from keyflower._install import missing_extra
from keyflower.kernel.errors import SetupError

_P = ParamSpec("_P")
_T = TypeVar("_T")

_PATIENCE: Final = 10.0
"""How many seconds a cluster has to answer."""


class RayExecutor(Executor):
    """Runs work on a Ray cluster: the one that is running, the one at an address, or a new local one.

    If a worker dies, Ray's error is raised; nothing is retried here, because `simulate` does that. `shutdown` stops
    only a cluster that was started here.

    Args:
        address: where the cluster is, as `ray.init` takes it; by default the one that is running, or else a
            new local one.
        settings: what else ``ray.init`` takes, such as ``num_cpus=2``.

    Raises:
        MissingExtra: if Ray is not installed.
        SetupError: if no cluster answers at that address.
    """

    def __init__(self, address: str | None = None, **settings: Any) -> None:  # Any: as Ray takes them
        self._ray = _ray()
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            _check_answers(address)
            try:
                self._ray.init(address, **settings)
            except (OSError, RuntimeError, ValueError) as error:
                raise SetupError(_unanswered(address, error)) from error
        self._called = self._ray.remote(max_retries=0)(_called)
        self._closed = False

    @property
    def workers(self) -> int:
        """How many cores the cluster has now."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call to a worker; the future has its result or its error."""
        if self._closed:
            raise RuntimeError("this executor has been shut down: it takes no more work")
        future: Future[_T] = self._called.remote(fn, args, kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  # as its parent
        """Accept no more work, and stop the cluster if it was started here."""
        if not self._closed and self._is_ours:
            self._ray.shutdown()
        self._closed = True


def _check_answers(address: str | None) -> None:
    """Try to connect to ``host:port`` first, because Ray would keep trying for minutes.

    Raises:
        SetupError: if nothing answers there.
    """
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        create_connection((host, int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise SetupError(_unanswered(address, error)) from error


def _unanswered(address: str | None, error: Exception) -> str:
    if address == "auto":
        return "no Ray cluster runs on this machine: `ray start --head` begins one"
    return (
        f"no Ray cluster answers at {address or 'this machine'}: {error}. "
        "An address looks like 10.0.0.1:6379; auto is the cluster that runs here, local a new one"
    )


def _called(
    function: Callable[..., _T], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> _T:  # Any: of any function
    return function(*args, **kwargs)


def _ray() -> Any:  # Any: a module that need not be there
    try:
        import ray
    except ImportError as error:
        raise missing_extra("a Ray cluster needs Ray", "ray") from error
    return ray
