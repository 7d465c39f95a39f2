"""Pictures that the code of a page makes: the page itself is run, so that it cannot show anything else."""

import doctest
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from keyflower.render import village_svg

DOCS = Path(__file__).parents[1]


def ran(page: str) -> dict[str, Any]:
    """Return the names that the code blocks of a page leave behind."""
    names: dict[str, Any] = {}
    text = (DOCS / page).read_text("utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        examples = doctest.DocTestParser().get_examples(block) if ">>>" in block else []
        for source in [example.source for example in examples] or [block]:
            with redirect_stdout(StringIO()):
                exec(compile(source, page, "exec"), names)
    return names


def svg_of(figure: Any) -> str:
    """Return a figure of matplotlib as SVG, the same on every day."""
    import matplotlib as mpl

    paper = StringIO()
    with mpl.rc_context({"svg.hashsalt": "keyflower"}):
        figure.savefig(paper, format="svg", metadata={"Date": None})
    return paper.getvalue()


def plots() -> dict[str, str]:
    """Return the pictures of the analysis guide and of the notebook page, by file name."""
    guide, notebook = ran("howto/analyse-logs.md"), ran("tutorial/notebook.md")
    last = notebook["last"]
    return {
        "bids.svg": svg_of(guide["figure"]),
        "points.svg": svg_of(notebook["figure"]),
        "ann.svg": village_svg(last.village("Ann"), ruleset=last.ruleset),
    }
