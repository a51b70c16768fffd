"""The model of what OpenClaw pastes into a prompt, release by release.

Data flows one way. ``sessions`` says which files a session reads; ``prompt`` spends the total on them, file by file;
``trimming`` cuts a file that is too long, for an AGENTS.md with the help of ``digest``, which knows rule lines by the
words in ``keywords``. What became of the source lines is read off the result by ``fates``, why the digest took a line
or left it by ``verdicts``; ``hidden_rules`` finds the rules that the digest does not know for rules, with the help of
``mandatory_words``.

Everything here is a pure function of texts. Sizes are UTF-16 code units throughout.
"""
