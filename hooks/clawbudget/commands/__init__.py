"""The thin entry points: parse the arguments, call the core, print a report, return the exit code."""
