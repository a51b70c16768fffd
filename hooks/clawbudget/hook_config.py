"""Adding our hook to the text of a ``.pre-commit-config.yaml``, which keeps every byte that it has.

The text is not written anew from what a parser made of it: our entry is inserted after the last one, and a parser then
proves that the new text says what the old one said, and our entry. What can't be proved is refused. The parser is
PyYAML's, with which pre-commit itself reads the file.
"""

from __future__ import annotations

import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

HOOK: Final = "bootstrap-budget"
_OURS: Final = (HOOK, "bootstrap-wrap")
_STRING: Final = "tag:yaml.org,2002:str"
MAX_CHARACTERS: Final = 262_144
"""A configuration of more characters is refused: the parser is slow."""


class NotUnderstoodError(ValueError):
    """A configuration that can't be read, or can't be extended with certainty; the message says why."""


class Entry:
    """What is to be added: the repository, its revision, and the hook's arguments; ``comment`` stands behind the first.

    ``comment`` must be a single line.
    """

    __slots__ = ("arguments", "comment", "repo", "rev")

    def __init__(self, repo: str, rev: str, arguments: Sequence[str], comment: str = "") -> None:
        self.repo = repo
        self.rev = rev
        self.arguments = arguments
        self.comment = comment

    def lines(self, dash: str = "- ", hook_dash: str = "  - ") -> Iterator[str]:
        """Give the entry's lines, without line ends.

        ``dash`` begins the entry and ``hook_dash`` its hook, each with its indentation and the blank behind it.
        """
        left = " " * len(dash)
        yield f"{dash}repo: {_scalar(self.repo)}" + (f"   # {self.comment}" if self.comment else "")
        yield f"{left}rev: {_scalar(self.rev)}"
        yield f"{left}hooks:"
        yield f"{hook_dash}id: {HOOK}"
        if self.arguments:
            yield f"{' ' * len(hook_dash)}args: [{', '.join(map(_scalar, self.arguments))}]"


def new_text(entry: Entry) -> str:
    """Give a configuration that holds the entry alone."""
    return "".join(f"{line}\n" for line in ("repos:", *entry.lines()))


def has_ours(text: str) -> bool:
    """Tell whether a configuration has one of our hooks, or an entry of ours. Raises NotUnderstoodError."""
    return any(_is_ours(item) for item in _repos(_compose(text)).value)


def extended(text: str, entry: Entry) -> str:
    """Give a configuration with the entry added after the last one, in its style. Raises NotUnderstoodError."""
    repos = _repos(_compose(text))
    if repos.flow_style or not repos.value:
        raise NotUnderstoodError("its list of repos is empty or written in brackets")
    dash, hook_dash = _style(text, repos)
    at = _end_of_item(text, _end(text, repos), len(dash) - len(dash.lstrip(" ")))
    line_end = "\r\n" if "\r\n" in text else "\n"
    start = "" if text[:at].endswith("\n") else line_end
    added = start + "".join(f"{line}{line_end}" for line in entry.lines(dash, hook_dash))
    result = text[:at] + added + text[at:]
    _prove(text, result, entry)
    return result


def _compose(text: str) -> yaml.Node | None:
    if len(text) > MAX_CHARACTERS:
        raise NotUnderstoodError(f"it holds more than {MAX_CHARACTERS:,} characters")
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise NotUnderstoodError(f"it is no YAML: {place}{error.problem}") from None
    except yaml.YAMLError as error:
        raise NotUnderstoodError(f"it is no YAML: {' '.join(str(error).split())}") from None
    except ValueError:  # PyYAML lets it through where a number has too many digits, or an escape is no character
        raise NotUnderstoodError("it is no YAML: a number in it is too large") from None
    except RecursionError:
        raise NotUnderstoodError("it is nested too deeply") from None
    return node


def _repos(root: yaml.Node | None) -> yaml.SequenceNode:
    repos = _value(root, "repos")
    if not isinstance(repos, yaml.SequenceNode):
        raise NotUnderstoodError("it has no list of repos")
    return repos


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    # Of several values for a key, PyYAML takes the last.
    return next((value for name, value in reversed(node.value) if name.value == key), None)


