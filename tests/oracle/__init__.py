"""Released OpenClaw as the judge of our model: fetch a release, run its injection code under node, compare."""
