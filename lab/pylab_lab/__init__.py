"""What the pages of `pylab lab` are made of: clingo as WebAssembly, and an editor; third parties'.

`vendor/SHA256SUMS` says which files these are.
"""

from pathlib import Path

VENDOR = Path(__file__).resolve().parent / "vendor"
"""The folder of the files, as `tools/vendor` made it."""
