"""Pages of exercises in a real browser: on a phone, on a screen, on paper; the lab of a pack."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from exercise_class import EXERCISES
from projects import run

pytestmark = pytest.mark.browser

LAX = "#program step(t).\n:- push(Z,D,t), push(Z,D,t-1).\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A class of two, graded, and what students get, unpacked."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "class").mkdir()
    (folder / "class/lax.lp").write_text(LAX)
    shutil.copy(EXERCISES / "lines/hidden/reference.lp", folder / "class/good.lp")
    done = run("exercise", "grade", EXERCISES / "lines", folder / "class", "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    assert run("exercise", "pack", EXERCISES / "lines", cwd=folder).returncode == 0
    shutil.unpack_archive(folder / "lines.zip", folder)
    return folder


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("page", ["class.html", "students/lax.html", "students/good.html"])
def test_a_page_fits_and_breaks_none_of_its_rules(browser, made, page, size):
    tab = browser.new_page(viewport=dict(zip(("width", "height"), size, strict=True)))
    said = []
    tab.on("console", lambda message: said.append(message.text))
    tab.goto((made / "out" / page).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    pictures = tab.evaluate("[...document.images].map((each) => each.naturalWidth)")
    assert len(pictures) == ("good" not in page)
    assert all(pictures)
    tab.emulate_media(media="print")
    assert tab.locator("h1").is_visible()
    assert tab.pdf(format="A4").startswith(b"%PDF")
    assert said == []
    tab.close()


def test_the_line_that_does_it_is_marked(browser, made):
    tab = browser.new_page()
    tab.goto((made / "out/students/lax.html").as_uri())
    marked = tab.locator("li.marked")
    assert marked.all_inner_texts() == [LAX.split("\n")[1]]
    tab.close()


def test_a_student_is_judged_in_the_lab_offline(browser, made):
    tab = browser.new_page()
    tab.context.set_offline(True)
    tab.goto((made / "lines/lab.html").as_uri())
    ready = "() => !document.getElementById('solve').disabled"
    tab.wait_for_function(ready, timeout=60_000)
    title = tomllib.loads((made / "lines/exercise.toml").read_text())["title"]
    assert tab.title() == tab.locator("h1").first.inner_text() == f"Lab: {title}"
    boards = tab.locator("#shipped option").all_inner_texts()
    assert boards[1:] == ["long.lp", "three.lp", "two.lp"]
    tab.click("#solve")
    tab.wait_for_function(ready, timeout=60_000)
    assert "INVALID by check.lp: step 2: the same " in tab.locator("#said").inner_text()
    tab.close()
