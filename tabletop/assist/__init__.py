"""The hand and the rules at one table: sessions, the referee, and hints. No screen."""
