"""The rules in the window: highlights, the prompt bar, flags, refusals, rule pages, arrows."""
