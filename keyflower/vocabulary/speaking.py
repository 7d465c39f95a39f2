"""Who speaks a language: the catalogues of `keyflower.languages`."""

from __future__ import annotations

from importlib import import_module

from keyflower.kernel.wording import Speaker, Spoken, speak_with


def speaker(language: Spoken, *catalogues: str) -> Speaker:
    """Return who speaks a language.

    Args:
        language: its code, such as ``uk``, or somebody who speaks it.
        catalogues: packages with texts of expansions that are not built in.

    Raises:
        UnknownName: if nobody speaks a language of that code.
    """
    if not isinstance(language, str):
        return language
    # The catalogues are far above this layer, so they are looked up by name when somebody asks for a language, as the
    # pictures are when somebody asks a village for one.
    found: Speaker = import_module("keyflower.languages").language(language, *catalogues)
    return found


speak_with(speaker)  # refusals and errors of the kernel are told in these languages too
