"""Builds the documents as a site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import jemaa  # (from the sources beside the documents)

project = "Jemaa"
author = "the Jemaa authors"
release = jemaa.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
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

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_use_ivar = True
