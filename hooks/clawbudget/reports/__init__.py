"""How findings are shown. The core knows none of these."""
