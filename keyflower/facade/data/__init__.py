"""Values of Keyflower as JSON-able data and back.

>>> from keyflower.facade.data.codec import codec
>>> from keyflower.facade.registry import resolve
>>> actions = codec(resolve()).actions
>>> actions.write(actions.read({"verb": "bid", "tile": "miner", "workers": "R2"}))
{'verb': 'bid', 'tile': 'miner', 'workers': 'R2'}
"""
