"""The options of a turn: every legal bid and use, listed without creating each of them again.

Options come in batches. A batch is a slice of *prepared* actions (`engine.prepared`); how long the slice is follows
from the *limits* of the tile, which are the same for all seats (`usable`), and from the *workforce* of the seat: what
it can bring (`workforce`), less what it must keep to pay a price (`prices`). `bids` and `uses` put them together.
"""
