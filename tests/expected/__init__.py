"""Whole reports, and the script that records them."""
