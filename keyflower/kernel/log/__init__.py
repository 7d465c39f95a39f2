"""The log: entries, their lines as JSON, reading them back, and the log as a value."""
