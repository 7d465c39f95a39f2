"""Values of Keyflower as JSON-able data and back.

>>> from keyflower.facade.registry import resolve
>>> data = action_to_data(
...     resolve(), action_from_data(resolve(), {"verb": "bid", "tile": "miner", "workers": "R2"})
... )
>>> data
{'verb': 'bid', 'tile': 'miner', 'workers': 'R2'}
"""

from keyflower.extend.tile_data import tile_to_data
from keyflower.facade.data.codec import codec
from keyflower.facade.data.score_sheets import score_from_data, score_to_data
from keyflower.facade.data.values import (
    action_from_data,
    action_to_data,
    decision_to_data,
    entry_from_data,
    entry_to_data,
    event_from_data,
    event_to_data,
    state_from_data,
    state_to_data,
    task_from_data,
    task_to_data,
    village_from_data,
    village_to_data,
)

__all__ = [
    "action_from_data",
    "action_to_data",
    "codec",
    "decision_to_data",
    "entry_from_data",
    "entry_to_data",
    "event_from_data",
    "event_to_data",
    "score_from_data",
    "score_to_data",
    "state_from_data",
    "state_to_data",
    "task_from_data",
    "task_to_data",
    "tile_to_data",
    "village_from_data",
    "village_to_data",
]
