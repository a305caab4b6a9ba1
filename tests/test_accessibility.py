"""Pages break none of axe-core's rules of accessibility, in both themes, on screens and phones."""

from __future__ import annotations

import pytest
from projects import ROOT, run

pytestmark = pytest.mark.browser
FAMILIES = ("alice", "dungeon", "fractal", "ravensburger", "theseus")
FOLDER = ROOT / "examples/sokoban"
MADE = {
    "site": ["gallery", "site", "--only", "alice", "--random", "0"],
    "rules": ["watch", FOLDER / "instances/one.lp", "-o", "rules.html"],
    "rules lab": ["lab", FOLDER / "instances/one.lp", "-o", "rules-lab.html"],
    "run": ["bench", "run", "--instances", "alice/lawn.alice", "--task", "shortest", "-o", "out"],
    "report": ["bench", "report", "out", "-o", "report.html"],
    "class": ["exercise", "grade", ROOT / "examples/exercises/lines",
              ROOT / "examples/exercises/lines/given", "-o", "class"],
    **{f"{name} lab": ["lab", "--family", name, "-o", f"{name}-lab.html"] for name in FAMILIES},
}  # fmt: skip
PLAYED = ["alice/croquet.alice", "dungeon/demo.dungeon", "dungeon/mission.dot",
          "fractal/treasure.lab", "ravensburger/example-4x4.lp", "theseus/hemme.plan"]  # fmt: skip

SIZES = (1280, 800), (390, 844)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The paths of pages of each kind."""
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    folder = tmp_path_factory.mktemp("pages")
    more = (["watch", name, "-o", f"{name.replace('/', '-')}.html"] for name in PLAYED)
    for words in [*MADE.values(), *more]:
        done = run(*words, cwd=folder)
        assert done.returncode in (0, 1), done.stderr
    return sorted(each for each in folder.rglob("*.html") if "player" not in each.parts)


def test_pages_break_no_rule_of_accessibility(browser, made):
    from axe_playwright_python.sync_playwright import Axe

    assert len(made) > len(MADE) + len(PLAYED)
    found = []
    for path in made:
        tab = browser.new_page()
        tab.goto(path.as_uri())
        for wide, high in SIZES:
            tab.set_viewport_size({"width": wide, "height": high})
            for theme in ("light", "dark"):
                tab.emulate_media(color_scheme=theme)
                for each in Axe().run(tab).response["violations"]:
                    told = each["nodes"][0]
                    words = f"{each['help']}: {told['target']} {told['failureSummary']}"
                    found.append(f"{path.name}, {wide} wide, {theme}: {words}")
        tab.close()
    assert not found, "\n".join(sorted(found))
