"""Checks of an expansion that need no game: ids, classes, words, composition, pictures of its tiles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, get_origin, get_type_hints

from attrs import NOTHING, fields, has

from keyflower.extend.effects import Effect, OneOf
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import GoodKind
from keyflower.extend.looks import is_drawing, named_in
from keyflower.extend.powers import SLOTS
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import MissingExtra
from keyflower.kernel.events import Event
from keyflower.kernel.fields import covered, undeclared
from keyflower.model.enums import PURPLE
from keyflower.model.errors import KeyflowerError
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.testing.expansion_report import Findings

_VERB: Final = re.compile(r"[a-z][a-z-]*")
_MUTABLE: Final = (list, dict, set, bytearray)


def check_parts(found: Findings, expansion: Expansion) -> None:
    """Check everything that can be seen without playing."""
    _check_ids(found, expansion)
    for kind in (*expansion.actions, *expansion.events, *expansion.handlers, *expansion.places):
        with found.guard("classes", kind.__name__):
            _check_class(found, kind)
    for action in expansion.actions:
        _check_action(found, action)
    for event in expansion.events:
        with found.guard("classes", event.__name__):
            _check_event(found, event)
    for place in expansion.places:
        with found.guard("classes", place.__name__):
            _check_place(found, expansion, place)
    for tile in expansion.tiles:
        with found.guard("words", tile.id):
            _check_words(found, tile)
        with found.guard("pictures", tile.id):
            _check_pictures(found, tile)
        with found.guard("json", tile.id):
            json.dumps(tile.to_data())
    _check_other_words(found, expansion)


# ---------------------------------------------------------------------- ids


def _check_ids(found: Findings, expansion: Expansion) -> None:
    own = f"{expansion.id}."
    tagged = [(event.__name__, event.tag) for event in expansion.events]
    tagged += [(task.__name__, task.tag) for task in expansion.handlers]
    tagged += [(place.__name__, place.tag) for place in expansion.places]
    tagged += [(f"phase {phase.id}", phase.id) for phase in expansion.phases]
    tagged += [(f"slot {slot}", slot) for slot in expansion.slots]
    for where, tag in tagged:
        text = f"{tag!r} must start with {own!r}, or another expansion may take it"
        found.expect("ids", where, text, that=tag.startswith(own))
    for action in expansion.actions:
        text = f"the verb {action.verb!r} must be one word of lower-case letters"
        found.expect("ids", action.__name__, text, that=_VERB.fullmatch(action.verb) is not None)
    for slot in expansion.slots:
        found.expect("ids", f"slot {slot}", "the engine has this slot already", that=slot not in SLOTS)
    found.expect("ids", expansion.id, "it needs a title", that=bool(expansion.title.strip()))
    found.expect(
        "ids", expansion.id, "it needs a version: logs carry it", that=bool(expansion.version.strip())
    )


# ---------------------------------------------------------------------- classes


def _is_frozen(kind: type) -> bool:
    return has(kind) and getattr(kind.__setattr__, "__name__", "") == "_frozen_setattrs"


def _check_class(found: Findings, kind: type) -> None:
    name = kind.__name__
    found.expect(
        "classes", name, "it must be a frozen attrs class: from attrs import frozen", that=_is_frozen(kind)
    )
    hints = get_type_hints(kind)
    if not has(kind):
        return
    for item in fields(kind):
        hint = hints[item.name]
        mutable = hint in _MUTABLE or get_origin(hint) in _MUTABLE
        found.expect(
            "classes", f"{name}.{item.name}", "values are immutable: use a tuple or a Pool", that=not mutable
        )
        default = item.default
        text = f"the default {default!r} cannot be compared and hashed"
        with found.guard("classes", f"{name}.{item.name}: {text}"):
            hash(default)


def _check_action(found: Findings, action: type[Action]) -> None:
    name = action.__name__
    spoken = any("__str__" in vars(base) for base in action.__mro__ if base is not object)
    found.expect("notation", name, "it needs a __str__ that starts with its verb", that=spoken)
    read = any("parse" in vars(base) for base in action.__mro__ if base is not Action)
    found.expect(
        "notation", name, "it needs a classmethod parse(words, rest) that reads str(action)", that=read
    )


def _check_event(found: Findings, event: type[Event]) -> None:
    name = event.__name__
    applied = any("apply" in vars(base) for base in event.__mro__ if base is not Event)
    found.expect("classes", name, "it needs a method apply(draft)", that=applied)
    if not has(event) or any("redacted" in vars(base) for base in event.__mro__ if base is not Event):
        return
    hints = get_type_hints(event)
    for field, _ in covered(event):
        text = "a secret field is a Pool, a text or a tuple of them: only those can be masked"
        maskable = hints[field] in (Pool, str) or get_origin(hints[field]) is tuple
        found.expect("redaction", f"{name}.{field}", text, that=maskable)


def _check_place(found: Findings, expansion: Expansion, place: type[OwnPlace]) -> None:
    name = place.__name__
    found.expect(
        "words", name, "it needs a title: pictures and texts show it", that=bool(place.title.strip())
    )
    for field in undeclared(place):
        found.expect("classes", f"{name}.{field}", "declare it with open_() or held()", that=False)
    kind: type = place
    bare = [item.name for item in fields(kind) if item.init and item.default is NOTHING]
    for field in bare:
        text = "it needs a default: a place is not there until something lies in it"
        found.expect("classes", f"{name}.{field}", text, that=False)
    kinds = {*GoodKind, *(kind.id for kind in expansion.piece_kinds)}
    hints = get_type_hints(place)
    for field, says in covered(place):
        text = "a hidden field is a Pool that says of which kind its pieces are, as in held(of='skill')"
        found.expect("redaction", f"{name}.{field}", text, that=hints[field] is Pool and says.of in kinds)


# ---------------------------------------------------------------------- words and pictures


def _effects(tile: Tile) -> Iterator[Effect]:
    """Iterate every effect of a tile, and the effects they are made of."""
    roots = [tile.goods, *(face.use for face in tile.faces)]
    roots += [power.effect for face in tile.faces for power in face.powers]
    left = [effect for effect in roots if effect is not None]
    while left:
        effect = left.pop()
        left += effect.parts
        yield effect


def _check_words(found: Findings, tile: Tile) -> None:
    found.expect("words", tile.id, "it needs a title", that=bool(tile.title.strip()))
    found.expect("words", tile.id, "its words are empty", that=bool(tile.words().strip()))
    for effect in _effects(tile):
        where = f"{tile.id}, {type(effect).__name__}"
        found.expect("words", where, "it has no words", that=bool(effect.words().strip()))
        label = effect.label
        text = f"its label {label!r} must be one word: players say it to choose"
        found.expect("words", where, text, that=bool(label) and not re.search(r"\s", label))
        found.expect("classes", where, "it must be a frozen attrs class", that=_is_frozen(type(effect)))
        if isinstance(effect, OneOf):
            labels = [choice.label for choice in effect.choices]
            text = f"choices cannot be told apart: {', '.join(labels)}"
            found.expect("words", where, text, that=len(set(labels)) == len(labels))
    for face in tile.faces:
        for term in face.scores:
            where = f"{tile.id}, {type(term).__name__}"
            found.expect("words", where, "it has no words", that=bool(term.words().strip()))
            found.expect("classes", where, "it must be a frozen attrs class", that=_is_frozen(type(term)))
        for power in face.powers:
            found.expect(
                "words", f"{tile.id}, {power.slot}", "it has no words", that=bool(power.words().strip())
            )


def _check_other_words(found: Findings, expansion: Expansion) -> None:
    for variant in expansion.variants:
        text = "a variant needs a title and words"
        found.expect("words", variant.id, text, that=bool(variant.title.strip() and variant.words.strip()))
    for phase in expansion.phases:
        found.expect("words", phase.id, "a phase needs a title", that=bool(phase.title.strip()))


def _check_pictures(found: Findings, tile: Tile) -> None:
    from keyflower import render

    text = render.tile_text(tile)
    found.expect("pictures", tile.id, "the picture as text is empty", that=bool(text.strip()))
    for side in range(len(tile.faces)):
        try:
            picture = render.tile_svg(tile, side=side)
        except MissingExtra as error:
            note = f"no pictures were drawn: {error}"
            found.notes += [] if note in found.notes else [note]
        else:
            found.expect("pictures", tile.id, "the picture is not SVG", that=picture.lstrip().startswith("<"))


def check_looks(found: Findings, expansion: Expansion, ruleset: Ruleset) -> None:
    """Check that looks show pieces of the rules only, and that every piece can be drawn."""
    drawn: list[tuple[str, object]] = []
    shapes = [(good.id, good.look) for good in expansion.goods]
    shapes += [(kind.id, kind.look) for kind in expansion.piece_kinds]
    drawn += [(where, shape.shows) for where, shape in shapes if shape is not None]
    for tile in expansion.tiles:
        parts = (*(part for face in tile.faces for part in (*face.scores, *face.powers)), *_effects(tile))
        drawn += [(f"{tile.id}, {type(part).__name__}", getattr(part, "look", None)) for part in parts]
    kinds = {*GoodKind, *ruleset.piece_kinds}
    for where, look in drawn:
        if look is None:
            continue
        found.look("looks")
        if not is_drawing(look):
            found.add(
                "looks", where, f"a look is made of drawing words such as Piece('wood'), not {look!r:.60}"
            )
            continue
        for name, of_kind in named_in(look):
            text = f"its look shows {name!r}, but there is no such {'kind of piece' if of_kind else 'piece'}"
            found.expect("looks", where, text, that=name in (kinds if of_kind else {*ruleset.goods, PURPLE}))
    _check_sprite(found, expansion, ruleset)


def _check_sprite(found: Findings, expansion: Expansion, ruleset: Ruleset) -> None:
    from keyflower import render

    try:
        sheet = render.sprite(ruleset)
    except MissingExtra as error:
        note = f"no pictures were drawn: {error}"
        found.notes += [] if note in found.notes else [note]
        return
    for good in expansion.goods:
        text = "the sheet of symbols does not have it"
        found.expect("looks", good.id, text, that=f'id="kf-piece-{good.id}"' in sheet)


# ---------------------------------------------------------------------- composition


def mixtures(
    found: Findings, expansion: Expansion, others: Sequence[Expansion]
) -> list[tuple[str, tuple[Expansion, ...], Ruleset]]:
    """Return the rules to play with: the expansion by itself, and together with everything built in, if it fits."""
    mixed: list[tuple[str, tuple[Expansion, ...], Ruleset]] = []
    taken = {expansion.id, *(other.id for other in others)}
    more = [built for built in builtin().expansions if built.id not in taken]
    choices: list[tuple[str, tuple[Expansion, ...]]] = [("alone", (*others, expansion))]
    if expansion.id not in {built.id for built in builtin().expansions}:
        extra = [built for built in more if built.id != "base"]
        choices += [(f"with {built.id}", (*others, expansion, built)) for built in extra]
    for name, together in choices:
        found.look("composition")
        try:
            mixed.append((name, together, resolve(together)))
        except KeyflowerError as error:
            found.add("composition", name, str(error))
            continue
        for variant in expansion.variants:
            found.look("composition")
            try:
                resolve(together, variants=[variant.id])
            except KeyflowerError as error:
                found.add("composition", f"{name}, variant {variant.id}", str(error))
    return mixed
