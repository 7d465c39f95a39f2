"""``python -m tinytowns``."""

import sys

from tinytowns.cli import main

sys.exit(main())
