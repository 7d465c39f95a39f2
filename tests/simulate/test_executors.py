"""A worker of a simulation that dies takes one task with it, not all; the queue is bounded."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from keyflower.simulate.executors import LentExecutor, OwnProcesses, worked
from tests.support.patience import PATIENCE

DEADLY = 3


def squared(numbers):
    if DEADLY in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return [number * number for number in numbers]


def killed_once(tasks):
    for number, folder in tasks:
        mark = Path(folder) / str(number)
        if number == DEADLY and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return [number * number for number, _ in tasks]


def chunks(tasks, size):
    return [tuple(tasks[place : place + size]) for place in range(0, len(tasks), size)]


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_task_that_kills_its_process_is_lost_alone(size):
    found = list(worked(squared, chunks(range(12), size), OwnProcesses(2), ahead=4))
    assert [task for chunk, _ in found for task in chunk] == [*range(12)]
    assert [chunk for chunk, results in found if results is None] == [(DEADLY,)]
    told = [result for _, results in found for result in results or ()]
    assert told == [number * number for number in range(12) if number != DEADLY]


def test_a_process_killed_from_outside_loses_nothing(tmp_path):
    tasks = [(number, str(tmp_path)) for number in range(12)]
    found = list(worked(killed_once, chunks(tasks, 2), OwnProcesses(2), ahead=4))
    assert found == [(chunk, [number**2 for number, _ in chunk]) for chunk in chunks(tasks, 2)]


PARENT = r"""
import os, time
from keyflower.simulate.executors import OwnProcesses, worked

def told(numbers):
    os.write(1, b"%d\n" % os.getpid())
    time.sleep(3600)

if __name__ == "__main__":
    next(worked(told, [(1,), (2,)], OwnProcesses(2), ahead=2))
"""


def test_workers_do_not_outlive_a_process_that_is_killed(tmp_path):
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = [int(parent.stdout.readline()) for _ in range(2)]
    assert parent.pid not in workers and len({*workers}) == 2
    parent.kill()
    try:
        parent.communicate(timeout=PATIENCE)  # the end of their common output: all of them have ended
    except subprocess.TimeoutExpired:
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        raise


def test_an_error_of_a_task_is_raised():
    with pytest.raises(TypeError):
        list(worked(squared, [(1,), (None,)], OwnProcesses(2), ahead=4))


def test_no_more_chunks_are_fetched_than_may_wait():
    fetched = []

    def endless():
        number = 0
        while True:
            fetched.append(number)
            yield (number,)
            number += 1

    with ThreadPoolExecutor(2) as pool:
        found = worked(str, endless(), LentExecutor(pool), ahead=5)
        assert [next(found) for _ in range(3)] == [((0,), "(0,)"), ((1,), "(1,)"), ((2,), "(2,)")]
        found.close()
    assert len(fetched) == 7
