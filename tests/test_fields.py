"""What OpenClaw reads line by line in IDENTITY.md and HEARTBEAT.md is the same before and after wrapping.

The readers here say once more, in the order in which OpenClaw goes, what it takes; see ``clawbudget.fields``.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.fields import fields_of
from clawbudget.wrapping.engine import wrap

LABELS = {"name", "emoji", "creature", "vibe", "theme", "avatar"}


def identity(text: str) -> dict[str, str]:
    """Give the values that OpenClaw takes: of each label the last that is not empty."""
    values = {}
    for line in text.split("\n"):
        label, colon, value = re.sub(r"^-\s*", "", line.strip()).partition(":")
        if colon and re.sub("[*_`]", "", label).strip().lower() in LABELS and value.strip("*_` \t\r"):
            values[re.sub("[*_`]", "", label).strip().lower()] = value.strip("*_` \t\r")
    return values


def tasks(text: str) -> list[tuple[str, str, str]]:
    """Give name, interval and prompt of each whole task."""
    lines = re.sub(r"^\s*<!--[^>]*-->", "", text, flags=re.MULTILINE).split("\n")
    found = []
    is_inside = False
    for number, line in enumerate(lines):
        trimmed = line.strip()
        if trimmed == "tasks:":
            is_inside = True
        elif is_inside and trimmed.startswith("- name:"):
            values, is_inside = task_behind(lines[number + 1 :])
            if trimmed[7:].strip() and {"interval", "prompt"} <= values.keys():
                found.append((trimmed[7:].strip(), values["interval"], values["prompt"]))
        elif trimmed and not trimmed.startswith(("-", "interval:", "prompt:")):
            is_inside = False
    return found


def task_behind(lines: list[str]) -> tuple[dict[str, str], bool]:
    """Give the values that follow a task's name, and whether more tasks may come."""
    values = {}
    for line in lines:
        key, colon, value = line.strip().partition(":")
        if line.strip().startswith("- name:"):
            break
        if colon and key in ("interval", "prompt") and line[0] in " \t":
            values[key] = value.strip()
        elif line.strip():
            return values, False
    return values, True


PIECES = ["name:", "**Vibe:** sharp", "theme: red", "- ", "some words", "and more of them.", "Note: that", "> "]
PIECES += ["\ntasks:\n", "\n- name: mail\n  interval: 5m\n  prompt: look at all of the mail", "\n<!-- no -->"]
PIECES += ["\n", "\n\n", "\n  ", "\n- ", "\n- an item of some length in between\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join), st.sampled_from((20, 30, 45)))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_what_is_read_line_by_line_stays(text: str, max_line: int) -> None:
    text = re.sub(r" *\n", "\n", text)
    assert identity(wrap(text, max_line, name="IDENTITY.md").text) == identity(text)
    assert tasks(wrap(text, max_line, name="HEARTBEAT.md").text) == tasks(text)


@pytest.mark.parametrize("name", ["HEARTBEAT.md", "IDENTITY.md"])
def test_fields_of_a_long_line_and_of_many_comments_are_found_fast(name: str) -> None:
    lines = ["tasks:", "<!---->" * 100_000, "<!--" * 100_000, "name:" * 100_000]
    assert fields_of(name, lines) == ({0: "tasks:"} if name == "HEARTBEAT.md" else {3: lines[3]})


def test_other_files_are_read_as_a_whole() -> None:
    assert fields_of("AGENTS.md", ["tasks:", "name: Ada"]) == {}
