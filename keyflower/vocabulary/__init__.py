"""The lowest layer of Keyflower: the words, hexes, pools and errors that everything else is made of."""

from keyflower.vocabulary import errors as errors  # gives the kernel's errors the names that people import
from keyflower.vocabulary import speaking as speaking  # says where the languages of the kernel's texts are
