"""Overrides: printed numbers replaced by data; see `keyflower.extend.overrides.apply` for how they are written."""

from keyflower.extend.overrides.apply import TILE_FIELDS, Applied, as_mapping, merged, overridden

__all__ = ["TILE_FIELDS", "Applied", "as_mapping", "merged", "overridden"]
