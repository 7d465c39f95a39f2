"""An atheris target: whatever bytes come in, reading, replaying and restoring raise `LogError` or nothing.

Run it with real logs as seeds, for example for ten minutes:

    mkdir -p /tmp/corpus && python tests/fuzz/fuzz_log.py --seed-corpus /tmp/corpus
    nice python tests/fuzz/fuzz_log.py /tmp/corpus -max_total_time=600 -max_len=60000

Inputs that start with a 1 get digests that fit, so that the fuzzer comes past them into codec, engine and
fold; the mutator changes values inside the JSON as often as bytes.
"""

import json
import random
import sys
from pathlib import Path

import atheris  # type: ignore[import-untyped]  # it has no types

with atheris.instrument_imports(include=["keyflower"]):
    import keyflower as kf
    from keyflower.facade import game, soundness  # noqa: F401  # imported here so that atheris instruments them
    from keyflower.facade.data import codec  # noqa: F401  # as above
    from keyflower.kernel.json_text import compact, digested, read


def resealed(text: bytes) -> bytes:
    """Give the entries of a text digests that fit, as far as its lines are JSON."""
    lines, total = [], ""
    for number, line in enumerate(text.split(b"\n")):
        try:
            data = read(line.decode("utf-8"))
        except (kf.LogError, UnicodeDecodeError):
            return text
        if not isinstance(data, dict):
            return text
        data.pop("sum", None)
        body = compact(data)
        if number == 0:
            total = digested(body)
        elif data.get("kind") == "entry":
            total = digested(total + body)
            body = f'{body[:-1]},"sum":"{total}"}}'
        lines.append(body.encode("utf-8"))
    return b"\n".join(lines)


def test_one_input(data: bytes) -> None:
    """Read, replay, restore, redact and view."""
    text = resealed(data[1:].rstrip(b"\n")) if data[:1] == b"1" else data
    try:
        found = kf.EventLog.loads(text)
    except kf.LogError:
        return
    for back in (found.replay, found.restore):
        try:
            game = back()
        except (kf.LogError, kf.HiddenInformation):
            continue
        for decision in game.decisions.values():
            len(decision.options)
        game.log.redacted(0).view()
    if found.viewer is not None:
        try:
            found.view()
        except kf.LogError:
            return


ODD: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1,
    2,
    99,
    2**53,
    "",
    "?",
    "R1",
    "?1",
    "wood1",
    "home_1",
    [],
    {},
    [[0, 0]],
    "use.0.0",
    "spring",
)


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """Change a value inside a line of JSON, or move a line; else let libFuzzer change bytes."""
    rng = random.Random(seed)
    lines = data[1:].rstrip(b"\n").split(b"\n")
    if rng.random() < 0.3 or data[:1] != b"1":
        return bytes(atheris.Mutate(data, longest))
    place = rng.randrange(len(lines))
    if rng.random() < 0.1:
        lines.insert(place, lines.pop(rng.randrange(len(lines))))
        return b"\n".join((data[:1] + lines[0], *lines[1:]))[:longest]
    try:
        inner = whole = json.loads(lines[place])
        found = [whole]
        while isinstance(inner, dict | list) and inner:
            keys = list(inner) if isinstance(inner, dict) else range(len(inner))
            key = rng.choice(keys)
            if not isinstance(inner[key], dict | list) or not inner[key] or rng.random() < 0.2:
                inner[key] = rng.choice([*ODD, *found[-2:]])
                break
            inner = inner[key]
            found.append(json.loads(json.dumps(inner)))
        lines[place] = json.dumps(whole).encode()
    except ValueError:
        return bytes(atheris.Mutate(data, longest))
    return b"\n".join((data[:1] + lines[0], *lines[1:]))[:longest]


def write_seeds(folder: Path) -> None:
    """Write short real logs, whole and redacted, as the first corpus."""
    from tests.support.random_games import EVERY_KIND, whole_game

    for number, table in enumerate(EVERY_KIND[::3]):
        moments = whole_game(table)
        for place in (0, 3, 12, len(moments) // 2, len(moments) - 1):
            whole = moments[place].log
            texts = [whole.dumps(), whole.redacted(0).dumps()]
            if place == 12:
                texts.append(moments[place].view(0).sample(random.Random(number)).log.dumps())
            for kind, text in enumerate(texts):
                (folder / f"{number}-{place}-{kind}").write_bytes(b"1" + text.encode())
                header, *_ = text.split("\n")
                assert json.loads(header)["kind"] == "header"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    if sys.argv[1:2] == ["--seed-corpus"]:
        write_seeds(Path(sys.argv[2]))
    else:
        atheris.Setup(sys.argv, test_one_input, custom_mutator=mutate)
        atheris.Fuzz()
