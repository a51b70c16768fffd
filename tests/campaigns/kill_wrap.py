"""Kills ``clawbudget wrap`` at random moments: run by ``make kill-wrap N=500``.

After each kill every file is the old or the new one, whole, with its mode, and nothing lies beside it but what the next
run removes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))
SENTENCE = "You must look twice, cut once, and write down what you did and why you did it. "
OLD = ("- " + SENTENCE * 4 + "\n") * 10
NAMES = ("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md")
MODE = 0o750


def main(arguments: list[str]) -> int:
    """Kill as many runs as the first argument says; the second one is the seed. Gives 1 if a file was harmed."""
    count = int(arguments[0]) if arguments else 500
    random = Random(int(arguments[1]) if len(arguments) > 1 else 8)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder)
        started = time.perf_counter()
        subprocess.run([CLAWBUDGET, "wrap", folder], stdout=subprocess.DEVNULL, check=False)
        lasts = time.perf_counter() - started
        new = {file: (folder / file).read_bytes() for file in NAMES}
        assert OLD.encode() not in new.values()
        seen = {"old": 0, "new": 0}
        for _ in range(count):
            _fill(folder)
            _kill_after(lasts * random.uniform(0.3, 1.1), folder)
            for state in (_state(folder / file, new[file]) for file in NAMES):
                if state not in seen:
                    print(state, file=sys.stderr)
                    return 1
                seen[state] += 1
            if litter := _litter_after_another_run(folder):
                print(f"left behind: {litter}", file=sys.stderr)
                return 1
    print(f"{count} kills: {seen['old']} files were the old one, {seen['new']} the new one, none was harmed")
    return 0


def _fill(folder: Path) -> None:
    for name in NAMES:
        (folder / name).write_text(OLD)
        (folder / name).chmod(MODE)


def _kill_after(seconds: float, folder: Path) -> None:
    with subprocess.Popen([CLAWBUDGET, "wrap", folder], stdout=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.kill()


def _state(path: Path, new: bytes) -> str:
    data = path.read_bytes()
    if path.stat().st_mode & 0o777 != MODE:
        return f"{path.name} lost its mode"
    return "old" if data == OLD.encode() else "new" if data == new else f"{path.name} is torn: {len(data)} bytes"


def _litter_after_another_run(folder: Path) -> list[str]:
    """Give what lies beside the files once the next run that writes them has been there."""
    _fill(folder)
    subprocess.run([CLAWBUDGET, "wrap", folder], stdout=subprocess.DEVNULL, check=False)
    return sorted({entry.name for entry in folder.iterdir()}.difference(NAMES))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
