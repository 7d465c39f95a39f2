"""What Gymnasium finds when it looks for environments: ``gymnasium.make("keyflower/Keyflower-v0")``.

It is named in the entry points of the package and loads nothing else: the environment is imported when it is made.
"""

from __future__ import annotations


def register_gymnasium() -> None:
    """Tell Gymnasium about the environment; Gymnasium calls this itself, with the namespace ``keyflower``."""
    from gymnasium import register

    register("Keyflower-v0", entry_point="keyflower.envs.gymnasium:KeyflowerEnv")
