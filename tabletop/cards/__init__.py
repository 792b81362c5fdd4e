"""What can be played with: card definitions, card sets, decks and games from TOML, and faces drawn with Pillow."""
