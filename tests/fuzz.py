"""`python -m tests.fuzz --minutes 5 --seed 1`: what nobody foresaw; see docs/testing.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from fuzz.run import main

if __name__ == "__main__":
    sys.exit(main())
