"""The messages that catalogues need: those in the source, and the names of everything that expansions add."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from keyflower.bots.by_name import BOTS, LEVELS
from keyflower.extend.effects import Effect
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import RESOURCE, SKILL, WORKER, GoodKind
from keyflower.extend.tiles import Face
from keyflower.facade.registry import builtin
from keyflower.kernel.text import AND, CAPITAL, COUNTED, OR, THEN, Listing, Message
from keyflower.model.actions import ACTIONS
from keyflower.model.enums import COLOURS, PURPLE, Season, TileKind
from keyflower.model.hexes import COMPASS
from keyflower.model.names import nameless, pieces_of, tile_name

ROOT: Final = Path(__file__).parents[1]
"""The folder of the package."""

FRONTS: Final = ("bots", "cli", "render", "review", "simulate", "web")
"""The parts of the package whose texts are in the catalogue ``fronts``."""

NOUNS: Final = (
    "worker",
    "skill",
    "resource",
    "point",
    "step",
    "upgrade",
    "tile",
    "boat",
    "action",
    "unseen",
    "purple",
)
"""Nouns that are counted besides the pieces of expansions."""


TERMS: Final = (
    "player", "screen", "behind the screen", "bag", "into the bag", "from the bag", "supply",
    "from the supply", "village", "pasture", "road", "field", "water", "season", "turn", "tile",
    "village tile", "home", "boat", "boat tile", "summer boat", "turn order tile", "front", "back", "bid",
    "auction", "outbid", "leading bid", "use", "production", "pass", "upgrade", "upgrade cost",
    "transport", "transport step", "transport capacity", "victory point", "victory points",
    "final scoring", "winner", "worker", "workers", "any worker", "random worker", "purple worker",
    "start player", "skill", "skill tile", "resource", "piece", "animal", "animals", "species", "breeding",
    "wheat", "colour",
)  # fmt: skip
"""Words of the game that stand alone: headings, captions, a glossary."""


TROUBLES: Final = {
    "ENOENT": "No such file or directory",
    "EACCES": "Permission denied",
    "EPERM": "Operation not permitted",
    "EISDIR": "Is a directory",
    "ENOTDIR": "Not a directory",
    "EEXIST": "File exists",
    "ENAMETOOLONG": "File name too long",
    "ENOSPC": "No space left on device",
    "EROFS": "Read-only file system",
    "EIO": "Input/output error",
    "EADDRINUSE": "Address already in use",
    "EADDRNOTAVAIL": "Cannot assign requested address",
}
"""System errors about files and addresses, for translation; in English the system's own words are used."""


@frozen(order=True)
class Needed:
    """A message that a catalogue needs."""

    context: str
    """What kind of name it is; empty for a sentence."""
    template: str
    """The English template, or the id of a name."""
    plural: str = ""
    """The English template for several."""
    hint: str = ""
    """What a translator should know: the English text of a name."""


def of_sources(folders: Iterable[Path]) -> Iterator[Needed]:
    """Iterate the messages of programs: every `phrase` and `phrases`, and the help of commands."""
    for folder in folders:
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            yield from of_program(path.read_text("utf-8"))


