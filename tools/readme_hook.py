"""Makes README fit for a package page, where links and pictures relative to the repository lead nowhere.

If pyproject.toml says where the repository is, they are made absolute and the project gets its addresses. If it does
not, links become plain text and pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://|#)([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?://)([^)\s]+)\)\n*")
TAG = re.compile(r'[ ]*<img src="(?!https?://)([^"]+)"([^>]*)>\n*')


def package_page(readme: str, address: str) -> str:
    """Return README with absolute links and pictures, or without any if there is no address."""
    if not address:
        return LINK.sub(r"\1", TAG.sub("\n", PICTURE.sub("", readme)))
    files, pictures = f"{address}/blob/main", f"{address}/raw/main"
    text = PICTURE.sub(rf"![\1]({pictures}/\2)\n\n", readme)
    text = TAG.sub(rf'<img src="{pictures}/\1"\2>\n\n', text)
    return LINK.sub(rf"[\1]({files}/\2)", text)


def addresses(address: str) -> dict[str, str]:
    """Return the addresses of the project by title, none if there is no address."""
    if not address:
        return {}
    changes = f"{address}/blob/main/CHANGELOG.md"
    return {"Homepage": address, "Changelog": changes, "Issues": f"{address}/issues"}


class PackagePage(MetadataHookInterface):
    """Fills in ``readme`` and ``urls`` of the project."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what a package page shows."""
        address = str(self.config.get("address", "")).rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(text, address)}
        metadata["urls"] = addresses(address)
