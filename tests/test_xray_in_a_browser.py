"""The X-ray page in a real browser: no script runs, nothing is wider than a phone, all text can be read."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clawbudget.cli import main
from git_repo import PROJECT
from report_workspaces import hostile_workspace
from test_reports import Page

if TYPE_CHECKING:
    from collections.abc import Callable

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium (Debian: apt-get install chromium)")

DARK, LIGHT = 0, 1

# Windows are never as narrow as a phone, but frames may be.
FRAME = """
<!DOCTYPE html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<iframe style="border: 0" width="{width}" height="800" srcdoc="{page}"></iframe>
"""

# Runs at the end of the page, after all that could have run before it.
PROBE = """
<script>
const seen = (element) => [element, ...element.querySelectorAll("*")];
const channels = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map((value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const luminance = (colour) => {
  const [red, green, blue] = channels(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const background = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/, 0\\)$/.test(colour)) return colour;
  }
};
const texts = seen(document.body).filter((element) => element.checkVisibility() &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
parent.document.body.dataset.probe = JSON.stringify({
  title: document.title,
  width: innerWidth,
  scrollWidth: document.documentElement.scrollWidth,
  tooWide: seen(document.body).filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5
    && !element.closest(".bar")).map((element) => element.className || element.tagName),
  background: getComputedStyle(document.body).backgroundColor,
  faint: texts.map((element) => [contrast(getComputedStyle(element).color, background(element)), element.outerHTML])
    .filter(([ratio]) => ratio < 4.5),
  texts: texts.length,
  rows: document.querySelectorAll(".row").length,
});
</script>
"""


@pytest.fixture
def probe(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Open a page, without the policy that forbids all scripts, and give what the probe sees of it."""

    def open_page(page: str, *, width: int = 1280, scheme: int = LIGHT) -> dict[str, Any]:
        page, policies = re.subn(r"<meta http-equiv=[^>]*>", "", page)
        assert policies == 1
        file = tmp_path / "page.html"
        probed = html.escape(page.replace("</body>", f"{PROBE}</body>"))
        file.write_text(FRAME.format(width=width, page=probed), encoding="utf-8")
        found = re.search(' data-probe="([^"]*)"', dumped(file, scheme=scheme))
        assert found, "the probe did not run"
        seen: dict[str, Any] = json.loads(html.unescape(found[1]))
        return seen

    def dumped(file: Path, *, scheme: int) -> str:
        assert CHROMIUM
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
        command += ["--hide-scrollbars", f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom"]
        return subprocess.run([*command, file.as_uri()], capture_output=True, text=True, check=True, timeout=60).stdout

    return open_page


def page_of(*arguments: str) -> str:
    assert main([*arguments, "--format", "html", "-o", "page"]) in (0, 1)
    return Path("page").read_text(encoding="utf-8")


@pytest.fixture
def sample(workspace: Callable[..., Path]) -> str:
    folder = PROJECT / "tests" / "samples" / "over-budget"
    workspace("w", **{file.stem: file.read_bytes() for file in folder.glob("*.md")})
    return page_of("check", "w")


@pytest.mark.parametrize(("width", "scheme"), [(1280, LIGHT), (1280, DARK), (390, LIGHT)])
def test_the_page_can_be_read(probe: Callable[..., dict[str, Any]], sample: str, width: int, scheme: int) -> None:
    seen = probe(sample, width=width, scheme=scheme)
    assert (seen["width"], seen["scrollWidth"], seen["tooWide"]) == (width, width, [])
    assert seen["faint"] == []
    assert seen["background"] == ("rgb(21, 23, 27)" if scheme == DARK else "rgb(251, 250, 247)")
    assert seen["texts"] > 300
    assert seen["rows"] > 500


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_from_a_file_runs(
    probe: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, width: int
) -> None:
    monkeypatch.chdir(tmp_path)
    page = page_of("check", hostile_workspace(tmp_path))
    seen = probe(page, width=width)
    assert seen["title"] == "clawbudget check: what the model gets"
    assert seen["rows"] == page.count('<div class="row ')
    assert (seen["scrollWidth"], seen["tooWide"]) == (width, [])
    assert "script" not in Page(page).tags
