"""Lets Sphinx read notebooks: each is run, and set with what its cells show.

Notebooks are kept without outputs, and need no kernel: the code is run in this process. A library
for it would bring Jupyter along, which is ten times as large as all the rest that builds the site.
"""

import ast
import json

from myst_parser.parsers.sphinx_ import MystParser


def as_markdown(notebook):
    """Return a notebook as MyST Markdown, with what each code cell shows below it."""
    names = {}
    parts = []
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code":
            parts += [f"```python\n{source}\n```", *shown(run(source, names))]
    return "\n\n".join(parts) + "\n"


def run(source, names):
    """Run a cell and return the value of its last line, as a kernel does; None if it has none."""
    code = ast.parse(source)
    last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
    exec(compile(code, "<cell>", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def shown(value):
    """Yield how a value shows itself: as a picture if it can, else as text."""
    picture = getattr(value, "_repr_svg_", None)
    if picture is not None:
        yield f"```{{raw}} html\n{picture()}\n```"
    elif value is not None:
        yield f"```text\n{value!r}\n```"


class NotebookParser(MystParser):
    """Reads a notebook as the Markdown that it stands for."""

    supported = ("notebook",)

    def parse(self, inputstring, document):
        super().parse(as_markdown(inputstring), document)


def setup(app):
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
