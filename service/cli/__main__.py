"""``python -m service.cli``: the same as ``bocage``."""

import sys

from service.cli.main import main

sys.exit(main())
