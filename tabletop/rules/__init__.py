"""What rules engines are made of: moves, verdicts, the agenda, questions, lasting effects, verbs, ruling cases."""
