"""Finds the speaker of a language in the catalogues of `keyflower.languages`."""

from __future__ import annotations

from importlib import import_module

from keyflower.kernel.text import Speaker, Spoken, speak_with


def speaker(language: Spoken, *catalogues: str) -> Speaker:
    """Return the speaker of a language.

    Args:
        language: its code, such as ``uk``, or a speaker of it.
        catalogues: packages with texts of expansions that are not built in.

    Raises:
        UnknownName: if there is no language with that code.
    """
    if not isinstance(language, str):
        return language
    # The catalogues are far above this layer, so they are looked up by name when somebody asks for a language, as the
    # pictures are when somebody asks a village for one.
    found: Speaker = import_module("keyflower.languages").language(language, *catalogues)
    return found


speak_with(speaker)  # refusals and errors of the kernel are told in these languages too
