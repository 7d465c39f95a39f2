"""The commands of ``keyflower``: one file each, called like the command."""
