"""Every clause of the rule documents is proved by a test, and every mark names a clause.

The tests are read as text, not collected, so the answer is the same when only this file is run.
"""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ("docs/rules/marrakech.md", "docs/rules/facir.md")
# A clause begins a bullet or is a heading: "- **M-1** Text" or "### M-1 Text".
CLAUSE = re.compile(r"^(?:\s*[-*] \*\*|#+ (?:\*\*)?)([A-Z]-\d+[a-z]?)\b", re.MULTILINE)


def clauses():
    return [id for name in RULES for id in CLAUSE.findall((ROOT / name).read_text("utf-8"))]


def marks():
    """Return (clause id, place) for each `pytest.mark.clause(...)` in the tests."""
    for path in sorted(ROOT.glob("tests/**/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert all(isinstance(id, ast.Constant) for id in node.args), (
                    f"{place}: write the clause ids out"
                )
                yield from ((id.value, place) for id in node.args)


def test_each_clause_is_stated_once():
    assert [id for id, times in Counter(clauses()).items() if times > 1] == []


def test_each_rule_document_has_clauses():
    for name in RULES:
        assert CLAUSE.search((ROOT / name).read_text("utf-8")), name


def test_each_clause_has_a_test():
    marked = {id for id, _ in marks()}
    assert [id for id in clauses() if id not in marked] == []


def test_each_mark_names_a_clause():
    known = set(clauses())
    assert [(id, place) for id, place in marks() if id not in known] == []
