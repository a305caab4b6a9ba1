"""What programs by strangers showed: names, words and options that no generator reaches."""

from __future__ import annotations

from projects import call


def folder(tmp_path, **files):
    """A folder with these files, `__` for a slash."""
    for name, text in files.items():
        path = tmp_path / (name.replace("__", "/") + ".lp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_a_file_of_the_same_name_in_the_working_directory_is_another_program(tmp_path):
    folder(tmp_path, blocks__blocks="old.", other__blocks="new.")
    done = call("solve", "other/blocks.lp", cwd=tmp_path)
    assert done.stdout.startswith("new.\n")


def test_a_familys_encoding_is_its_own_whatever_the_working_directory_has(tmp_path):
    folder(tmp_path, ravensburger__shortest="broken", ravensburger__variants__any="broken")
    words = ("ravensburger/example-4x4.lp", "--task", "shortest")
    assert call("solve", *words, cwd=tmp_path).returncode == 0
    words = ("--encoding", "ravensburger/shortest.lp", "ravensburger", "--random", 0)
    assert call("compare", *words, cwd=tmp_path).returncode == 2


def test_a_judge_whose_only_objection_is_false_checks_nothing(tmp_path):
    at = folder(tmp_path, one__one="{a}.", one__check='wrong("x") :- #false, not a.')
    done = call("solve", "one/one.lp", cwd=at)
    assert "no rule for wrong(…) can hold" in done.stdout and "% valid" not in done.stdout


def test_words_of_a_tuple_do_not_touch(tmp_path):
    rules = {
        "words__words": "a.",
        "words__scene": 'draw(title(("step",3,"of ",a,": (",4,")"))).',
        "words__check": 'wrong(("not ",a,"in",3)) :- a.',
    }
    at = folder(tmp_path, **rules)
    assert "step 3 of a: (4)" in call("draw", "words/words.lp", cwd=at).stdout
    assert "not a in 3" in call("solve", "words/words.lp", cwd=at).stdout


def test_programs_with_another_ending_are_compared(tmp_path):
    at = folder(tmp_path, a="{p(X)} :- n(X).", b="{p(X)} :- n(X), X > 1.", one="n(1). n(2).")
    for name in "ab":
        (at / f"{name}.lp").rename(at / f"{name}.cl")
    done = call("compare", "--encoding", "a.cl", "--encoding", "b.cl", "one.lp", cwd=at)
    assert "different on" in done.stdout
