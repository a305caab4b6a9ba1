"""Labs in Chromium: how large pages are, when they are shown, and what clingo takes in them.

The first table is about what a family's lab opens with: megabytes; seconds until it is painted, can
be used, and shows a checked answer, Solve being pressed at once. The second one has CPU seconds of
the page's processes, from Solve until the answer is checked and drawn, against those of
`pylab solve --engine clingo` for the same, its start included. All are medians.

    python benchmarks/lab.py [repeats]        needs pip install playwright ./lab, and a Chromium
"""

from __future__ import annotations

import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pylab.cli.lab import opened
from pylab.core.puzzle import Puzzle, load
from pylab.core.question import Question
from pylab.families.alice.model import Maze
from pylab.family import registry
from pylab.pages.lab import engine
from pylab.pages.lab.page import page
from pylab.pages.lab.program import LabProgram, grouped, program

FLOOR = 2.0
"""The page is to take no more than this times the CPU."""

WATCH = """
const noted = (name) => { window.noted = { ...window.noted, [name]: performance.now() / 1000 }; };
new PerformanceObserver(() => noted("painted")).observe({ type: "paint", buffered: true });
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    if (document.body.classList.contains("ready") && !window.noted.ready) {
      noted("ready");
      document.getElementById("solve").click();
    }
  }).observe(document.body, { attributes: true });
  new MutationObserver(() => {
    if (/checked by/.test(document.getElementById("said").textContent)) noted("answered");
  }).observe(document.getElementById("said"), { childList: true });
});
"""
DONE = "() => !document.getElementById('solve').disabled"


def questions() -> Iterator[tuple[str, Question]]:
    """A question of each family on which clingo works for a second or more."""

    def made(name: str, seed: int, **how: Any) -> Any:
        return registry.get(name).generate(random.Random(seed), **how)

    dice, side = random.Random(20), 20
    colours = bytes(dice.choice(b"\1\1\1\2\3") for _ in range(side * side))
    maze = Maze(side, side, (6, 5), (19, 19), dice.randbytes(side * side), colours)
    board = load("ravensburger/generated-10-5.lp").instance
    for words, name, instance in (
        ("generated-10-5", "ravensburger", board),
        ("a maze of 20 × 20, all arrows by chance", "alice", maze),
        ("an open plan of 9 × 9", "theseus", made("theseus", 1, open="9x9")),
        ("a labyrinth nested 7 deep", "fractal", made("fractal", 1, nested=7)),
        ("3 × 4 rooms with 4 keys", "dungeon", made("dungeon", 1, rows=3, columns=4, keys=4)),
    ):
        family = registry.get(name)
        tasks = [task.name for task in family.tasks]
        task = "shortest" if "shortest" in tasks else tasks[0]
        yield f"{words}: {task}", Question.of(Puzzle(family, instance, words), task)


class Labs:
    """A browser, and pages made for it."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder, self.parts = browser, folder, engine.find()
        self.system = browser.new_browser_cdp_session()

    def make(self, family: Any, asked: LabProgram, puzzle: str) -> Path:
        file = self.folder / f"{family.name}.html"
        file.write_text(page(family, asked, puzzle, self.parts), encoding="utf-8")
        return file

    def times(self, file: Path) -> dict[str, float]:
        """When a page was painted, ready, and had answered, in seconds from its opening."""
        tab = self.browser.new_page()
        tab.add_init_script(WATCH)
        tab.goto(file.as_uri())
        tab.wait_for_function("() => window.noted?.answered", timeout=60_000)
        found: dict[str, float] = tab.evaluate("window.noted")
        tab.close()
        return found

    def cpu(self) -> float:
        """CPU seconds of all that renders pages; workers are among it."""
        told = self.system.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(each["cpuTime"] for each in told if each["type"] == "renderer"))

    def solved(self, file: Path) -> tuple[float, float]:
        """CPU seconds from Solve to an answer that is checked and drawn, asked twice."""
        tab = self.browser.new_page()
        tab.goto(file.as_uri())
        tab.locator("body.ready").wait_for()
        tab.click("#others summary")
        tab.fill("#count", "1")
        tab.press("#count", "Escape")
        taken = []
        for _ in range(2):
            before = self.cpu()
            tab.click("#solve")
            tab.wait_for_function(DONE, timeout=120_000)
            if "checked by" not in (said := tab.inner_text("#said")):
                sys.exit(f"{file.name}: {said}")
            taken.append(self.cpu() - before)
        tab.close()
        return taken[0], taken[1]


def natively(question: Question, puzzle: Path) -> float:
    """CPU seconds of the same question in a process of its own."""
    asked = ["--family", question.family.name, "--task", question.task.name, "--models", "1"]
    command = [sys.executable, "-m", "pylab_asp", "solve", str(puzzle), *asked]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "--engine", "clingo"], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def shown(labs: Labs, repeats: int) -> None:
    """Print the first table."""
    print(f"{'lab of':14}{'MB':>7}{'painted':>10}{'ready':>8}{'answered':>10}")
    for family in registry.families():
        if not family.lab:
            continue
        asked, puzzle, _ = opened(family)
        file = labs.make(family, asked, puzzle)
        rounds = [labs.times(file) for _ in range(repeats)]
        print(f"{family.name:14}{file.stat().st_size / 1e6:7.2f}", end="")
        for name, width in (("painted", 10), ("ready", 8), ("answered", 10)):
            print(f"{statistics.median(each[name] for each in rounds):{width}.2f}", end="")
        print(flush=True)


def against(labs: Labs, repeats: int) -> bool:
    """Print the second table; return whether all of it is within the floor."""
    print(f"\n{'':54}{'native s':>10}{'page s':>8}{'again':>8}{'ratio':>7}")
    worst = 0.0
    for words, question in questions():
        asked = program(question)
        puzzle = grouped(question.family.facts(question.instance))
        file = labs.make(question.family, asked, puzzle)
        facts = file.with_suffix(".lp")
        facts.write_text(puzzle, encoding="utf-8")
        rounds = [(natively(question, facts), *labs.solved(file)) for _ in range(repeats)]
        native, first, again = (statistics.median(each) for each in zip(*rounds, strict=True))
        worst = max(worst, again / native)
        figures = f"{native:10.2f}{first:8.2f}{again:8.2f}{again / native:7.2f}"
        print(f"{words:54}{figures}", flush=True)
    return worst <= FLOOR


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        options = {"executable_path": chromium, "args": ["--no-sandbox"]}
        labs = Labs(playwright.chromium.launch(**options), Path(folder))
        shown(labs, repeats)
        if not against(labs, repeats):
            sys.exit(f"the page takes more than {FLOOR} times the CPU")


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main()
