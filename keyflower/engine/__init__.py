"""The engine: one module for each part of the rules; it mentions no particular tile or expansion."""
