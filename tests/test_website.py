"""Every link of every page leads somewhere, and what is made from the code is all there."""

from __future__ import annotations

import importlib.util
import re

import pytest
from projects import ROOT

from pylab.cli import COMMANDS
from pylab.core.options import TABLE
from pylab.family import registry
from pylab.testing import requirements

SPEC = importlib.util.spec_from_file_location("website", ROOT / "tools/website.py")
website = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(website)


def test_every_link_leads_somewhere():
    texts = website.pages()
    assert list(website.broken(texts)) == []
    assert {name for names in website.CONTENTS.values() for name in names} == set(texts)
    lost = {"a.md": "# One\n[x](b.md) [y](#two) [z](a.md#one) ![p](pictures/none.svg)"}
    assert [each.split(" ")[1] for each in website.broken(lost)] == [
        "b.md", "#two", "pictures/none.svg",
    ]  # fmt: skip


def test_commands_and_facts_are_pages():
    page = website.help_page()
    for name in (*COMMANDS, "bench run", "encodings copy"):
        assert f"\n## `pylab {name}`\n" in page
    page = website.requirements_page()
    assert all(f"| `{each.name}` | {each.says[:9]}" in page for each in requirements())
    page = website.pages()["commands.md"]
    assert re.findall(r"(?m)^\| `(-[-\w]+)", page) == [each.flag for each in TABLE.values()]
    page = website.families_page()
    for listing in registry.listings():
        assert f"\n## {listing.name}\n" in page
        assert all(f"| `{task.name}` |" in page for task in listing.tasks)
        assert all(f"`{each.name}" in page for each in listing.vocabulary)
    told = {name: doc for each in registry.listings() for name, doc in website._facts(each)}
    assert {name for name, doc in told.items() if not doc} == {"map/1", "map_row/3"}
    assert told["goal(G)"].startswith("G is escape, at(P) or reach(P)")
    assert not any("see tiles.lp" in doc for doc in told.values())


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site") / "site"
    assert website.build(folder, "--only", "alice", "--random", "0") == []
    return folder


def test_the_site_is_built_offline(site):
    page = (site / "index.html").read_text()
    assert f"<title>{website.TITLE} - pylab</title>" in page
    assert 'href="gallery/index.html"' in page
    assert page.count("<p>", 0, page.index(f'src="{website.BOARD}"')) == 1  # what it is
    assert (site / website.BOARD).is_file()
    assert "&amp;&amp;" not in page
    for name in ("commands", "solvers", "sources"):
        assert r"\|" not in (site / f"{name}.html").read_text()
    assert "\npip install" in page
    assert "rtd-search-form" not in page  # it would need a server


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_visitor_first_sees_a_board_to_play(site, browser, width, height, theme):
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    tab = context.new_page()
    tab.goto((site / "index.html").as_uri())
    board = tab.frame_locator("iframe.board")
    board.locator("body.ready").wait_for()
    seen = board.locator("#scene").bounding_box()
    assert seen["x"] >= 0 and seen["y"] >= 0  # noqa: PT018
    assert seen["x"] + seen["width"] <= width
    assert seen["y"] + seen["height"] <= height
    for around in (".site", "#theme"):  # the page has its own
        assert not board.locator(around).is_visible()
    board.locator("#next").click()
    board.locator("#next", has_text="Play it").click()
    board.locator("#place", has_text="1 / 1").wait_for(state="attached")
    wide = tab.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    ink = tab.evaluate("getComputedStyle(document.querySelector('h1')).color")
    assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 450) == (theme == "dark")
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_tables_are_whole_in_sight(site, browser, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    tab = context.new_page()
    tab.goto((site / "commands.html").as_uri())
    ends = tab.locator(".rst-content td").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().right)"
    )
    assert len(ends) > 40
    assert max(ends) <= width
    context.close()
