"""The events of the engine itself; expansions bring their own.

>>> from keyflower.events import WorkersBid
>>> WorkersBid.tag
'workers-bid'
"""

from keyflower.model.events import *  # noqa: F403  # the list of events is kept where they are defined
