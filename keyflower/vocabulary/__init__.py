"""The lowest layer: the words, hexes, pools and errors that everything else is made of."""
