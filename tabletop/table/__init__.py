"""What lies where: pieces, zones, operations, history, sight and saves. Knows no rules and no screen."""
