"""The X-ray page as a whole."""

from __future__ import annotations

import os
from importlib.metadata import version
from importlib.resources import files

from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE
from clawbudget.injection.prompt import MISSING
from clawbudget.reports.show import CAUSES, HARMFUL
from clawbudget.reports.xray.bars import budget_bar, file_bar, strip
from clawbudget.reports.xray.markup import Markup, css_class, element, join, markup
from clawbudget.reports.xray.rows import FileRows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding
    from clawbudget.overview import FileOverview, Overview
    from clawbudget.reports.outcome import Outcome

_HEAD: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
"""

_LEGEND: Final = (
    (WHOLE, "whole"),
    (CUT, "cut"),
    (IN_DIGEST, "in the digest"),
    (CUT_IN_DIGEST, "cut in the digest"),
    (LOST, "lost"),
)


def html_page(outcome: Outcome) -> str:
    """Give the page: all workspaces of the outcome, one after the other."""
    sections = [_workspace(place, overview, checked) for place, (overview, checked) in enumerate(outcome.workspaces())]
    told = [f"can’t read {path}: {reason}" for path, reason in outcome.failures]
    told += outcome.notes
    style = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    body = element(
        "main",
        *(element("p", note, class_="told") for note in told),
        *sections,
        "" if sections else element("p", "There is no workspace here.", class_="told"),
    )
    footer = element(
        "footer",
        f"clawbudget {version('clawbudget')}. Characters are UTF-16 code units, as OpenClaw counts them. Every number "
        "here is computed from the files on disk; nothing was sent anywhere.",
    )
    return f"{_HEAD.format(title=_title(outcome), style=style)}{body}\n{footer}\n</body>\n</html>\n"


def _title(outcome: Outcome) -> Markup:
    return markup(f"clawbudget {outcome.command}: what the model gets")


def _workspace(place: int, overview: Overview, checked: CheckedWorkspace | None) -> Markup:
    findings = checked.findings if checked else ()
    folder = overview.workspace.folder
    name = os.path.basename(os.path.abspath(folder)) or folder
    shown = [file for file in overview.files if file.loss is not None]
    return element(
        "section",
        element(
            "p",
            f"OpenClaw {overview.release.name}",
            element("i", " · "),
            f"{overview.session} session",
            class_="eyebrow",
        ),
        element("h1", name),
        element("p", _lead(overview), class_="lead"),
        _budget(overview),
        _table(overview),
        _findings(place, findings),
        _legend() if shown else "",
        *(_file(place, file, overview, findings) for file in shown),
        class_="workspace",
    )


def _lead(overview: Overview) -> Markup:
    cut = [file for file in overview.files if file.lost]
    if not cut:
        unread = any(file.cause in HARMFUL for file in overview.files)
        return markup("What can be read reaches the model whole." if unread else "All of it reaches the model.")
    who = f"{cut[0].name} loses" if len(cut) == 1 else f"{len(cut)} files lose"
    raw, lost = sum(file.raw for file in cut), sum(file.lost for file in cut)
    rules, whole = sum(file.rule_lines for file in cut), sum(file.whole_rule_lines for file in cut)
    told = join(f"{who} ", element("strong", f"{lost:,}"), f" of {raw:,} characters")
    if rules == whole:
        return join(told, ".")
    return join(
        told, ", and ", element("strong", f"{rules - whole:,}"), f" of {rules:,} rule lines do not arrive whole."
    )


def _budget(overview: Overview) -> Markup:
    spent, limit = overview.injected, overview.limits.max_total
    return element(
        "figure",
        budget_bar(overview),
        element("figcaption", element("span", f"{spent:,} of {limit:,} characters spent"), _left(limit - spent)),
    )


def _left(left: int) -> Markup:
    return element("span", f"{left:,} left")


def _table(overview: Overview) -> Markup:
    head = element(
        "tr", *(element("th", name, scope="col") for name in ("file", "", "on disk", "injected", "lost", ""))
    )
    return element("table", element("thead", head), element("tbody", *map(_table_row, overview.files)))


def _table_row(file: FileOverview) -> Markup:
    cause = file.detail if file.cause in HARMFUL and file.detail else CAUSES[file.cause]
    if file.cause == MISSING and file.injected:
        cause = f"{cause}: a note stands in its place"
    return element(
        "tr",
        element("th", file.name, scope="row"),
        element("td", file_bar(file) if file.raw and file.limit else ""),
        *(element("td", f"{number:,}" if number else "–") for number in (file.raw, file.injected)),
        element("td", f"{file.lost:,}" if file.lost else "–", class_="bad" if file.lost else None),
        element("td", cause or "whole", class_="bad" if file.cause in HARMFUL else None),
        class_=None if file.raw or file.cause in HARMFUL else "absent",
    )


def _findings(place: int, findings: Sequence[Finding]) -> Markup:
    if not findings:
        return join()
    items = (_finding(place, finding) for finding in findings)
    return element(
        "details",
        element("summary", element("h2", f"Findings ({len(findings):,})")),
        element("ul", *items),
        class_="findings",
    )


def _finding(place: int, finding: Finding) -> Markup:
    where = finding.path if finding.line is None else f"{finding.path}:{finding.line}"
    if finding.line is not None:
        where = element("a", where, href=f"#{_anchor(place, os.path.basename(finding.path))}-{finding.line}")
    return element(
        "li",
        element("span", finding.severity, class_=finding.severity),
        element("span", where, ": ", finding.message, element("small", f"{finding.rule} · {finding.advice}")),
    )


def _legend() -> Markup:
    items = (element("li", element("span", class_=f"swatch {css_class(kind)}"), text) for kind, text in _LEGEND)
    rule = element("li", element("span", "!", class_="swatch mark"), "rule line (must, never, do not, …)")
    return element("ul", *items, rule, class_="legend")


def _anchor(place: int, name: str) -> str:
    return f"w{place}-{name}"


def _file(place: int, file: FileOverview, overview: Overview, findings: Sequence[Finding]) -> Markup:
    assert file.loss is not None
    path = overview.workspace.path_of(file.name)
    rows = FileRows(
        file.loss, overview.release.contract.digest, _anchor(place, file.name), dict(_marks(findings, path))
    )
    facts = [f"{file.injected:,} of {file.raw:,} characters" if file.lost else f"{file.raw:,} characters, whole"]
    if file.lost and rows.rules:
        facts.append(f"{file.whole_rule_lines:,} of {file.rule_lines:,} rule lines whole")
    columns = [element("div", element("h3", "On disk"), *rows.source(), class_="column")]
    if file.lost:
        columns.append(element("div", element("h3", "What the model gets"), *_prompt(rows, file), class_="column"))
    return element(
        "details",
        element("summary", element("h2", file.name), element("p", " · ".join(facts))),
        strip(file.loss, rows.rules),
        element("div", *columns, class_="columns"),
        class_="file",
        open=bool(file.lost),
    )


def _prompt(rows: FileRows, file: FileOverview) -> Iterator[Markup]:
    if not file.injected:
        yield element("p", "Nothing of it: the total was spent before.", class_="nothing")
    yield from rows.prompt()


def _marks(findings: Sequence[Finding], path: str) -> Iterator[tuple[int, str]]:
    """Give, by line, the names of the rules that found something in the file at ``path``."""
    rules: dict[int, dict[str, None]] = {}
    for finding in findings:
        if finding.line is not None and finding.path == path:
            rules.setdefault(finding.line, {})[finding.rule] = None
    for line, names in rules.items():
        yield line, ", ".join(names)
