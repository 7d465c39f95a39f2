"""A worker of a simulation that dies takes one game with it, not all."""

import os
import signal
from pathlib import Path

from keyflower.kernel.workers import worked

DEADLY = 3


def squared(number):
    if number == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def killed_once(task):
    number, folder = task
    mark = Path(folder) / str(number)
    if number == DEADLY and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_a_task_that_kills_its_process_is_lost_alone():
    wanted = [(number, None if number == DEADLY else number * number) for number in range(12)]
    assert list(worked(squared, range(12), 2)) == wanted


def test_a_process_killed_from_outside_loses_nothing(tmp_path):
    tasks = [(number, str(tmp_path)) for number in range(12)]
    assert list(worked(killed_once, tasks, 2)) == [(task, task[0] ** 2) for task in tasks]


def test_an_error_of_a_task_is_raised():
    import pytest

    with pytest.raises(TypeError):
        list(worked(squared, [1, None], 2))
