from __future__ import annotations

import sys

from bocage_tools.report.command import main

if __name__ == "__main__":
    sys.exit(main())
