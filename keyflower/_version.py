"""The version of the package: the build reads it from here, and so does `keyflower.__version__`."""

__version__ = "0.4.0"
