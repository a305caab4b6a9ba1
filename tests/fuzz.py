"""Random inputs: `python -m tests.fuzz --minutes 5 --seed 1`; see docs/maintainers/testing.md."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

if __name__ == "__main__":
    try:
        from fuzz.run import main

        code = main()
    except KeyboardInterrupt:  # while everything is imported, and seeds are made
        sys.stdout.flush()
        os._exit(130)  # what clingo is at would abort a regular exit
    sys.exit(code)
