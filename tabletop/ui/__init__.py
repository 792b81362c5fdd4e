"""The window: all that pygame draws and hands touch. It decides nothing about rules and writes to no table itself."""
