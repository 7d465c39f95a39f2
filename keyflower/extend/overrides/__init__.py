"""Overrides: printed numbers replaced by data; see `keyflower.extend.overrides.tiles` for how they are written."""

from keyflower.extend.overrides.tiles import TILE_FIELDS, Applied, as_mapping, merged, overridden

__all__ = ["TILE_FIELDS", "Applied", "as_mapping", "merged", "overridden"]
