"""How Sphinx builds these pages: `make docs`, warnings as errors."""

import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from keyflower import __version__  # noqa: E402  # the folder has to be on the path first

project = "keyflower"
author = "keyflower contributors"
copyright = "keyflower contributors; the game belongs to its owners"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "docs._ext.doors",
    "docs._ext.names",
    "docs._ext.plots",
    "docs._ext.refusal_codes",
    "docs._ext.event_table",
    "docs._ext.schema_table",
    "docs._ext.catalogue",
]
exclude_patterns = ["_build", "_ext"]
nitpicky = True

# ------------------------------------------------------------------------------------------- text

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
language = "en"
default_role = "name"  # docs._ext.names: a link where the name is documented, plain code elsewhere

# ------------------------------------------------------------------------------------------- docstrings

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autoclass_content = "class"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

# OpenSpiel has no wheel for every machine that builds the docs
autodoc_mock_imports = [name for name in ("pyspiel",) if find_spec(name) is None]

# ------------------------------------------------------------------------------------------- pages

html_theme = "furo"
html_title = "keyflower"
html_static_path = ["_static"]
html_css_files = ["keyflower.css"]
html_copy_source = False
html_show_sphinx = False
# furo brings them; every kind of token has enough contrast (tests/facade/test_reprs.py measures it)
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# type variables stand for types that the caller brings, and have no page of their own
nitpick_ignore_regex = [
    (r"py:(class|obj)", r"(keyflower\.[\w.]+\.)?([A-Z]|_A|_All|_Fact|_Function|_Value|\w+(T|_co|_contra))"),
    (
        r"py:class",
        r"keyflower\.fast\.(packed\.Origin|library\.NativeRules|compiler\.\w+)",
    ),  # what only the executor itself reads
    (r"py:class", r"keyflower\.facade\.accessors\.Accessors"),  # what a game and a view have in common
    (
        r"py:class",
        r"(gymnasium|polars|pyspiel|rich|starlette|svg)\..*",
    ),  # of the extras envs, analysis, cli, web and svg
    (r"py:class", r"keyflower\.engine\.solver\.solver\.Problem"),  # what a score sheet was made from
    (r"py:class", r"keyflower\.web\.row_store\.RowStore"),  # what both kinds of database share
    (r"py:class", r"keyflower\.web\.security\.Guard"),  # what an application is wrapped in
    (r"py:class", r"keyflower\.simulate\.simulate\._Options"),  # the keywords that its two forms share
    (r"py:class", "Converter"),  # of cattrs, which is loaded when a value is first written
]


def without_arguments(_app, what, name, _value, _options, signature, returns):  # type: ignore[no-untyped-def]  # Sphinx calls it
    """Hide the arguments of classes that nobody calls: views and logs come from games, and games from `Game.new`."""
    made = {
        "keyflower.Game",
        "keyflower.View",
        "keyflower.EventLog",
        "keyflower.Options",
        "keyflower.Decision",
    }
    return ("", None) if what == "class" and name in made else (signature, returns)


def setup(app):  # type: ignore[no-untyped-def]  # Sphinx calls it
    app.connect("autodoc-process-signature", without_arguments)
