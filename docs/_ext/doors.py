"""Public doors: which modules people import from, and a directive that documents names under them.

A class is documented under the path people import it from (`keyflower.Lot`), wherever it is defined
(`keyflower.model.lots`). A page that cites a module which is not a door stops the build.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

REFERENCE = Path(__file__).parents[1] / "reference"

DOORS = (
    "keyflower",
    "keyflower.auction",
    "keyflower.bots",
    "keyflower.cli.game_command",
    "keyflower.cli.keyboard",
    "keyflower.declaration",
    "keyflower.envs",
    "keyflower.events",
    "keyflower.expansions.base",
    "keyflower.expansions.farmers",
    "keyflower.expansions.merchants",
    "keyflower.extend",
    "keyflower.fast",
    "keyflower.kernel",
    "keyflower.kernel.testing",
    "keyflower.languages",
    "keyflower.languages.extraction",
    "keyflower.layout",
    "keyflower.logs",
    "keyflower.registry",
    "keyflower.render",
    "keyflower.render.canvas",
    "keyflower.render.drawing",
    "keyflower.review",
    "keyflower.schema",
    "keyflower.schema.any_game",
    "keyflower.scoring",
    "keyflower.simulate",
    "keyflower.testing",
    "keyflower.testing.strategies",
    "keyflower.web",
    "keyflower.words",
)
"""The modules people import from; for tests of other games there are also the kernel's laws."""

GROUPS = ("keyflower.expansions",)
"""Packages that only hold doors."""

MODULES = re.compile(r"~?\b(?:keyflower|collections|typing|random)\.(?:[a-z_]\w*\.)*(?=\w)")
"""The modules in front of a type."""

CITED = re.compile(r"\bkeyflower(?:\.[A-Za-z_]\w*)+")


def doors() -> frozenset[str]:
    """Return every public module."""
    pages = "".join(page.read_text("utf-8") for page in REFERENCE.glob("*.md"))
    return frozenset((*DOORS, *re.findall(r"automodule:: (keyflower\.kernel[\w.]*)", pages)))


def door(name: str) -> ModuleType:
    """Return a public module by its name."""
    return import_module(name)


def offers(module: ModuleType, name: str) -> bool:
    """Whether a module has a name that is not a module itself."""
    if name in getattr(module, "__all__", ()):
        return True
    return not isinstance(getattr(module, name, module), ModuleType)


def is_public(cited: str, known: frozenset[str]) -> bool:
    """Whether a dotted name is a public module or something that one offers."""
    parts = cited.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        if module in GROUPS:
            return length == len(parts)
        if module in known:
            offered = parts[length : length + 1]
            return not offered or offers(door(module), offered[0])
    return False


def private_modules(text: str, known: frozenset[str]) -> list[str]:
    """Return what a text cites although it is not public."""
    return sorted({cited for cited in CITED.findall(text) if not is_public(cited, known)})


# ---------------------------------------------------------------------- the names of a door


def names(door_name: str, home: str) -> Iterator[tuple[str, object, str]]:
    """Yield what a door offers from the module where it is defined: name, value, docstring of data."""
    from sphinx.pycode import ModuleAnalyzer

    module = import_module(f"keyflower.{home}") if home else door(door_name)
    described = {
        name: lines
        for (scope, name), lines in ModuleAnalyzer.for_module(module.__name__).find_attr_docs().items()
        if not scope
    }
    front, listed = door(door_name), _offered(door_name)
    for name, value in vars(module).items():
        defined = getattr(value, "__module__", None) == module.__name__ or not home
        if (defined or name in described) and name in listed and getattr(front, name) is value:
            yield name, value, "\n".join(described.get(name, ()))


def _offered(door_name: str) -> tuple[str, ...]:
    module = door(door_name)
    listed = getattr(module, "__all__", None)
    return tuple(listed) if listed is not None else tuple(name for name in vars(module) if name[0] != "_")


