"""Screenshots of pages, to be looked at: what puzzles look like on screens, paper and to eyes.

For each family the smallest shipped puzzle and the largest real one, of the shipped and of the
folder that PYLAB_SHARED names: on a desk (1280 x 800) and a phone (390 x 844, and on its side),
light and dark, printed, enlarged twice, and as people see it who are blind to red, green or blue.
FOLDER gets a PNG for each, and `index.html`, which shows them side by side.

    python benchmarks/looks.py FOLDER [family ...]     needs pip install playwright, and a Chromium
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError
from pylab.core.puzzle import load
from pylab.family import registry
from pylab.family.script import Script
from pylab.pages.player.page import page

DESK, PHONE, ASIDE = (1280, 800), (390, 844), (844, 390)
EYES = ("protanopia", "deuteranopia", "tritanopia")
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"size": DESK},
    "dark": {"size": DESK, "options": {"color_scheme": "dark"}},
    "phone": {"size": PHONE, "options": {"has_touch": True, "is_mobile": True}},
    "aside": {"size": ASIDE, "options": {"has_touch": True, "is_mobile": True}},
    "twice": {"size": (640, 400), "options": {"device_scale_factor": 2}},
    "print": {"size": DESK, "media": "print"},
    **{eye: {"size": DESK, "eye": eye} for eye in EYES},
}


def puzzles(name: str) -> Iterator[tuple[str, Script]]:
    """The smallest shipped puzzle, and the largest real one, by the shapes of their scenes."""
    family = registry.get(name)
    here = Path(__file__).parent.parent / "instances" / name
    there = Path(os.environ.get("PYLAB_SHARED") or here.parent) / name
    scripts = []
    for file in sorted({*here.rglob("*"), *there.rglob("*")}):
        if not file.is_file():
            continue
        try:
            script = family.script(load(str(file), name).instance, []) if family.script else None
        except PylabError:
            continue
        if script is not None:
            scripts.append((len(script.scene.shapes()), file.name, script))
    if scripts:
        scripts.sort(key=lambda each: each[:2])
        yield from {each[1]: each[2] for each in (scripts[0], scripts[-1])}.items()


def main(folder: str, names: list[str]) -> None:
    """The pictures, and a page of them."""
    from playwright.sync_api import sync_playwright

    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name in names or registry.names():
            for title, script in puzzles(name):
                file = out / f"{name}-{Path(title).stem}.html"
                file.write_text(page(script, title), encoding="utf-8")
                cells = []
                for look, how in LOOKS.items():
                    width, height = how["size"]
                    size: Any = {"width": width, "height": height}
                    context = browser.new_context(viewport=size, **how.get("options", {}))
                    tab = context.new_page()
                    tab.goto(file.as_uri())
                    tab.locator("body.ready").wait_for(timeout=60_000)
                    if "media" in how:
                        tab.emulate_media(media=how["media"])
                        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
                    if "eye" in how:
                        session = context.new_cdp_session(tab)
                        session.send("Emulation.setEmulatedVisionDeficiency", {"type": how["eye"]})
                    tab.wait_for_timeout(500)
                    picture = out / f"{file.stem}.{look}.png"
                    tab.screenshot(path=picture, full_page="media" in how)
                    cells.append(f'<figure><img src="{picture.name}"><figcaption>{look}</figure>')
                    context.close()
                rows.append(f"<h2>{file.stem}</h2><div>{''.join(cells)}</div>")
                print(file.stem, flush=True)
        browser.close()
    style = "div{display:flex;flex-wrap:wrap}figure{margin:4px}img{height:320px;border:1px solid}"
    index = f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(rows)}"
    (out / "index.html").write_text(index, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 2 or {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
