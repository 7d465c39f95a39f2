"""The table of refusal codes, collected from every `Refusal(code, message, rule)` and every
`refused(code, rule, template)` in the source.

`collect` needs nothing but the source; the directive `refusal-codes` makes a table of it. A code that is put
together (`f"{room}.purple"`) is spelt out with `PARTS`; a part that is not there is an error, not a gap.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

GAP = re.compile(r"\{\w+\}")
PACKAGE = Path(__file__).parents[2] / "keyflower"

COMPUTED = {
    "game.over": "the game is over: nobody can act any more",
    "game.other-version": "this game was played with …, and version … does not continue it",
    "turn.not-yours": "it is not …'s turn to decide, but …'s",
    "bid.not-in-hand": "you have only … behind your screen",
    "use.not-in-hand": "you have only … behind your screen",
    "move.not-there": "there is no … on …, only …",
    "place.occupied": "… already lies at …",
    "place.apart": "no tile of the village shares an edge with …",
    "place.rotation": "there is no rotation …: rotations are 0 to 5",
    "place.clash": "edges do not match: …",
}
"""Messages that are not written where the code is."""


MEANINGS = {
    "speech.option": "The action cannot be spelt out word by word, because it is not an option.",
    "speech.word": "No option continues with this word.",
    "bid.boat": "Nobody bids for boats. They are chosen at the end of the season.",
    "bid.colour": "The tile is locked to another colour.",
    "bid.mixed-colours": "A bid has workers of more than one colour.",
    "bid.no-lot": "The tile is not in the auction area.",
    "bid.no-worker": "The bid contains a piece that is not a worker.",
    "bid.no-workers": "The bid has no workers at all.",
    "bid.not-in-hand": "You do not have these workers.",
    "bid.other-colour": "You already have a group there. It can only grow in its own colour.",
    "bid.own-group": "Your group on that tile counts anyway, so do not add it to the bid.",
    "bid.purple": "The purple worker cannot bid.",
    "bid.too-low": "Your total on the tile would not exceed every other group there.",
    "breeding.choose": "The supply is short. First say where the animal is born.",
    "breeding.pasture": "No animal is born on that pasture.",
    "breeding.species": "It is another species' turn to breed.",
    "choose.expected": "The tile gives one of several things. Choose one first.",
    "choose.unavailable": "The tile does not offer this, or the supply has none left.",
    "game.over": "The game has ended.",
    "game.other-version": "The game was played with another version of an expansion. It can only be read.",
    "group.leading": "A leading group is frozen. Only an outbid group may move.",
    "group.none": "You have no group on that tile.",
    "group.twice": "The same group is named twice.",
    "compound.over": "A compound action has more steps than there are decisions.",
    "haul.expected": "You are transporting: move, spend, upgrade, or say done.",
    "move.no-points": "The move needs more points than you have left.",
    "move.no-tile": "The tile or pasture is not in your village.",
    "move.no-way": "No road leads there, or for animals, no chain of pastures.",
    "move.not-there": "The piece does not lie there.",
    "move.nowhere": "The move starts and ends in the same place.",
    "move.other-species": "There is another species on the pasture where the move ends.",
    "offer.expected": "Winter begins, so first choose which winter tiles to offer.",
    "offer.none": "The offer is empty.",
    "offer.not-dealt": "The offer contains a tile that was not dealt to you.",
    "offer.twice": "A tile is offered twice.",
    "pay.expected": "The use has a cost. First say what you pay with.",
    "pay.unfit": "The piece does not fit the cost, or you do not have it.",
    "place.apart": "No tile of the village shares an edge with the cell.",
    "place.clash": "At least one shared edge does not match.",
    "place.expected": "You have won tiles. Lay them first.",
    "place.laid": "The tile has already been laid, and tiles are never moved.",
    "place.not-won": "You have not won this tile this season.",
    "place.occupied": "There is already a tile on that cell.",
    "place.rotation": "There is no such rotation.",
    "contract.expected": "The tile gives a contract. Take one first.",
    "contract.not-there": "The contract is not in the open row, or the deck is empty.",
    "exchange.none-left": "Everybody can see that the piece is not there.",
    "exchange.not-held": "You do not have this contract.",
    "exchange.not-named": "The contract does not name this piece.",
    "extend.colour": "The tile has another colour this season.",
    "extend.cost": "The pieces you named do not match the cost exactly.",
    "extend.no-points": "No upgrade point is left.",
    "extend.no-skill": "You do not have these skill tokens.",
    "extend.no-worker": "You do not have these workers.",
    "extend.not-on-tile": "These resources are not on the tile.",
    "extend.not-there": "The extension is not in the supply.",
    "extend.not-upgraded": "Only upgraded tiles get extensions.",
    "extend.not-yours": "The tile is not in your village.",
    "extend.twice": "The tile already has an extension.",
    "put.expected": "You have new animals. Put them on pastures first.",
    "put.no-pasture": "The pasture does not touch the tile that receives the animal.",
    "put.none-left": "The supply has no such animal.",
    "put.other-animal": "Another animal has to be put on a pasture first.",
    "put.other-species": "There is another species on the pasture.",
    "replace.expected": "The boat you have taken has no winter side. Replace it first.",
    "replace.in-play": "The boat is in play, or it has left the game.",
    "spend.none": "You have no piece that gives transport points.",
    "question.open": "A question is open that has to be answered first.",
    "take.expected": "Choose a boat first.",
    "take.not-free": "The boat is taken or not in this game.",
    "task.automatic": "This step happens automatically. Nobody is asked.",
    "turn.expected": "A turn is a bid, a use or a pass.",
    "turn.not-yours": "Somebody else decides now.",
    "undo.answered": "Somebody else has acted since, so you cannot take it back alone.",
    "undo.nothing": "You have not acted yet.",
    "undo.revealed": "Something hidden has been revealed since, and nobody can unsee it.",
    "upgrade.cost": "The pieces you named do not match the cost exactly.",
    "upgrade.no-points": "No upgrade point is left.",
    "upgrade.no-skill": "You do not have these skill tokens.",
    "upgrade.not-there": "These resources are not on the tile.",
    "upgrade.not-yours": "The tile is not in your village.",
    "upgrade.one-sided": "This kind of tile is never upgraded.",
    "upgrade.twice": "The tile is already upgraded.",
    "use.cannot-pay": "You cannot place these workers and also pay the cost.",
    "use.colour": "The tile is locked to another colour.",
    "use.mixed-colours": "The use has workers of more than one colour.",
    "use.no-tile": "The tile is neither in a village nor in the auction area.",
    "use.no-worker": "The use contains a piece that is not a worker.",
    "use.no-workers": "The use has no workers at all.",
    "use.not-in-hand": "You do not have these workers.",
    "use.not-usable": "The tile has nothing to use, or it is a winter tile in the auction.",
    "use.purple": "The purple worker cannot use a tile.",
    "use.too-few": "The use does not have more workers than the use before it this season.",
    "use.too-many": "The tile would have more than six workers this season.",
}
"""What each code means, in words; a code without a meaning, or a meaning without a code, stops the build."""


class Code(NamedTuple):
    """One refusal code."""

    code: str
    meaning: str
    message: str
    rule: str
    where: str


@dataclass
class Source:
    """One file of the package, read."""

    path: Path
    tree: ast.Module

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(PACKAGE.parent).with_suffix("").parts)


def sources() -> list[Source]:
    return [Source(path, ast.parse(path.read_text("utf-8"))) for path in sorted(PACKAGE.rglob("*.py"))]


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def _misfits(read: Iterable[Source]) -> tuple[str, ...]:
    """Return the reasons of every `Misfit(...)`, which are parts of codes too."""
    found = {
        text
        for source in read
        for call in _calls(source.tree, "Misfit")
        if (text := _text(call.args[0])) is not None
    }
    return tuple(sorted(found))


def _paragraphs(read: Iterable[Source]) -> dict[str, tuple[str, ...]]:
    """Return the paragraphs that Keyflower declares for what the kernel refuses."""
    return {
        f"PARAGRAPHS.{given.arg}": (text,)
        for source in read
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "kernel.Paragraphs"
        for given in node.keywords
        if (text := _text(given.value)) is not None
    }


def _text(node: ast.expr) -> str | None:
    """Return the text that a constant is, None for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _assigned(node: ast.Name, source: Source) -> ast.expr:
    """Return what was last assigned to a name before it is used."""
    found = [
        other
        for other in ast.walk(source.tree)
        if isinstance(other, ast.Assign)
        and isinstance(other.targets[0], ast.Name)
        and other.targets[0].id == node.id
        and other.lineno < node.lineno
    ]
    if not found:
        raise ValueError(
            f"{source.module}: a part of a refusal that cannot be read from the source: {node.id}"
        )
    return max(found, key=lambda other: other.lineno).value


