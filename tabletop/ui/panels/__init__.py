"""The panels around the table: seats, turn, log, undo list, facts, and the hint line at the foot."""
