"""How many rule lines reach the model, in the same words wherever it is said."""

from __future__ import annotations


def rules_reaching(whole: int, rules: int, release: str) -> str:
    """Say how many of the rule lines reach the model whole under a release."""
    return f"{whole:,} of {rules:,} rule lines reach the model whole ({release})"
