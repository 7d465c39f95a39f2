"""Clusters that play the games, for ``keyflower simulate --dask`` and ``--ray``."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final

from attrs import frozen

from keyflower._install import missing_extra
from keyflower.kernel.errors import SetupError
from keyflower.simulate import RayExecutor

LOCAL: Final = "local"
"""The address of a Ray cluster that is started on this machine for one run."""
_PATIENCE: Final = 10
"""How many seconds a cluster has to answer."""


@frozen
class Cluster:
    """The executor that plays, and how many workers it has."""

    executor: Executor | None
    """The executor of a cluster; `None` for processes of our own."""
    workers: int
    """How many workers there are now: none if a cluster is still waiting for them."""


@contextmanager
def crew(*, workers: int, dask: str | None, ray: str | None) -> Iterator[Cluster]:
    """Yield what plays the games: processes, or the cluster at an address.

    Raises:
        SetupError: if two clusters are named, or none answers.
        MissingExtra: if what a cluster needs is not installed.
    """
    if dask is not None and ray is not None:
        raise SetupError("use --dask or --ray, not both")
    if dask is not None:
        with _dask(dask) as found:
            yield found
    elif ray is not None:
        with _ray(ray, workers) as executor:
            yield Cluster(executor, executor.workers)
    else:
        yield Cluster(None, workers)


@contextmanager
def _dask(address: str) -> Iterator[Cluster]:
    try:
        from distributed import Client
    except ImportError as error:
        raise missing_extra("--dask needs Dask", "cluster") from error
    try:
        client: Any = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]  # Dask has no types
    except (OSError, ValueError) as error:
        raise SetupError(
            f"no Dask cluster answers at {address}: {error}. An address looks like tcp://10.0.0.1:8786"
        ) from error
    with client:
        yield Cluster(client.get_executor(), sum(client.nthreads().values()))


def _ray(address: str, workers: int) -> RayExecutor:
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    if address != LOCAL:
        return RayExecutor(address, **quiet)
    return RayExecutor(LOCAL, include_dashboard=False, num_cpus=workers if workers > 1 else None, **quiet)
