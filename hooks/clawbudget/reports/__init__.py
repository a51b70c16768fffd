"""How findings are shown. The core knows none of these.

For what a check found there is a module for each format: ``text``, ``json_report``, ``sarif``, ``github``, and ``xray``
for HTML; all but ``text`` take an ``Outcome``. ``show``, ``advice``, ``fixes`` and ``settings`` hold what the commands
of these names, ``wrap`` and ``--show-settings`` print. The others are shared: ``escaping`` and ``json_text`` make text
harmless, ``style`` draws, ``shortening`` counts, ``destination`` writes.
"""
