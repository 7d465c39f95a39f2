"""Tables and pages that are made from the library itself, so that they cannot drift."""
