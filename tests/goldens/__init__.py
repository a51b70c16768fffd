"""What released OpenClaw injects for inputs of our own: the inputs, the script that records, and what it recorded."""
