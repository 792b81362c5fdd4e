"""Tables of LNH Storycards for tests, laid as ruling cases lay them."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.rules.cases import Run

Lay = Callable[..., Run]
"""`lay(A={...}, B={...}, now={...}, luck={...})`, in the words of ruling cases."""
