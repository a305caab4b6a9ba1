"""Pages that are played, in Chromium at a CPU four times slower: sizes, times, frames.

For a small and a large puzzle of each family: kilobytes of the page; shapes in it; seconds until it
can be played; milliseconds between frames, the median and the longest, while the wheel zooms in and
out, and while a move is made. Beside each of these are the CPU seconds of the page's process, which
other work on the machine changes least. Large puzzles are shown twice: as they are, and with an
element for each shape, as if nothing were folded (`pylab/player/fold.py`).

    python benchmarks/player.py [family ...]        needs pip install playwright, and a Chromium
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pylab import registry
from pylab.player import fold
from pylab.player.page import page
from pylab.puzzle import load

SLOWER = 4
LARGE: dict[str, dict[str, Any]] = {
    "alice": {"width": 20, "height": 20, "steps": 300, "seconds": 1000.0},
    "dungeon": {"rows": 8, "columns": 8, "size": 9, "keys": 12},
    "fractal": {"outer": 24, "boxes": 6},
    "ravensburger": {"size": 60},
    "theseus": {"width": 30, "height": 30},
}

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
MOVE = """async () => {
  const hot = document.querySelector("#scene .legal");
  if (!hot) return [];
  hot.focus();
  const stop = noted();
  hot.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await new Promise((done) => setTimeout(done, 1500));
  return stop();
}"""


def pages(names: list[str]) -> Iterator[tuple[str, str]]:
    """For the smallest shipped puzzle of each family, and a large random one, its page."""
    for name in names:
        family = registry.get(name)
        if family.script is None:
            continue
        folder = Path(__file__).parent.parent / "instances" / name
        files = [each for each in folder.iterdir() if each.suffix != ".json"]
        least = min(files, key=lambda path: (path.stat().st_size, path.name))
        yield least.name, page(family.script(load(str(least), name).instance, []))
        if name in LARGE:
            script = family.script(family.generate(random.Random(1), **LARGE[name]), [])
            yield f"{name}, large", page(script)
            usual, fold.LARGE = fold.LARGE, sys.maxsize
            yield f"{name}, large, not folded", page(script)
            fold.LARGE = usual


def told(frames: list[float]) -> str:
    """The median and the longest."""
    if not frames:
        return "-"
    return f"{statistics.median(frames):.0f}, {max(frames):.0f}"


def spent(session: Any) -> float:
    """CPU seconds of the page's process until now."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "ProcessTime"))


def main(names: list[str]) -> None:
    """A table, line by line."""
    from playwright.sync_api import sync_playwright

    print("| page | kB | shapes | ready, s | CPU | wheel, ms | CPU | move, ms | CPU |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, text in pages(names or registry.names()):
            file = Path(folder) / "page.html"
            file.write_text(text, encoding="utf-8")
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            tab.add_init_script(FRAMES)
            session = tab.context.new_cdp_session(tab)
            session.send("Performance.enable")
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            tab.goto(file.as_uri(), wait_until="commit")
            tab.locator("body.ready").wait_for(timeout=120_000)
            ready = tab.evaluate("performance.now() / 1000")
            busy = spent(session)
            tab.wait_for_timeout(1500)
            shapes = tab.evaluate("document.querySelectorAll('#scene *').length")
            row = [
                name,
                f"{file.stat().st_size / 1000:.0f}",
                str(shapes),
                f"{ready:.1f}",
                f"{busy:.1f}",
            ]
            for act in (WHEEL, MOVE):
                before = spent(session)
                row += [told(tab.evaluate(act)), f"{spent(session) - before:.1f}"]
            print(f"| {' | '.join(row)} |", flush=True)
            tab.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
