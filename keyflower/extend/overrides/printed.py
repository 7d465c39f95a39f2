"""Printed numbers: effects and scoring terms as plain data, in the words a catalogue of tiles is written in.

``{"gain": {"iron": 3}, "pay": {"anvil": 1}}`` is ``Pay(anvil=1) >> Gain(iron=3)``: `numbers` turns an effect into such
data, `effect_of` turns it back. Effects that look different from the printed ones have no such form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import fields, has

from keyflower.extend.costs import ANY, Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then

Numbers: TypeAlias = Mapping[str, object]
"""What is printed, field by field; missing fields are empty."""

EFFECT_FIELDS = ("pay", "gain", "draw_workers", "draw_skills", "one_of", "transport", "upgrades")
"""The fields of an effect, in the order in which they take place."""

DRAWS = ("draw_workers", "draw_skills")
"""The fields that may stand beside goods in a bundle such as ``{"wood": 1, "draw_skills": 1}``."""


def numbers(effect: Effect | None) -> Numbers | None:
    """Return the fields of an effect, or `None` if it is not made of them.

    >>> numbers(Pay(anvil=1) >> Gain(iron=3))
    {'pay': {'anvil': 1}, 'gain': {'iron': 3}}
    """
    found: dict[str, object] = {}
    if isinstance(effect, Then):
        first, *rest = effect.steps
        if not isinstance(first, Pay) or len(rest) != 1:
            return None
        found["pay"] = cost_numbers(first.price)
        effect = rest[0]
    for part in _parts(effect):
        entries = _part_numbers(part)
        if entries is None or set(entries) & set(found):
            return None
        found.update(entries)
    return found


def _parts(effect: Effect | None) -> Sequence[Effect]:
    if effect is None:
        return ()
    return effect.parts if isinstance(effect, AllOf) else (effect,)


def _part_numbers(part: Effect) -> Numbers | None:
    match part:
        case Gain():
            return {"gain": dict(part.goods.items())}
        case Draw():
            drawn = {"draw_workers": part.workers, "draw_skills": part.skills}
            return {name: number for name, number in drawn.items() if number}
        case Carry():
            return {"transport": part.capacity, "upgrades": part.upgrades}
        case OneOf():
            bundles = [_bundle_numbers(choice) for choice in part.choices]
            return None if None in bundles else {"one_of": bundles}
        case _:
            return None


def _bundle_numbers(effect: Effect) -> dict[str, object] | None:
    found = numbers(effect)
    if found is None or set(found) - {"gain", *DRAWS}:
        return None
    gained = found.get("gain", {})
    assert isinstance(gained, dict)
    return {**gained, **{name: found[name] for name in DRAWS if name in found}}


def cost_numbers(cost: Cost) -> dict[str, int]:
    """Return the pieces of a cost: ``{"wood": 1, "any_skill": 1}``."""
    return {**dict(cost.named.items()), **{f"{ANY}{kind}": number for kind, number in cost.any}}


def effect_of(
    *,
    pay: Mapping[str, int] | None = None,
    gain: Mapping[str, int] | None = None,
    draw_workers: int = 0,
    draw_skills: int = 0,
    one_of: Sequence[Mapping[str, int]] = (),
    transport: int = 0,
    upgrades: int = 0,
) -> Effect | None:
    """Return the effect that fields make; `None` if they are all empty."""
    parts: list[Effect] = []
    if gain:
        parts.append(Gain(**gain))
    if draw_workers or draw_skills:
        parts.append(Draw(workers=draw_workers, skills=draw_skills))
    if one_of:
        parts.append(OneOf(tuple(bundle_of(choice) for choice in one_of)))
    if transport or upgrades:
        # last: what is gained may be spent on the way at once
        parts.append(Carry(transport, upgrades=upgrades))
    if not parts:
        return None
    benefit = parts[0] if len(parts) == 1 else AllOf(tuple(parts))
    return Pay(**pay) >> benefit if pay else benefit


def bundle_of(bundle: Mapping[str, int]) -> Effect:
    """Return the effect that gives a bundle of goods and draws."""
    goods = {name: number for name, number in bundle.items() if name not in DRAWS}
    effect = effect_of(
        gain=goods,
        draw_workers=bundle.get("draw_workers", 0),
        draw_skills=bundle.get("draw_skills", 0),
    )
    assert effect is not None, "a bundle is not empty"
    return effect


# ---------------------------------------------------------------------- numbers of terms


def term_numbers(term: object) -> dict[str, object]:
    """Return every number of a frozen attrs value by field, those of its parts included.

    >>> from keyflower.extend import Need, PerSet
    >>> term_numbers(PerSet(3, (Need("worker", 5),)))
    {'points': 3, 'needs': [{'count': 5}]}
    """
    found = {name: _value_numbers(value) for name, value in attributes(term).items()}
    return {name: number for name, number in found.items() if number is not None}


def attributes(term: object) -> dict[str, object]:
    """Return the fields of an attrs value by name; none for any other."""
    kind = type(term)
    return {item.name: getattr(term, item.name) for item in fields(kind)} if has(kind) else {}


def _value_numbers(value: object) -> object:
    if is_number(value):
        return value
    if isinstance(value, tuple) and value and all(is_number(item) for item in value):
        return list(value)
    if isinstance(value, tuple) and value and all(has(type(item)) for item in value):
        parts = [term_numbers(item) for item in value]
        return parts if any(parts) else None
    return None


def is_number(value: object) -> bool:
    """Return whether a value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
