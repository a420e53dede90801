"""Builds the documents as a site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import jemaa  # (from the sources beside the documents)

project = "Jemaa"
author = "the Jemaa authors"
release = jemaa.__version__

extensions = ["myst_parser", "notebook", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "README"
exclude_patterns = ["**/.*"]

html_theme = "furo"
html_title = "Jemaa"
html_show_copyright = False
html_show_sourcelink = False

myst_heading_anchors = 4
suppress_warnings = [
    "myst.xref_missing",  # links to files of the repository; tests/test_docs.py follows them
    "misc.highlighting_failure",  # records and grammars are in no language that Pygments knows
]

nitpicky = True  # a type that a signature names has a place in the reference
nitpick_ignore_regex = [
    # The documents of others are found through the network alone.
    ("py:.*", r"(collections\.abc|msgspec|pathlib|random)\..*"),
    # Aliases, type variables, and names that only type checkers import.
    ("py:class", r"jemaa\.core\.(game\.[SV]|picture\.Ink)"),
    ("py:class", "Action|Facir|Factory|Game|Marrakech|Observer|Seat"),
    ("py:class", r"jemaa\.players\.noise\.Slips"),
    # What a review consists of: its fields say what they are.
    ("py:class", r"jemaa\.analysis\.(reviews|procedure)\..*"),
    # What comes of a type with a comma, and of a sentence with a colon.
    ("py:class", r"(dict|tuple|collections\.abc\.Mapping)\[.*|The clauses to cite .*"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_use_ivar = True
