"""`python -m tabletop`: the same as the command `tabletop`."""

from tabletop.cli import main

if __name__ == "__main__":
    main()
