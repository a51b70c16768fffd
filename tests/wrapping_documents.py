"""Makes Markdown documents at random out of what is known to break when lines are wrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

WORDS = (
    *(
        "a",
        "I",
        "it",
        "must",
        "never",
        "commit",
        "secrets",
        "before",
        "tests",
        "pass",
        "configuration",
        "the",
    ),
    *(
        "don't",
        "e.g.",
        "etc.",
        "Dr.",
        "end.",
        "done!",
        "why?",
        "first,",
        "then;",
        "note:",
        "well—",
        "(aside)",
    ),
    *(
        "snake_case_name",
        "2*3*4",
        "x<1",
        "a&b",
        "C:\\dir",
        "50%",
        "#5",
        "$HOME",
        "'quoted'",
        '"said"',
        "50–60",
    ),
    *("naïve", "Straße", "😀", "👩‍👩‍👧", "Ω", "한국어", "문장입니다.", "ไทยภาษา", "ພາສາລາວ"),
)
MARKERS = (
    *(
        "-",
        "+",
        "*",
        "#",
        "##",
        ">",
        "1.",
        "1)",
        "2024.",
        "10)",
        "===",
        "=",
        "---",
        "--",
        "***",
        "___",
        "```",
    ),
    *(
        "~~~",
        "|",
        ":---",
        "|---|",
        "-|-",
        "<div>",
        "<!--",
        "-->",
        "<details>",
        "</p>",
        "[^1]:",
        "[ref]:",
        ":::",
    ),
    *("!!!", "$$", ":", "~", "@file", "[ ]", "[x]", "[X]", "{:", "+++", "%%", "\\", "<b", "a)", "a.", "<?x"),
)
SPECIAL = (
    *("`code span`", "`` co `de ``", "`two  blanks`", "`unclosed", "[link text](http://x.y)", "[a](<b c>)"),
    *("[a b](c 'ti tle')", '[a](b "c d")', "[ref]", "[text here][ref]", "[foo bar][]", "<http://auto.link>"),
    *(
        "http://bare.link/a_b",
        "www.bare.org",
        "me@mail.org",
        "![alt text](i.png)",
        '![a b](c "d e")',
        "<kbd>",
    ),
    *(
        "</kbd>",
        '<a href="b c" d>',
        "</a>",
        "<br/>",
        "<pre>a b</pre>",
        "<code>a b</code>",
        "</code>",
        "</pre>",
        "<!-- in line -->",
        "**bold text**",
    ),
    *(
        "*em ph*",
        "_under line_",
        "~~struck out~~",
        "**bold",
        "text**",
        "*",
        "**",
        "_",
        "~~",
        "***a** b*",
        "](",
    ),
    *(
        "[[wiki link]]",
        "[[page|some text]]",
        "{{place holder}}",
        "{{ a.b }}",
        "{% tag arg %}",
        "{: .class #id}",
    ),
    *(
        "{one two}",
        "<Your name, here>",
        "[your name]",
        "$a + b$",
        "$$x = y$$",
        "\\(a b\\)",
        "${VAR:-de fault}",
    ),
    *(
        "&amp;",
        "&nbsp;",
        "&#32;",
        "\\*",
        "\\[",
        "\\\\",
        "[^1]",
        "[^no]",
        "![",
        "[",
        "]",
        ")",
        "`",
        "``",
        "<",
        "&",
    ),
    *(
        "nb\u00a0sp",
        "\u00a0",
        "a\u202fb",
        "\u3000",
        "a\u2028b",
        "v\vt",
        "f\ff",
        "zero\u200bwidth",
        "\ufeff",
        "\0",
    ),
)
WIDE = (
    *(
        "所有提交必须先通过测试。",
        "不得泄露密钥，",
        "也不要写进日志；",
        "他说：“好。”",
        "（括号）",
        "「引用。」",
    ),
    *(
        "必须",
        "すべて確認する。",
        "カタカナ、",
        "ひらがな！",
        "**粗体。**",
        "`代码`",
        "ＡＢＣ",
        "……",
        "——",
        "？！",
    ),
)
BLANKS = (" ",) * 40 + ("  ", "   ", "\t", " \t ", "  \t")


def document(random: Random) -> str:
    """Make a document of one to six blocks, now and then with front matter, CRLF or a byte order mark."""
    blocks = [_block(random, depth=0) for _ in range(random.randint(1, 6))]
    separators = ["" if random.random() < 0.1 else "\n" for _ in blocks]
    text = "".join(block + separator for block, separator in zip(blocks, separators, strict=True))
    if random.random() < 0.1:
        text = random.choice(_FRONT_MATTER)(random) + text
    return _as_a_file(random, text)


def _as_a_file(random: Random, text: str) -> str:
    if random.random() < 0.15:
        text = text.rstrip("\n")
    style = random.random()
    if style < 0.1:
        text = text.replace("\n", "\r\n")
    elif style < 0.15:
        text = "".join(random.choice(("\n", "\r\n")) if character == "\n" else character for character in text)
    elif style < 0.16:
        text = text.replace(" ", "\r", 1)
    return "\ufeff" + text if random.random() < 0.05 else text


def _text(random: Random, most: int = 60) -> str:
    """Make a line of words; most have something in them that a line end could spoil."""
    strangeness = random.choice((0.02, 0.1, 0.3, 0.6))
    kinds = random.choice(((MARKERS, SPECIAL), (MARKERS,), (SPECIAL,), (SPECIAL, WIDE), (WIDE,)))
    parts: list[str] = []
    for _ in range(random.randint(1, most)):
        parts.append(random.choice(random.choice(kinds) if random.random() < strangeness else WORDS))
        is_glued = kinds[-1] is WIDE and random.random() < 0.6
        parts.append("" if is_glued or random.random() < 0.03 else random.choice(BLANKS))
    return "".join(parts).strip(" \t") or "x"


def _paragraph(random: Random, _depth: int) -> str:
    lines = [_text(random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    ends = [random.choice(("", "", "", "", "  ", "\\", " ", "\t")) for _ in lines]
    indents = [" " * random.choice((0, 0, 0, 0, 1, 3, 4, 6)) for _ in lines]
    if random.random() < 0.9:
        indents[0] = ""
    return "".join(f"{indent}{line}{end}\n" for indent, line, end in zip(indents, lines, ends, strict=True))


def _list(random: Random, depth: int) -> str:
    marker = random.choice(("- ", "* ", "+ ", "1. ", "2) ", "10. ", "-   ", "-\t", "1.\t", "-  "))
    box = random.choice(("", "", "", "[ ] ", "[x] ", "[X] "))
    items = []
    for _ in range(random.randint(1, 3)):
        body = _paragraph(random, depth) if random.random() < 0.7 or depth > 2 else _block(random, depth + 1)
        if random.random() < 0.2 and depth < 3:
            body += random.choice(("", "\n")) + _block(random, depth + 1)
        if random.random() < 0.05:
            body = "\n" + body
        items.append(_hang(random, marker, box + body))
    return random.choice(("", "\n")).join(items)


def _hang(random: Random, marker: str, body: str) -> str:
    """Put a marker in front of a block and indent the rest of it, now and then lazily."""
    first, *rest = body.splitlines(keepends=True)
    indent = " " * len(marker.expandtabs(4)) if random.random() < 0.9 else random.choice(("", " ", "\t", "    "))
    return marker + first + "".join(indent + line if line.strip() else line for line in rest)


def _quote(random: Random, depth: int) -> str:
    body = _block(random, depth + 1) if depth < 3 else _paragraph(random, depth)
    if random.random() < 0.15:
        body = random.choice(("[!NOTE]\n", "[!WARNING] title here\n", "[!note]\n")) + body
    sign = random.choice(("> ", ">", "> ", ">  ", " > ", ">\t"))
    return "".join(
        line if number and random.random() < 0.1 and line.strip() else sign + line
        for number, line in enumerate(body.splitlines(keepends=True))
    )


def _heading(random: Random, _depth: int) -> str:
    line = _text(random, 30)
    return random.choice((f"# {line}\n", f"### {line} ###\n", f"{line}\n===\n", f"{line}\nmore\n---\n"))


def _table(random: Random, _depth: int) -> str:
    cells = [_text(random, 8).replace("|", "/") for _ in range(4)]
    outer = random.choice(("| {} | {} |\n", "{} | {}\n"))
    rows = outer.format(cells[0], cells[1]), outer.format("---", ":-:"), outer.format(cells[2], cells[3])
    return "".join(rows) + random.choice(("", "", _text(random) + "\n"))


def _code(random: Random, _depth: int) -> str:
    body = "".join(f"{_text(random)}\n" for _ in range(random.randint(1, 3)))
    fence = random.choice(("```", "~~~", "````"))
    return random.choice(
        (
            f"{fence}py title words\n{body}{fence}\n",
            f"{fence}\n{body}",
            "".join(f"    {line}\n" for line in body.splitlines()),
        )
    )


def _html(random: Random, _depth: int) -> str:
    line = _text(random)
    return random.choice(
        (
            f"<div>\n{line}\n</div>\n",
            f"<!-- {line}\n{line} -->\n",
            f"<details>\n<summary>{line}</summary>\n\n{line}\n\n</details>\n",
            f"<b>{line}</b>\n",
            f"<pre>\n{line}\n</pre>\n",
        )
    )


def _definition(random: Random, _depth: int) -> str:
    line = _text(random)
    return random.choice(
        (
            f"[^1]: {line}\n    {line}\n",
            f"[^1]: {line}\n\n    {line}\n",
            f"[^long name]: {line}\n",
            f"[ref]: http://x.y '{line}'\n",
            f"[ref]: http://x.y\n{line}\n",
            f"[foo bar]: <{line}>\n{line}\n",
            f"[ref]: {line}\n",
            f"*[HTML]: {line}\n",
            f"{line}\n:   {line}\n",
        )
    )


def _dialect(random: Random, _depth: int) -> str:
    line = _text(random)
    return random.choice(
        (
            f"::: note {line}\n{line}\n:::\n",
            f'!!! note "{line}"\n    {line}\n',
            f"$$\n{line}\n$$\n",
            f"@AGENTS.md\n{line}\n",
            f"| {line}\n| {line}\n",
            f"***\n{line}\n",
        )
    )


_BLOCKS: Sequence[Callable[[Random, int], str]] = (
    *(_paragraph,) * 6,
    *(_list,) * 6,
    *(_quote,) * 3,
    *(_heading, _table, _code, _html, _definition, _definition, _dialect),
)

_FRONT_MATTER: Sequence[Callable[[Random], str]] = (
    lambda random: f"---\nname: {_text(random)}\n\ndescription: >\n  {_text(random)}\n---\n",
    lambda random: f'+++\ntitle = "{_text(random)}"\n+++\n',
    lambda random: f"---\n\n{_text(random)}\n\n---\n",
    lambda random: f"---\n{_text(random)}\n",
)


def _block(random: Random, depth: int) -> str:
    return random.choice(_BLOCKS)(random, depth)