def directive_for(path: str, value: object, words: str) -> str:
    """Return the directive that documents one name."""
    if words:
        value_text = repr(value)
        shown = (
            f"   :value: {value_text}\n" if len(value_text) < 60 and "keyflower." not in value_text else ""
        )
        body = "\n".join(f"   {line}" for line in words.split("\n"))
        module, _, name = path.rpartition(".")
        return f".. py:currentmodule:: {module}\n\n.. py:data:: {name}\n{shown}\n{body}\n"
    if inspect.isclass(value):
        return f".. {'autoexception' if issubclass(value, Exception) else 'autoclass'}:: {path}\n"
    if callable(value) and inspect.isfunction(inspect.unwrap(value)):
        return f".. autofunction:: {path}\n"
    return f".. autodata:: {path}\n   :no-value:\n"


DIRECTIVE = re.compile(r"^\.\. ([\w:-]+):: (\S+)\n((?:   +:.*\n)*)", re.MULTILINE)


def documented() -> frozenset[str]:
    """Return every name that a page of the reference describes, under the module it is imported from."""
    found: set[str] = set()
    for page in REFERENCE.glob("*.md"):
        module = ""
        for kind, target, lines in DIRECTIVE.findall(page.read_text("utf-8")):
            options = dict(re.findall(r":([\w-]+): ?(.*)", lines))
            if kind in {"py:currentmodule", "py:module"}:
                module = target
            elif kind == "names-of":
                only, skipped = (options.get(key, "").split() for key in ("only", "except"))
                offered = {name for name, _, _ in names(target, options.get("home", ""))}
                found |= {f"{target}.{name}" for name in offered.intersection(only or offered) - {*skipped}}
            elif kind == "automodule":
                found |= (
                    set() if "no-members" in options else {f"{target}.{name}" for name in _offered(target)}
                )
            elif kind == "py:data" and not target.startswith("keyflower."):
                found.add(f"{module}.{target}")
            else:
                found.add(target)
    return frozenset(found)


# ---------------------------------------------------------------------- for Sphinx


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from docutils.parsers.rst import directives
    from sphinx.util import logging
    from sphinx.util.docutils import SphinxDirective

    class NamesOf(SphinxDirective):
        """The names that a door offers, or those of them that one module defines."""

        required_arguments = 1
        option_spec = dict.fromkeys(("home", "only", "except"), directives.unchanged)

        def run(self) -> list[nodes.Node]:
            door_name = self.arguments[0]
            only, skipped = (self.options.get(key, "").split() for key in ("only", "except"))
            texts = [
                directive_for(f"{door_name}.{name}", value, words)
                for name, value, words in names(door_name, self.options.get("home", ""))
                if name not in skipped and (not only or name in only)
            ]
            if not texts:
                raise self.error(f"{door_name} offers nothing from {self.options.get('home')}")
            return list(self.parse_text_to_nodes("\n".join(texts)))

    def public_titles(app: Any, doctree: nodes.document, docname: str) -> None:
        """Let the hint of a link say the public name, and complain about private modules in the text."""
        objects = app.env.domains.python_domain.objects
        public = {(one.docname, one.node_id): name for name, one in objects.items() if not one.aliased}
        for link in doctree.findall(nodes.reference):
            one = objects.get(link.get("reftitle", ""))
            if one is not None:
                link["reftitle"] = public.get((one.docname, one.node_id), link["reftitle"])
        hints = " ".join(link.get("reftitle", "") for link in doctree.findall(nodes.reference))
        for cited in private_modules(f"{doctree.astext()} {hints}", known):
            logging.getLogger(__name__).warning(
                "the page cites a private module: %s", cited, location=docname
            )

    def short_types(*of_autodoc: Any) -> tuple[str, str] | None:
        """Leave the modules out of a signature that Sphinx cannot read, because a default is not Python."""
        arguments, returns = of_autodoc[-2:]
        try:
            ast.parse(f"def _{arguments or '()'}: ...")
        except SyntaxError:
            return MODULES.sub("", arguments), returns
        return None

    known = doors()
    app.add_directive("names-of", NamesOf)
    app.connect("autodoc-process-signature", short_types)
    app.connect("doctree-resolved", public_titles)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
