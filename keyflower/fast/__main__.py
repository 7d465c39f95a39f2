"""``python -m keyflower.fast`` builds the native library and says what came of it."""

from __future__ import annotations

from keyflower.fast.build import main

raise SystemExit(main())
