"""`pylab import`: a room map and its mission graph become one dungeon."""

from __future__ import annotations

import json
import re

from projects import call, real


def test_a_level_is_aligned_solved_and_drawn(tmp_path):
    files = real("dungeon", "text/tloz1_1.txt"), real("dungeon", "graph/LoZ_1.dot")
    level = tmp_path / "level1.dungeon"
    done = call("import", *files, "-o", level)
    assert done.returncode == 0, done.stderr
    assert "pylab: 17/17 rooms, 16/16 doors\n" in done.stderr
    assert "pylab: assumed: room 2 is not in the map" in done.stderr
    told = json.loads(call("solve", level, "--format", "json").stdout)
    assert (told["status"], told["optimal"], told["answers"][0]["valid"]) == ("found", True, True)
    assert call("draw", level, "--solve", "-o", tmp_path / "level1.svg").returncode == 0
    assert (tmp_path / "level1.svg").read_text().startswith("<svg")
    again = call("import", *files, "-o", level)
    assert (again.returncode, "this file exists already" in again.stderr) == (2, True)
    assert call("import", *files).stdout == level.read_text()


def test_rooms_that_the_map_lacks_stand_in_rows_as_wide_as_it():
    """Of this graph the map has a few rooms only."""
    files = real("dungeon", "text/tloz7_1.txt"), real("dungeon", "graph/LoZ_7.dot")
    spots = re.findall(r"(?m)^room \S+ at (\d+),(\d+)$", call("import", *files).stdout)
    assert len({*spots}) == len(spots) == 34
    assert max(int(column) for _, column in spots) == 7


def test_what_cannot_be_imported(tmp_path):
    graph = tmp_path / "a.dot"
    graph.write_text("digraph {}")
    for arguments in (["none.txt", graph], [graph], [graph, graph, graph], ["/dev/null", graph]):
        done = call("import", *arguments)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        assert "a bug" not in done.stderr
    assert "No such option '--models'" in call("import", graph, "--models", "2").stderr
    done = call("import", graph, "--family", "alice")
    assert (done.returncode, "alice has nothing to import" in done.stderr) == (2, True)


def test_a_limit_does_not_say_that_the_files_do_not_fit():
    files = real("dungeon", "text/tloz1_1.txt"), real("dungeon", "graph/LoZ_1.dot")
    done = call("import", *files, "--time-limit", "0.000001")
    told = "not known whether the files fit together: time limit of"
    assert (done.returncode, told in done.stderr) == (3, True), done.stderr


def test_assumptions_are_told_and_strict_refuses(tmp_path):
    graph = real("dungeon", "graph/LA_3.dot")
    told = json.loads(call("solve", graph, "--task", "softlock", "--format", "json").stdout)
    wanted = "28 -> 27 has no way back; taken as one-way"
    assert any(each.endswith(wanted) for each in told["assumptions"])
    done = call("solve", graph, "--task", "softlock", "--strict")
    assert done.returncode == 2
    assert "expected a puzzle without mistakes" in done.stderr
    files = real("dungeon", "text/tloz1_1.txt"), real("dungeon", "graph/LoZ_1.dot")
    done = call("import", *files, "--strict", "-o", tmp_path / "level.dungeon")
    assert (done.returncode, "the map shows no door" in done.stderr) == (2, True)
    assert not [*tmp_path.iterdir()]


def test_settings_of_the_search_go_native():
    arguments = "dungeon/demo.dungeon", "--space", "poi", "--heuristic", "landmarks"
    done = call("solve", *arguments)
    assert (done.returncode, "native's claim" in done.stdout) == (0, True)
