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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_pages_break_no_rule_of_accessibility(browser, made, size, theme):
    from axe_playwright_python.sync_playwright import Axe

    wide, high = size
    context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=theme)
    assert len(made) > len(MADE) + len(PLAYED)
    found = []
    for path in made:
        tab = context.new_page()
        tab.goto(path.as_uri())
        tab.wait_for_load_state("load")
        for each in Axe().run(tab).response["violations"]:
            where = each["nodes"][0]
            found.append(
                f"{path.name}: {each['help']}: {where['target']} {where['failureSummary']}"
            )
        tab.close()
    assert not found, "\n".join(sorted(found))
    context.close()
