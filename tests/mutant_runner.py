"""Runs pytest against mutants, each in a fork of one process that has loaded everything but ours.

`python -m tests.mutant_runner` reads one JSON object a line and answers each with one. It must find
the uncompiled package first on its path.
"""

import importlib.abc
import importlib.util
import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import hypothesis.strategies  # noqa: F401  (loaded once, for all forks)
import pytest


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from another text than stands in its file."""

    def __init__(self, name, path, text):
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname):
        return compile(self._text, self.path, "exec", dont_inherit=True)


class Finder(importlib.abc.MetaPathFinder):
    """Finds one module, with another text than stands in its file."""

    def __init__(self, name, path, text):
        self._name, self._path, self._text = name, path, text

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._name:
            return None
        loader = Loader(fullname, self._path, self._text)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


def run(job):
    """Run pytest in a fork in which one module has another text; gives its code and its words."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            code = 99
            with suppress(BaseException):
                for stream in (1, 2):
                    os.dup2(output.fileno(), stream)
                sys.meta_path.insert(0, Finder(job["module"], job["path"], job["text"]))
                code = pytest.main(job["arguments"])
                sys.stdout.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        said = output.read().decode("utf-8", "replace")
    return {"code": os.waitstatus_to_exitcode(status), "output": said}


def main():
    root = Path(importlib.util.find_spec("jemaa").origin).parent
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        job = json.loads(line)
        job["path"] = str(root / job["file"])
        assert job["module"] not in sys.modules
        print(json.dumps(run(job)), file=answers, flush=True)


if __name__ == "__main__":
    main()