def _is_ours(item: yaml.Node) -> bool:
    repo, hooks = _value(item, "repo"), _value(item, "hooks")
    ids = [_value(hook, "id") for hook in hooks.value] if isinstance(hooks, yaml.SequenceNode) else []
    # What is no scalar can be huge once it is written out, by aliases of aliases.
    is_from_us = isinstance(repo, yaml.ScalarNode) and "clawbudget" in repo.value
    return is_from_us or any(isinstance(each, yaml.ScalarNode) and each.value in _OURS for each in ids)


def _style(text: str, repos: yaml.SequenceNode) -> tuple[str, str]:
    """Give how the first entry and its first hook are indented, dash included; ours are written alike."""
    first = repos.value[0]
    dash = _before(text, first)
    if not _is_dash(dash):
        raise NotUnderstoodError("its first entry does not start in a line of its own with a dash and a key")
    hooks = _value(first, "hooks")
    if isinstance(hooks, yaml.SequenceNode) and not hooks.flow_style and hooks.value:
        hook_dash = _before(text, hooks.value[0])
        if _is_dash(hook_dash) and len(hook_dash) - len(hook_dash.lstrip(" ")) >= len(dash):
            return dash, hook_dash
    return dash, " " * len(dash) + dash.lstrip(" ")


def _before(text: str, node: yaml.Node) -> str:
    index = node.start_mark.index
    return text[text.rfind("\n", 0, index) + 1 : index]


def _is_dash(text: str) -> bool:
    return text.strip(" ") == "-" and text.endswith(" ")


def _end(text: str, sequence: yaml.SequenceNode) -> int:
    """Give the index where the last thing written in a sequence ends.

    Nodes tell where things are defined, events where they are written, which is not the same for aliases. Blocks end
    with events of no width, after comments and blank lines that follow.
    """
    first = _index(sequence.start_mark)
    depth, end = 0, first
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if _index(event.start_mark) < first:
            continue
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if _index(event.end_mark) > _index(event.start_mark):
            end = _index(event.end_mark)
        if depth == 0:
            break
    return end


def _index(mark: Any) -> int:
    return int(mark.index)


def _end_of_item(text: str, index: int, indent: int) -> int:
    """Give the index after the line that ends the last item, and after the comments in it that follow."""
    # A block scalar ends where the next line starts, blank lines included.
    at = _next_line(text, len(text[:index].rstrip("\r\n ")) if text[:index].endswith("\n") else index)
    while at < len(text):
        after = _next_line(text, at)
        line = text[at:after]
        if not (line.lstrip(" ").startswith("#") and len(line) - len(line.lstrip(" ")) > indent):
            break
        at = after
    return at


def _next_line(text: str, index: int) -> int:
    return text.find("\n", index) + 1 or len(text)


def _prove(before: str, after: str, entry: Entry) -> None:
    """Make sure that the one thing that is new in ``after`` is the entry, as the last of the repos."""
    old, new = _events(before), _events(after)
    # Of a text that is a list of one entry, the start and the end of stream, document and list are not the entry's.
    ours = _events("\n".join(entry.lines()))[3:-3]
    at = next((index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
    repos, more = (_repos(_compose(text)).value for text in (before, after))
    # Of a last one that is empty, nothing is written but its dash, which ours would stand before.
    if new != old[:at] + ours + old[at:] or len(more) != len(repos) + 1 or not _is_ours(more[-1]):
        raise NotUnderstoodError("it is written in a way that our entry can't be added to with certainty")


def _events(text: str) -> list[tuple[Any, ...]]:
    try:
        return [
            (type(event), *(getattr(event, name, None) for name in ("anchor", "tag", "implicit", "value")))
            for event in yaml.parse(text, Loader=yaml.SafeLoader)
        ]
    except (yaml.YAMLError, ValueError):
        return []


def _scalar(text: str) -> str:
    """Write a string so that YAML 1.1 and 1.2 read it as that string, also between brackets."""
    # What starts with a digit may be a number in one and not in the other: 1e5, as the start of a commit's id can be.
    may_be_plain = text.isprintable() and (text[:1].isalpha() or text.startswith(("/", "--")))
    if may_be_plain and _is_plain(text):
        return text
    quoted: str = yaml.safe_dump(text, default_style='"', width=float("inf"))
    return quoted.removesuffix("\n")


def _is_plain(text: str) -> bool:
    """Tell whether a string reads as that string between brackets. Nothing is made of it: it may be no date."""
    try:
        root = _compose(f"[{text}]")
    except NotUnderstoodError:
        return False
    return isinstance(root, yaml.SequenceNode) and [(item.tag, item.value) for item in root.value] == [(_STRING, text)]
