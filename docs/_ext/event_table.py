"""Tables of events, actions and tasks, made from the classes: tags, fields, who may see them."""

from typing import Any

from keyflower.facade.registry import resolve
from keyflower.kernel.fields import declared


def described(kind: type) -> list[tuple[str, str]]:
    """Return the fields of an attrs class, each with who may see it."""
    return [(name, says.by) for name, says in declared(kind)]


def classes(what: str) -> list[tuple[str, type[object]]]:
    """Return all events, actions or tasks of the built-in expansions by tag."""
    ruleset = resolve(["farmers"])
    found = {"events": ruleset.events, "actions": ruleset.actions, "tasks": ruleset.tasks}[what]
    return list(found.items())


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    def cell(*children: nodes.Node) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *children))

    def listed(pairs: list[tuple[str, str]]) -> list[nodes.Node]:
        children: list[nodes.Node] = []
        for name, seen_by in pairs:
            if children:
                children.append(nodes.Text(", "))
            children.append(nodes.literal(name, name))
            if seen_by != "everybody":
                children.append(nodes.Text(f" ({seen_by})"))
        return children or [nodes.Text("–")]

    class Tags(SphinxDirective):
        """The table of all events, actions or tasks."""

        required_arguments = 1

        def run(self) -> list[nodes.Node]:
            head = nodes.row("", *(cell(nodes.Text(text)) for text in ("Tag", "What it says", "Fields")))
            group = nodes.tgroup("", cols=3)
            group += [nodes.colspec(colwidth=width) for width in (22, 43, 35)]
            group += nodes.thead("", head)
            body = nodes.tbody("")
            for tag, kind in classes(self.arguments[0]):
                words = (kind.__doc__ or "").partition("\n")[0].replace("`", "")
                body += nodes.row(
                    "", cell(nodes.literal(tag, tag)), cell(nodes.Text(words)), cell(*listed(described(kind)))
                )
            group += body
            return [nodes.table("", group, classes=["tags"])]

    app.add_directive("tags", Tags)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