def of_program(source: str) -> Iterator[Needed]:
    """Iterate the messages of one program."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            yield Needed("", ast.get_docstring(node) or "")
        elif isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[Needed]:
    called = _called(node)
    texts = [
        part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    if called == "phrase" and len(texts) == 1:
        yield Needed("", texts[0])
    elif called == "refused" and len(node.args) == 3 and isinstance(node.args[2], ast.Constant):
        yield Needed("", str(node.args[2].value))
    elif called == "phrases" and len(texts) == 2:
        yield Needed("", texts[0], texts[1])
    elif called == "phrase_of" and len(texts) == 2:
        yield Needed(texts[0], texts[1])
    elif called == "name" and len(texts) >= 2:
        yield Needed(texts[0], texts[1], hint=texts[-1])
    elif called in ("Option", "Argument", "Typer"):
        for given in node.keywords:
            if given.arg in ("help", "metavar") and isinstance(given.value, ast.Constant):
                yield Needed("", str(given.value.value))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else str(getattr(node.func, "attr", ""))


def _makes_a_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _called(decorator) == "command"


def in_forms(messages: Iterable[Needed], forms: Iterable[str]) -> Iterator[Needed]:
    """Iterate what one language needs: each message, and each name in the other forms that the language declares.

    Args:
        messages: what every language needs.
        forms: contexts of names in a form, such as ``counted:object`` or ``good:of``.
    """
    declared = [(form.partition(":")[0], form) for form in forms]
    for message in messages:
        yield message
        for context, form in declared:
            if context == message.context:
                yield Needed(form, message.template, message.plural, message.hint)


def of_messages(texts: Iterable[object]) -> Iterator[Needed]:
    """Iterate the messages inside texts, however deep."""
    for text in texts:
        match text:
            case Message():
                if text.context != CAPITAL:
                    hint = str(text) if text.context else ""
                    yield Needed(text.context, text.template, text.plural, hint)
                yield from of_messages(text.gaps.values())
            case Listing():
                yield from of_messages(text.items)
            case _:
                pass


def of_expansion(expansion: Expansion) -> Iterator[Needed]:
    """Iterate the names of what an expansion brings, and the words of its tiles."""
    yield Needed("expansion", expansion.id, hint=expansion.title)
    yield from _plain("about", expansion.words)
    for variant in expansion.variants:
        yield Needed("variant", variant.title, hint=variant.id)
        yield from _plain("about", variant.words)
    for phase in expansion.phases:
        yield from _plain("phase", phase.title)
    for good in expansion.goods:
        yield Needed("good", good.id, hint=good.name)
        yield from of_messages([pieces_of(good.id, 1)])
    for action in expansion.actions:
        yield Needed("verb", action.verb, hint=f"what the word '{action.verb}' does")
    for kind in expansion.piece_kinds:
        yield Needed("good", kind.id, hint=kind.id)
        yield from of_messages(nameless(kind.id))
    for tile in expansion.tiles:
        yield from of_messages([tile_name(tile.name, tile.title), tile.words()])
        for face in tile.faces:
            yield from of_messages(effect.label for effect in _effects(face))


def _effects(face: Face) -> Iterator[Effect]:
    waiting = [face.use, *(power.effect for power in face.powers)]
    while waiting:
        effect = waiting.pop()
        if effect is not None:
            yield effect
            waiting.extend(effect.parts)


def _plain(context: str, text: str) -> Iterator[Needed]:
    if text:
        yield Needed(context, text)


def _core() -> Iterator[Needed]:
    for season in Season:
        yield Needed("season", season.value, hint=season.value)
        yield Needed("kind", f"{season.value}_{TileKind.VILLAGE.value}", hint=f"{season.value} village tile")
    for colour in (*COLOURS, PURPLE):
        yield Needed("colour", colour, hint=colour)
    for kind in TileKind:
        yield Needed("kind", kind.value, hint=f"{kind.value.replace('_', ' ')} tile")
    for noun in NOUNS:
        yield Needed(COUNTED, noun, noun, f"1 {noun}, 2 {noun}s")
    for good in (WORKER, SKILL, RESOURCE, PURPLE):
        yield Needed("good", good, hint=good)
    for good_kind in GoodKind:
        yield from of_messages(nameless(good_kind))
    for verb in (one.verb for one in ACTIONS):
        yield Needed("verb", verb, hint=f"what the word '{verb}' does")
    for edge in ("road", "field", "water"):
        yield Needed("edge", edge, hint=edge)
    for direction in COMPASS:
        yield Needed("direction", direction, hint=direction)
    for term in TERMS:
        yield Needed("term", term, hint=term)
    for code, said in TROUBLES.items():
        yield Needed("system", code, hint=said)
    for bot in (*BOTS, *LEVELS):
        yield Needed("bot", bot, hint=f"the bot '{bot}'")
    for word in (AND, OR, THEN):
        yield Needed("list", word)
        yield Needed("list:between", word)


def _folders() -> dict[str, list[Path]]:
    """Return the programs of each catalogue, by its package."""
    parts = [
        path for path in sorted(ROOT.iterdir()) if path.suffix == ".py" or (path / "__init__.py").exists()
    ]
    fronts = [path for path in parts if path.stem in FRONTS]
    own = {expansion.languages: [_home(expansion)] for expansion in builtin().expansions}
    core = [path for path in parts if path not in fronts and path.stem not in ("expansions", "languages")]
    return {"keyflower.languages.core": core, "keyflower.languages.fronts": fronts, **own}


def _home(expansion: Expansion) -> Path:
    return ROOT.parent.joinpath(*expansion.languages.split(".")).parent


def needed() -> dict[str, list[Needed]]:
    """Return what each built-in catalogue needs, by its package; what the core has is not needed elsewhere."""
    found = {package: [*of_sources(folders)] for package, folders in _folders().items()}
    found["keyflower.languages.core"] += _core()
    for expansion in builtin().expansions:
        found[expansion.languages] += of_expansion(expansion)
    seen: set[tuple[str, str]] = set()
    result: dict[str, list[Needed]] = {}
    for package, messages in found.items():
        result[package] = []
        for message in messages:
            key = message.context, message.template
            if key not in seen and any(letter.isalpha() for letter in _bare(message)):
                seen.add(key)
                result[package].append(message)
    return result


def needed_by(expansion: Expansion, folder: Path) -> list[Needed]:
    """Return what the catalogue of an expansion needs, without the messages that the built-in catalogues have.

    Args:
        expansion: the expansion.
        folder: the folder of its programs.
    """
    known = {(one.context, one.template) for messages in needed().values() for one in messages}
    found: dict[tuple[str, str], Needed] = {}
    for message in (*of_sources([folder]), *of_expansion(expansion)):
        key = message.context, message.template
        if key not in known and any(letter.isalpha() for letter in _bare(message)):
            found.setdefault(key, message)
    return [*found.values()]


def _bare(message: Needed) -> str:
    """Return the words of a message without its placeholders."""
    if message.context:
        return message.template
    return "".join(part.partition("}")[2] if "}" in part else part for part in message.template.split("{"))
