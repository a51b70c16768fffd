"""Generated AGENTS.md files over their limit, to measure what ways of laying out long lines keep of the rules."""
