"""Benchmarks: the library beside its peers, and beside its own earlier revisions; see docs/benchmarks.md."""
