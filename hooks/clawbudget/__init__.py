"""Keeps the bootstrap files of an OpenClaw workspace within what OpenClaw really injects."""
