"""``python -m keyflower.fast`` builds the native library and prints the result."""

from __future__ import annotations

from keyflower.fast.build import main

raise SystemExit(main())
