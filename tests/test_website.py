"""Every link of every page leads somewhere, and what is made from the code is all there."""

from __future__ import annotations

import importlib.util

import pytest
from projects import ROOT

from pylab.cli import COMMANDS
from pylab.family import registry

SPEC = importlib.util.spec_from_file_location("website", ROOT / "tools/website.py")
website = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(website)


def test_every_link_leads_somewhere():
    texts = website.pages()
    assert list(website.broken(texts)) == []
    listed = {name for names in website.CONTENTS.values() for name in names}
    assert listed == set(texts)


def test_links_that_lead_nowhere_are_found():
    texts = {"a.md": "# One\n[x](b.md) [y](#two) [z](a.md#one) ![p](pictures/none.svg)"}
    assert [each.split(" ")[1] for each in website.broken(texts)] == [
        "b.md", "#two", "pictures/none.svg",
    ]  # fmt: skip


def test_the_help_of_every_command_is_a_page():
    page = website.help_page()
    for name in (*COMMANDS, "bench run", "encodings copy"):
        assert f"\n## `pylab {name}`\n" in page
    assert "--engine-command" in page


def test_each_family_s_facts_are_a_page():
    page = website.families_page()
    for listing in registry.listings():
        assert f"\n## {listing.name}\n" in page
        assert all(f"| `{task.name}` |" in page for task in listing.tasks)
        assert all(f"`{each.name}" in page for each in listing.vocabulary)


def test_the_site_is_built_offline(tmp_path):
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install '.[docs]'")
    assert website.build(tmp_path / "site", "--only", "alice", "--random", "0") == []
    site = tmp_path / "site"
    assert (site / "tutorial.html").is_file()
    assert (site / "gallery/index.html").is_file()
    assert 'href="gallery/index.html"' in (site / "index.html").read_text()
    assert not (site / "search.html").exists()
    assert "rtd-search-form" not in (site / "index.html").read_text()


def test_the_site_has_no_search_that_fails_without_a_server():
    assert "plugins: []" in website.settings(ROOT, {})
