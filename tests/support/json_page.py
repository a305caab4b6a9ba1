"""The page on JSON with the tables of its keys, as the site has it."""

from __future__ import annotations

import importlib.util

from projects import ROOT

_SPEC = importlib.util.spec_from_file_location("website", ROOT / "tools/website.py")
_website = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_website)

described = _website.described
JSON = described((ROOT / "docs/maintainers/json.md").read_text(encoding="utf-8"))
