"""The model against what released OpenClaw was recorded to inject (see ``goldens/record.py``)."""

from __future__ import annotations

import json

import pytest

from clawbudget.injection.sessions import SESSIONS, files_read
from clawbudget.releases import CONTRACTS, Release
from goldens import record
from goldens.recipes import cases
from oracle.cases import model
from oracle.released import RELEASES

CASES = dict(cases())
RECORDED = json.loads(record.RECORDED.read_text(encoding="ascii"))
GROUPS = sorted({name.partition(":")[0] for name in CASES})


def test_every_case_is_recorded_for_every_release() -> None:
    releases = {name: {version for versions, _ in groups for version in versions} for name, groups in RECORDED.items()}
    assert releases == {name: set(RELEASES) for name in CASES}


def test_every_row_of_the_table_has_a_release() -> None:
    assert [Release.named(version).contract for version in RELEASES] == list(CONTRACTS)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("version", RELEASES)
def test_model_injects_what_openclaw_injects(version: str, group: str) -> None:
    release = Release.named(version)
    names = [name for name in CASES if name.partition(":")[0] == group]
    recorded = {name: injected for name in names for versions, injected in RECORDED[name] if version in versions}
    assert {name: record.in_short(model(CASES[name], release)) for name in names} == recorded


@pytest.mark.parametrize("version", RELEASES)
def test_sessions_read_what_they_read_in_openclaw(version: str) -> None:
    recorded = json.loads(record.SESSIONS.read_text(encoding="ascii"))[version]
    release = Release.named(version)
    assert {session: list(files_read(release, session)) for session in SESSIONS} == recorded
