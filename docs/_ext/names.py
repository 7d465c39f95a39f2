"""Names in docstrings: single backticks link to what is documented, and so do types.

The docstrings write `Game.new`, whatever module it lives in. A name that exactly one documented object ends
with becomes a link. Types of Python itself, attrs and Hypothesis stay plain: a link would need their
inventory, and so the network.
"""

import builtins
import re
import sys
from typing import Any

from docutils import nodes
from docutils.utils import unescape
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext import napoleon
from sphinx.ext.napoleon.docstring import GoogleDocstring

FOREIGN = {*sys.stdlib_module_names, "attrs", "attr", "hypothesis", "np", "numpy"}
"""Modules whose names are not linked."""

CLASS = re.compile(r"[A-Z][a-z]\w*(\.\w+)*(\(\))?")
"""Code in a page that may be the name of a class or of a part of it."""

PRIVATE = {
    "NDArray": "an array of numpy",
    "_E": "the type variable of Scenario.events",
    "Random": "what Options.sample needs of random.Random",
    "Begins": "anything that begins the games of an environment",
    "BotPool": "the processes in which the bots of a server think",
    "Builder": "what collects the parts of a schema",
    "FilePath": "a path, or a file inside a package",
    "GameFeatures": "what GameRules makes of a view",
    "RuleChoice": "the arguments of Game.new as a value",
    "AnyGame": "a game of any kind, with any rules",
    "Said": "an action of a scenario, or its text",
    "Steps": "what lifts values of older logs, step by step",
    "Store": "a database of tables, as open_store returns it",
    "Thread": "how far a log has come with its chance source",
    "Versions": "ids of expansions with their versions",
}
"""Words that stand where a type stands, each with the reason why it has no page."""


def name_role(  # noqa: PLR0917  # as docutils calls it
    role: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = ()
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Write a name as code, to be linked if something documented has this name."""
    words = unescape(text)
    code = nodes.literal(words, words, classes=["xref", "py", "py-obj"])
    reference = pending_xref("", code, refdomain="py", reftype="name", reftarget=words.removesuffix("()"))
    reference["refdoc"] = inliner.document.settings.env.docname
    reference["refexplicit"] = False
    return [reference], []


def link_code(app: Sphinx, doctree: nodes.document) -> None:
    """Let `Game.new` in the text of a page link too: code that looks like a class, or a part of one."""
    for code in list(doctree.findall(nodes.literal)):
        words = code.astext()
        if not CLASS.fullmatch(words) or isinstance(
            code.parent, pending_xref | nodes.reference | nodes.title
        ):
            continue
        reference = pending_xref("", refdomain="py", reftype="name", reftarget=words.removesuffix("()"))
        reference["refdoc"] = app.env.docname
        reference["refexplicit"] = False
        code.replace_self(reference)
        reference += code


def _documented(env: BuildEnvironment, target: str) -> str | None:
    """Return the full name of the only documented object that a name means."""
    objects = env.domains.python_domain.objects
    if target in objects:
        return target
    found = {name for name in objects if name.endswith(f".{target}")}
    # a class is documented under its public name and known under its real one too
    plain = {name for name in found if not objects[name].aliased}
    found = plain or found
    if len(found) > 1:
        front = {name for name in found if name == f"keyflower.{target}"}
        found = front or found
    if len(found) == 1:
        return found.pop()
    return _documented(env, target.rpartition(".")[2]) if target.startswith("keyflower.") else None


def _foreign(target: str) -> bool:
    first = target.partition(".")[0]
    return first in FOREIGN or hasattr(builtins, target) or target.rpartition(".")[2] in PRIVATE


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Node) -> nodes.Node | None:
    """Link a Python name that Sphinx did not find by itself."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    full = _documented(env, target)
    if full is not None:
        domain = env.domains.python_domain
        return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", full, node, content)
    if node.get("reftype") == "name" or _foreign(target):
        return content
    return None


def google(  # noqa: PLR0917  # as autodoc calls it
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Read Google style; unlike for napoleon, an attribute's words before a colon are no type."""
    plain: Any = "function" if what in ("attribute", "data", "property") else what
    lines[:] = GoogleDocstring(lines, app.config, app, plain, name, obj, options).lines()


def setup(app: Sphinx) -> dict[str, bool]:
    for listener in list(app.events.listeners["autodoc-process-docstring"]):
        if listener.handler is napoleon._process_docstring:
            app.disconnect(listener.id)
    app.connect("autodoc-process-docstring", google)
    app.add_role("name", name_role)
    app.connect("doctree-read", link_code)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
