"""What the shipped JSON Schemas define, as a table for each of them."""

from typing import Any

from keyflower.schema import shipped


def definitions(name: str) -> list[tuple[str, str, list[str]]]:
    """Return what a schema defines: the name, what it is, and its properties; a star marks those that must be there."""
    found = []
    for key, part in sorted(shipped(name).get("$defs", {}).items()):
        needed = part.get("required", [])
        fields = [f"{field}*" if field in needed else field for field in part.get("properties", {})]
        found.append((key, part.get("description", ""), fields))
    return found


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    def cell(*children: nodes.Node) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *children))

    class SchemaTable(SphinxDirective):
        """The definitions of one schema."""

        required_arguments = 1

        def run(self) -> list[nodes.Node]:
            group = nodes.tgroup("", cols=3)
            group += [nodes.colspec(colwidth=width) for width in (22, 40, 38)]
            head = ("Definition", "What it is", "Properties")
            group += nodes.thead("", nodes.row("", *(cell(nodes.Text(text)) for text in head)))
            body = nodes.tbody("")
            for name, words, fields in definitions(self.arguments[0]):
                listed = ", ".join(fields) or "–"
                body += nodes.row(
                    "", cell(nodes.literal(name, name)), cell(nodes.Text(words)), cell(nodes.Text(listed))
                )
            group += body
            return [nodes.table("", group, classes=["tags"])]

    app.add_directive("schema-table", SchemaTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
