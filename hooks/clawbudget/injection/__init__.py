"""The model of what OpenClaw pastes into a prompt, release by release.

Data flows one way. ``sessions`` says which files a session reads; ``prompt`` spends the total on them, file by file;
``trimming`` cuts a file that is too long, for an AGENTS.md with the help of ``digest``, which knows rule lines by the
words in ``keywords``. What became of the source lines is read off the result by ``fates``; ``hidden_rules`` finds the
rules that the digest misses for want of a word in ``mandatory_words``.

Everything here is a pure function of texts. Sizes are UTF-16 code units throughout.
"""
