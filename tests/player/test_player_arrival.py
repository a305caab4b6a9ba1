"""The player's page in Node, with a stand-in for the browser: what is told while things move."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from pylab.pages.player.page import completed, program

SCRIPT = {
    "view": [0, 0, 100, 100],
    "howto": "", "remark": "", "playable": True, "hero": None,
    "ways": [{"name": "answer 1", "moves": ["0"]}],
    "data": {
        "start": 0,
        "unit": ["move", "moves"],
        "states": [
            [{"a": {"at": [0, 0]}}, [], [["a", "on", 1, {}]], False],
            [{"a": {"at": [90, 90]}}, [], [], True],
        ],
    },
}  # fmt: skip
BROWSER = r"""
(() => {
const known = new Map();
function make() {
  const listeners = {};
  return {
    textContent: "", value: "1", hidden: false, disabled: false, max: "", className: "",
    dataset: {}, listeners, style: { setProperty() {} },
    classList: { toggle() {}, add() {}, remove() {} },
    setAttribute() {}, getAttribute: () => "", removeAttribute() {},
    append() {}, replaceChildren() {}, remove() {}, focus() {}, add() {},
    contains: () => false, matches: () => false, closest: () => null,
    clientWidth: 100, clientHeight: 100, children: [], localName: "g",
    querySelector: () => make(), querySelectorAll: () => [],
    addEventListener: (kind, act) => { listeners[kind] = act; },
    getBoundingClientRect: () => ({ x: 0, y: 0, width: 1, height: 1 }),
  };
}
const find_ = (id) => { if (!known.has(id)) known.set(id, make()); return known.get(id); };
find_("script").textContent = JSON.stringify(SCRIPT);
find_("taught").content = { textContent: "null" };
const actor = make();
actor.getAttribute = (name) => (name === "data-actor" ? "a" : "");
find_("scene").querySelectorAll = () => [actor];
const document = {
  getElementById: find_, body: make(), documentElement: make(), activeElement: null,
  createElement: make, createElementNS: make, addEventListener() {}, querySelectorAll: () => [],
};
const matchMedia = () => ({ matches: false });
const addEventListener = () => {};
class ResizeObserver { observe() {} }
const location = { hash: "", href: "file:///x", pathname: "/x", search: "", protocol: "file:" };
const history = { replaceState() {} };
const fake = { find: find_, frame: null, clock: 0 };
const members = {
  document, matchMedia, addEventListener, ResizeObserver, location, history, fake,
  Option: class {}, performance: { now: () => fake.clock },
  requestAnimationFrame: (step) => { fake.frame = step; return 1; },
  cancelAnimationFrame: () => { fake.frame = null; },
};
for (const [name, value] of Object.entries(members)) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
})();
"""
STEPS = r"""
const seen = [];
fake.find("forward").listeners.click();
while (fake.frame) {
  seen.push(fake.find("news").textContent);
  const step = fake.frame;
  fake.frame = null;
  fake.clock += 100;
  step(fake.clock);
}
console.log(JSON.stringify({ seen, after: fake.find("news").textContent }));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_nothing_is_solved_before_the_last_step_has_arrived():
    parts = [
        f"const SCRIPT = {json.dumps(SCRIPT)};", BROWSER,
        program(completed("")), STEPS,
    ]  # fmt: skip
    done = subprocess.run(
        ["node", "-"], input="\n".join(parts), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(told["seen"]) > 3
    assert set(told["seen"]) == {""}
    assert told["after"] == "Solved: 1 move."
