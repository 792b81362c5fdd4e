"""Dialogs: what is asked and shown in the middle of the window. One at a time has the keyboard; Esc closes it."""
