"""Pictures that the code of a page makes: the page itself is run, so that it cannot show anything else."""

import doctest
import re
from contextlib import redirect_stdout
from functools import cache
from html import escape
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
    """Return the pictures of the analysis guide, of the notebook page and of the gallery, by file name."""
    guide, notebook = ran("howto/analyse-logs.md"), ran("tutorial/notebook.md")
    last = notebook["last"]
    return {
        "bids.svg": svg_of(guide["figure"]),
        "points.svg": svg_of(notebook["figure"]),
        "ann.svg": village_svg(last.village("Ann"), ruleset=last.ruleset),
        **gallery(),
    }


SHOWN = re.compile(r"^```\{gallery\} (.+)$", re.MULTILINE)


@cache
def gallery() -> dict[str, str]:
    """Return the pictures that the gallery shows, by file name; a list of them has numbers."""
    names = ran("gallery.md")
    found = {}
    for name in " ".join(SHOWN.findall((DOCS / "gallery.md").read_text("utf-8"))).split():
        value = names[name]
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            found[f"gallery-{name}-{number}.svg"] = one if isinstance(one, str) else svg_of(one)
    return found


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from docutils.parsers.rst import directives
    from sphinx.util.docutils import SphinxDirective

    class Gallery(SphinxDirective):
        """The pictures that the code of the page has left in variables."""

        required_arguments = 1
        final_argument_whitespace = True
        option_spec = {"alt": directives.unchanged_required, "class": directives.unchanged}  # noqa: RUF012  # as docutils declares it

        def run(self) -> list[nodes.Node]:
            up, words = "../" * self.env.docname.count("/"), escape(self.options["alt"])
            files = [
                file
                for name in self.arguments[0].split()
                for file in gallery()
                if file.startswith(f"gallery-{name}-")
            ]
            several = len(files) > 1
            kind = "" if several else f' class="{self.options.get("class", "")}"'
            images = "".join(
                f'<img{kind} src="{up}_static/tiles/{file}" alt="{words}" loading="lazy">' for file in files
            )
            html = f'<div class="{self.options.get("class", "")}">{images}</div>' if several else images
            return [nodes.raw("", html, format="html")]

    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
