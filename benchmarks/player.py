"""Pages that are played, in Chromium at a CPU four times slower: sizes, times, frames.

For a small and a large puzzle of each family: kilobytes of the page; milliseconds of CPU to make
it; shapes in it; seconds until it can be played and is seen, the least of some loads; milliseconds
between frames, the median and the 95th percentile, while the wheel zooms in and out, and while an
answer is played, or a move is made where there is none. Beside each of these are the CPU seconds of
the page's process, which other work on the machine changes least. With --elements, large puzzles
are shown also with an element for each shape, as if nothing were folded
(`pylab/pages/player/fold.py`). With PYLAB_SHARED, a folder of real puzzles, the largest mission
graph and the largest level of the dungeons are shown, too.

    python benchmarks/player.py [--elements] [family ...]   needs pip install playwright, Chromium
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pylab.core.puzzle import load
from pylab.core.question import Limits, Means, Question
from pylab.engines import ask
from pylab.family import registry
from pylab.family.table import Family
from pylab.pages.player import fold
from pylab.pages.player.page import page
from pylab.text.source import Source

SLOWER = 4
LARGE: dict[str, dict[str, Any]] = {
    "alice": {"width": 20, "height": 20, "steps": 300, "seconds": 1000.0},
    "dungeon": {"rows": 8, "columns": 8, "size": 9, "keys": 12},
    "fractal": {"outer": 24, "boxes": 6},
    "ravensburger": {"size": 60},
    "theseus": {"width": 30, "height": 30},
}

LOADS = 3
ANSWER = 20.0
"""The seconds that an answer may take."""
HUGE = 200
"""The width of the maze whose page may have 5 MB, and may take 3 s."""

# when the page could be played, and the first frame after it was drawn
READY = """
new MutationObserver((_, observer) => {
  if (!document.body || !document.body.classList.contains("ready")) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => { window.seen = performance.now(); };
    after.port2.postMessage(0);
  });
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });
"""
FRAMES = """
window.noted = () => {
  const times = [];
  let going = true;
  const tick = (now) => { times.push(now); if (going) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  return () => { going = false; return times.slice(1).map((time, i) => time - times[i]); };
};
"""
WHEEL = """async () => {
  const view = document.getElementById("view");
  const { x, y, width, height } = view.getBoundingClientRect();
  const stop = noted();
  for (let i = 0; i < 40; i++) {
    view.querySelector("#scene").dispatchEvent(new WheelEvent("wheel", {
      deltaY: i < 30 ? -120 : 120, clientX: x + width / 2, clientY: y + height / 2,
      bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => setTimeout(done, 400));
  return stop();
}"""
PLAY = """async () => {
  const ways = JSON.parse(document.getElementById("script").textContent).ways;
  const stop = noted();
  if (ways.length && ways[0].moves.length) {
    document.getElementById("watch").click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    await new Promise((done) => setTimeout(done, 4000));
    return stop();
  }
  const hot = document.querySelector("#scene .legal");
  if (!hot) return [];
  hot.focus();
  hot.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await new Promise((done) => setTimeout(done, 1500));
  return stop();
}"""


def pages(names: list[str], elements: bool) -> Iterator[tuple[str, str, float]]:
    """For the smallest shipped puzzle of each family, and a large random one, its page.

    The seconds of CPU that it took to make, without the search for an answer, come with it.
    """
    for name in names:
        family = registry.get(name)
        if family.script is None:
            continue
        folder = Path(__file__).parent.parent / "instances" / name
        files = [each for each in folder.iterdir() if each.suffix != ".json"]
        least = min(files, key=lambda path: (path.stat().st_size, path.name))
        puzzles = [(least.name, load(str(least), name).instance)]
        if name in LARGE:
            large = family.generate(random.Random(1), **LARGE[name])
            puzzles.append((f"{name}, large", large))
        if name == "alice":
            huge = family.load(Source("huge.alice", maze(random.Random(1), HUGE)))
            puzzles.append((f"alice, {HUGE} by {HUGE}", huge))
        if name == "dungeon" and "PYLAB_SHARED" in os.environ:
            levels = real(Path(os.environ["PYLAB_SHARED"]) / name)
            puzzles += ((file.name, load(str(file), name).instance) for file in levels)
        for title, puzzle in puzzles:
            yield title, *made(family, puzzle)
            if elements and title.endswith("large"):
                usual, fold.LARGE = fold.LARGE, sys.maxsize
                yield f"{title}, not folded", *made(family, puzzle)
                fold.LARGE = usual


def made(family: Family[Any, Any], puzzle: Any) -> tuple[str, float]:
    """The page of a puzzle with an answer, if one is found in time, and the seconds it took."""
    means, limits = Means(engine="native"), Limits(seconds=ANSWER, models=1)
    answer = ask(Question(family, puzzle, family.task(None), means, limits))
    assert family.script is not None
    began = time.process_time()
    text = page(family.script(puzzle, [each.witness for each in answer.checked]))
    return text, time.process_time() - began


def maze(rng: random.Random, size: int) -> str:
    """A square maze of random arrows and colours."""
    ways = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    lines = [f"{size} {size}"]
    for y in range(size):
        kinds = {(0, size - 1): "?", (size - 1, 0): "!"}
        squares = (
            f"{kinds.get((x, y), '#')},{rng.choice('bbbbbry')},{'_'.join(rng.sample(ways, 2))}"
            for x in range(size)
        )
        lines.append(" ".join(squares))
    lines[1] = f"{lines[1].rpartition(' ')[0]} !,,"
    return "\n".join(lines) + "\n"


def real(folder: Path) -> Iterator[Path]:
    """The mission graph with the most lines, and the level with the most rooms, of Zelda."""
    graphs = (folder / "graph").glob("*.dot")
    yield max(graphs, key=lambda path: (len(path.read_text().splitlines()), path.name))
    with tempfile.TemporaryDirectory() as made:
        level = Path(made) / "tloz7_1.dungeon"
        files = folder / "text/tloz7_1.txt", folder / "graph/LoZ_7.dot"
        command = [sys.executable, "-m", "pylab_asp", "import", *map(str, files), "-o", str(level)]
        subprocess.run(command, check=True, capture_output=True)
        yield level


def told(frames: list[float]) -> str:
    """The median and the 95th percentile."""
    if not frames:
        return "-"
    return f"{statistics.median(frames):.0f}, {statistics.quantiles(frames, n=20)[-1]:.0f}"


def spent(session: Any) -> float:
    """CPU seconds of the page's process until now."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "ProcessTime"))


def opened(browser: Any, file: Path) -> tuple[Any, Any, float, float]:
    """A tab with the page, its session, and when it was seen, with the CPU seconds until then."""
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.add_init_script(READY + FRAMES)
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(file.as_uri(), wait_until="load")
    while not tab.evaluate("window.seen || 0"):
        tab.wait_for_timeout(100)
    return tab, session, tab.evaluate("seen / 1000"), spent(session)


def main(words: list[str]) -> None:
    """A table, line by line."""
    from playwright.sync_api import sync_playwright

    gc.set_threshold(1_000_000, 20, 1_000_000)  # as the command sets it
    print("| page | kB | made, ms | shapes | ready, s | CPU | wheel, ms | CPU | play, ms | CPU |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        names = [each for each in words if each != "--elements"]
        for name, text, took in pages(names or registry.names(), len(names) < len(words)):
            file = Path(folder) / "page.html"
            file.write_text(text, encoding="utf-8")
            times = []
            for _ in range(LOADS):
                tab, session, ready, busy = opened(browser, file)
                times.append((ready, busy))
                if len(times) < LOADS:
                    tab.close()
            ready, busy = map(min, zip(*times, strict=True))
            tab.wait_for_timeout(1500)
            shapes = tab.evaluate("document.querySelectorAll('#scene *').length")
            row = [
                name,
                f"{file.stat().st_size / 1000:.0f}",
                f"{1000 * took:.0f}",
                str(shapes),
                f"{ready:.1f}",
                f"{busy:.1f}",
            ]
            for act in (WHEEL, PLAY):
                before = spent(session)
                row += [told(tab.evaluate(act)), f"{spent(session) - before:.1f}"]
            print(f"| {' | '.join(row)} |", flush=True)
            tab.close()
        browser.close()


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main(sys.argv[1:])
