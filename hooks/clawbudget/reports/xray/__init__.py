"""The X-ray: one HTML page that shows what becomes of every line of a workspace's files.

It needs no network and no script. ``page`` puts it together from ``bars`` (how much) and ``rows`` (line by line), all
written with ``markup``, which escapes; ``style.css`` says what it looks like.
"""
