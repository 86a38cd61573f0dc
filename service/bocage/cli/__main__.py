"""``python -m bocage.cli``: the ``bocage`` command."""

import sys

from bocage.cli.main import main

sys.exit(main())
