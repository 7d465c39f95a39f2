"""Translations: catalogues of texts in Ukrainian, Polish and Russian.

>>> from keyflower.languages import language
>>> import keyflower as kf
>>> ukrainian = language("uk")
>>> ukrainian.title(kf.tile("miner"))
'Рудокоп'
"""

from keyflower.languages.catalogues import Catalogue as Catalogue
from keyflower.languages.language import LANGUAGES as LANGUAGES
from keyflower.languages.language import Language as Language
from keyflower.languages.language import from_environment as from_environment
from keyflower.languages.language import language as language
from keyflower.languages.language import title_origins as title_origins
