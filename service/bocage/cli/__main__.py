"""``python -m bocage.cli``: the same as ``bocage``."""

import sys

from bocage.cli.main import main

sys.exit(main())