def _spelt(node: ast.expr, source: Source, parts: dict[str, tuple[str, ...]]) -> list[str]:
    """Return every text that an expression can be, in order."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.Name():
            return _spelt(_assigned(node, source), source, parts)
        case ast.Attribute(value=ast.Attribute(attr="PARAGRAPHS"), attr=what):
            return [*parts[f"PARAGRAPHS.{what}"]]
        case ast.IfExp(body=first, orelse=second):
            return [*_spelt(first, source, parts), *_spelt(second, source, parts)]
        case ast.JoinedStr():
            texts = [""]
            for value in node.values:
                choices: tuple[str, ...] = (_text(value) or "",)
                if isinstance(value, ast.FormattedValue):
                    choices = parts[ast.unparse(value.value)]
                texts = [text + choice for text in texts for choice in choices]
            return texts
        case _:
            raise ValueError(
                f"{source.module}: a refusal that cannot be read from the source: {ast.unparse(node)}"
            )


def _template(node: ast.expr, source: Source) -> str:
    """Return a message with an ellipsis for every part that is filled in."""
    match node:
        case ast.Constant(value=str() as text):
            return GAP.sub("…", text)
        case ast.JoinedStr():
            return "".join(
                "…" if isinstance(value, ast.FormattedValue) else _text(value) or "" for value in node.values
            )
        case ast.Call(func=ast.Name(id="phrase"), args=[ast.Constant(value=str() as text)]):
            return GAP.sub("…", text)
        case ast.Call(func=ast.Name(id="phrases"), args=[_, ast.Constant(value=str() as text), _]):
            return GAP.sub("…", text)
        case ast.Name():
            return _template(_assigned(node, source), source)
        case _:
            return ""


def collect() -> list[Code]:
    """Return every refusal code of the package, sorted."""
    read = sources()
    parts = {"room": ("bid", "use"), "misfit.reason": _misfits(read), **_paragraphs(read)}
    parts["domain.kind"] = ()  # no field of Keyflower's own has a rule about its names
    found: dict[str, Code] = {}
    for source in read:
        made = [call.args for call in _calls(source.tree, "Refusal") if ast.unparse(call.args[0]) != "code"]
        refused = [call.args for call in _calls(source.tree, "refused")]
        for code, message, rule in (*made, *((code, message, rule) for code, rule, message in refused)):
            codes = _spelt(code, source, parts)
            rules = _spelt(rule, source, parts) if codes else []
            rules = rules if len(rules) == len(codes) else rules[:1] * len(codes)
            for text, paragraph in zip(codes, rules, strict=True):
                words = COMPUTED.get(text) or _template(message, source)
                if "room" in ast.unparse(message):
                    words = words.replace("a …", f"a {text.partition('.')[0]}")
                found.setdefault(text, Code(text, MEANINGS.get(text, ""), words, paragraph, source.module))
    strange = found.keys() ^ MEANINGS.keys()
    if strange:
        raise ValueError(f"codes without a meaning, or meanings without a code: {', '.join(sorted(strange))}")
    return [found[code] for code in sorted(found)]


def rule_label(rule: str) -> str:
    """Return the label of the paragraph that a rule is in: 2.5.3 is in 2.5; expansions may have pages of their own."""
    page, _, paragraph = rule.rpartition(" ")
    return f"{page or 'rules'}-" + "-".join(paragraph.split(".")[:2])


# ---------------------------------------------------------------------- for Sphinx


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.util.docutils import SphinxDirective

    def cell(*children: nodes.Node) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *children))

    class RefusalCodes(SphinxDirective):
        """The table of all codes."""

        def row(self, code: Code) -> nodes.row:
            link: nodes.Node = nodes.Text("")  # some refusals come from no rule of the game
            if code.rule:
                link = pending_xref(
                    "",
                    nodes.inline(code.rule, code.rule),
                    refdomain="std",
                    reftype="ref",
                    reftarget=rule_label(code.rule),
                    refexplicit=True,
                    refwarn=True,
                    refdoc=self.env.docname,
                )
            name = nodes.literal(code.code, code.code)
            target = nodes.target("", "", name, ids=[f"refusal-{code.code.replace('.', '-')}"])
            message = nodes.paragraph("", "", nodes.emphasis(code.message, code.message), classes=["message"])
            words = nodes.entry("", nodes.paragraph(code.meaning, code.meaning), message)
            return nodes.row("", cell(target), words, cell(link))

        def run(self) -> list[nodes.Node]:
            head = nodes.row(
                "", *(cell(nodes.Text(text)) for text in ("Code", "When, and the message", "Rule"))
            )
            group = nodes.tgroup("", cols=3)
            group += [nodes.colspec(colwidth=width) for width in (28, 60, 12)]
            group += nodes.thead("", head)
            group += nodes.tbody("", *(self.row(code) for code in collect()))
            for path in PACKAGE.rglob("*.py"):
                self.env.note_dependency(str(path))
            return [nodes.table("", group, classes=["refusals"])]

    app.add_directive("refusal-codes", RefusalCodes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
