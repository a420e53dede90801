"""The two forms of the package, and that a build never ends in a mixture of them."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import pytest

import jemaa
from jemaa.core import state

ROOT = Path(__file__).parents[1]
FORM = os.environ.get("JEMAA_FORM")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")

COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]

compiles = pytest.mark.skipif(not shutil.which(COMPILER), reason="no C compiler")


def run(*arguments, cwd, **variables):
    """Run Python in an environment without our own settings and give all its output."""
    ours = ("JEMAA_", "PYTHON", "COV", "CC")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=clean | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def copy_build_files(folder):
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    (folder / "README.md").touch()


@pytest.fixture
def project(tmp_path):
    """A project with our build files and two small modules, of which `user` cimports `base`."""
    copy_build_files(tmp_path)
    package = tmp_path / "src/jemaa"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1"\n')
    (package / "base.py").write_text("class Base:\n    def __init__(self):\n        self.n = 300\n")
    (package / "base.pxd").write_text("cdef class Base:\n    cdef public int n\n")
    (package / "user.py").write_text("def get(base):\n    return base.n\n")
    (package / "user.pxd").write_text("from jemaa.base cimport Base\ncpdef object get(Base base)\n")
    return tmp_path


def build_in_place(project):
    return run("setup.py", "-q", "build_ext", "--inplace", cwd=project)


def compiled_modules(folder):
    return sorted(path.name.removesuffix(SUFFIX) for path in folder.rglob("*" + SUFFIX))


@pytest.mark.skipif(FORM is None, reason="JEMAA_FORM does not ask for a form")
def test_form_in_use_is_the_one_asked_for():
    home, suffix = {"compiled": ("src", SUFFIX), "pure": ("build/pure", ".py")}[FORM]
    assert state.compiled is (FORM == "compiled")
    for pxd in (ROOT / home).glob("jemaa/**/*.pxd"):
        if pxd.stem != "__init__" and pxd.with_suffix(".py").exists():
            name = ".".join(pxd.relative_to(ROOT / home).with_suffix("").parts)
            assert importlib.util.find_spec(name).origin == str(pxd.with_suffix(suffix))


@pytest.mark.skipif(
    FORM != "compiled" or not sys.platform.startswith("linux"), reason="only ELF is looked into"
)
def test_compiled_modules_carry_nothing_for_a_debugger():
    for path in (ROOT / "src").rglob("*" + SUFFIX):
        assert not any(name in path.read_bytes() for name in (b".debug_", b".symtab")), path


def test_version_stands_in_one_place():
    assert importlib.metadata.version("jemaa") == jemaa.__version__
    assert jemaa.__version__ not in (ROOT / "pyproject.toml").read_text("utf-8")


COUNTS = r"""
#include <stdio.h>
int main(void) {
    uint64_t bits = 1;
    for (int i = 0; i < 2000; i++) {
        int n = jemaa_count(bits) * (i % 8) / 8;
        printf("%llu %d %d ", (unsigned long long)bits, jemaa_count(bits), jemaa_lowest(bits));
        printf("%d %d\n", n, bits ? jemaa_nth(bits, n) : 0);
        bits = i < 63 ? bits << 1 : bits * UINT64_C(6364136223846793005) + 1442695040888963407;
    }
    return 0;
}
"""


@pytest.mark.once
@compiles
@pytest.mark.parametrize(
    "options", [[], ["-march=native"], ["-DJEMAA_PLAIN_C"]], ids=["builtin", "native", "plain"]
)
def test_bits_are_counted_alike_with_and_without_builtins(options, tmp_path):
    # Without is what compilers get that have none, as MSVC.
    source = (ROOT / "src/jemaa/core/bits.pxd").read_text("utf-8").split('"""')[1]
    (tmp_path / "bits.c").write_text(textwrap.dedent(source) + COUNTS)
    program = tmp_path / "bits"
    subprocess.run([COMPILER, *options, tmp_path / "bits.c", "-o", program], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    cases = [tuple(map(int, line.split())) for line in lines.splitlines()]
    assert len(cases) == 2000
    for bits, count, lowest, n, nth in cases:
        places = [place for place in range(64) if bits >> place & 1]
        assert not places or (count, lowest, nth) == (len(places), places[0], places[n])


SHARES = r"""
#include <stdio.h>
int main(void) {
    jemaa_atom atom = 5;
    printf("%ld ", (long)jemaa_swap(&atom, 7));
    printf("%ld ", (long)jemaa_next(&atom));
    printf("%d ", jemaa_change(&atom, 7, 1));
    printf("%d ", jemaa_change(&atom, 8, 2));
    jemaa_breathe();
    printf("%ld\n", (long)jemaa_load(&atom));
    return 0;
}
"""
INTERLOCKED = r"""
/* What Microsoft's documents say of these. */
#define _InterlockedExchange(target, value) __atomic_exchange_n(target, value, __ATOMIC_SEQ_CST)
#define _InterlockedExchangeAdd(target, value) __atomic_fetch_add(target, value, __ATOMIC_SEQ_CST)
static long _InterlockedCompareExchange(long volatile* target, long value, long comparand) {
    __atomic_compare_exchange_n(target, &comparand, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return comparand;
}
"""


@pytest.mark.once
@compiles
@pytest.mark.parametrize("options", [[], ["-D_MSC_VER=1944"]], ids=["builtin", "interlocked"])
def test_threads_share_numbers_alike_by_builtins_and_by_those_of_msvc(options, tmp_path):
    source = (ROOT / "src/jemaa/core/bits.pxd").read_text("utf-8").split('"""')[1]
    (tmp_path / "atoms.c").write_text(textwrap.dedent(source) + SHARES)
    (tmp_path / "intrin.h").write_text(INTERLOCKED)
    program = tmp_path / "atoms"
    command = [COMPILER, *options, "-I", tmp_path, tmp_path / "atoms.c", "-o", program]
    subprocess.run(command, check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert lines.split() == ["5", "7", "0", "1", "2"]


WRITES = r"""
#include <stdio.h>
static void show(const uint8_t* out, int size) {
    for (int i = 0; i < size; i++) printf("%d", out[i]);
    printf("\n");
}
int main(void) {
    uint64_t bits = UINT64_C(0x7f7f7f7f7f7f7f);
    for (int i = 0; i < 500; i++) {
        uint8_t board[50], pairs[85];
        uint64_t along = bits & UINT64_C(0x3f3f3f3f3f3f3f), down = bits & UINT64_C(0x7f7f7f7f7f7f);
        board[49] = pairs[84] = 9;
        jemaa_write_board(board, bits);
        jemaa_write_pairs(pairs, along, down);
        printf("%llu\n", (unsigned long long)bits);
        show(board, 50);
        show(pairs, 85);
        bits = (bits * UINT64_C(6364136223846793005) + 1442695040888963407);
        bits &= UINT64_C(0x7f7f7f7f7f7f7f);
    }
    return 0;
}
"""


@pytest.mark.once
@compiles
@pytest.mark.parametrize("options", [["-march=native"], ["-DJEMAA_PLAIN_C"]], ids=str)
def test_boards_are_written_alike_with_and_without_wide_instructions(options, tmp_path):
    source = (ROOT / "src/jemaa/core/rows.pxd").read_text("utf-8").split('"""')[1]
    (tmp_path / "rows.c").write_text(textwrap.dedent(source) + WRITES)
    program = tmp_path / "rows"
    subprocess.run([COMPILER, *options, tmp_path / "rows.c", "-o", program], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    assert len(lines) == 1500
    for number, board, pairs in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        bits = [[int(number) >> 8 * row + column & 1 for column in range(7)] for row in range(7)]
        # The byte after the last one is not touched: it may belong to another thread.
        assert board == "".join(str(bit) for row in bits for bit in row) + "9"
        rows = [row[:6] for row in bits] + bits[:6]
        assert pairs == "".join(str(bit) for row in rows for bit in row) + "9"


@pytest.mark.skipif(FORM == "compiled", reason="compiled, these names are no attributes")
def test_numbers_that_the_compiler_sees_are_those_of_the_modules():
    found = 0
    for path in (ROOT / "src").rglob("*.pxd"):
        name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for word, number in re.findall(r"^    (_[A-Z]+) = (-?\d+)$", path.read_text("utf-8"), re.M):
            assert getattr(importlib.import_module(name), word) == int(number), (name, word)
            found += 1
    assert found


@pytest.mark.once
def test_compilers_are_spoken_to_in_one_place_alone():
    found = [
        path.name
        for path in (ROOT / "src").rglob("*.p*")
        if re.search(rb"__builtin|__atomic|_Interlocked|_MSC_VER", path.read_bytes())
    ]
    assert [name for name in found if name.endswith(("pxd", "py"))] == ["bits.pxd"]


@pytest.mark.once
@compiles
def test_link_of_the_package_leaves_compiled_modules_as_they_are(project):
    # As scripts/install does it: adding the developers' tools once removed them.
    build_in_place(project)
    code = "from setuptools.build_meta import build_editable as link; link('build')"
    run("-c", code, cwd=project, JEMAA_PURE="1", JEMAA_NO_PAGE="1")
    assert list((project / "build").glob("*.whl"))
    assert compiled_modules(project / "src") == ["base", "user"]


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory):
    """A folder that holds the package uncompiled, as a clone does."""
    folder = tmp_path_factory.mktemp("clone")
    leave_out = shutil.ignore_patterns("*" + SUFFIX, "static", "__pycache__")
    shutil.copytree(Path(state.__file__).parents[1], folder / "src/jemaa", ignore=leave_out)
    (folder / "scripts").mkdir()
    (folder / "scripts/compile").touch()
    return folder


NOTICE = "jemaa: this runs uncompiled"
SIMULATE = ("-m", "jemaa", "simulate", "marrakech", "--games", "1", "--jobs", "1")


@pytest.mark.once
@compiles
def test_uncompiled_form_is_told_of_where_it_could_be_compiled(uncompiled):
    sources = str(uncompiled / "src")
    output = run(*SIMULATE, cwd=uncompiled, PYTHONPATH=sources)
    assert output.startswith(NOTICE)
    assert output.count(NOTICE) == 1
    assert f"'make install' in {uncompiled} compiles it\n" in output
    assert run("-m", "jemaa", "--version", cwd=uncompiled, PYTHONPATH=sources).count("\n") == 1


@pytest.mark.once
@pytest.mark.parametrize("variable", [{"PATH": ""}, {"JEMAA_PURE": "1"}], ids=str)
def test_uncompiled_form_is_not_told_of_where_it_must_be_or_was_asked_for(uncompiled, variable):
    output = run(*SIMULATE, cwd=uncompiled, PYTHONPATH=str(uncompiled / "src"), **variable)
    assert NOTICE not in output


@pytest.mark.once
def test_install_without_a_compiler_is_uncompiled_and_says_so(tmp_path):
    copy_build_files(tmp_path)
    leave_out = shutil.ignore_patterns("*" + SUFFIX, "*.egg-info", "__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=leave_out)
    (tmp_path / "no-tools").mkdir()
    output = run(
        *("-m", "pip", "install", "-v", "--no-deps", "--no-build-isolation", "--no-index"),
        *("--target", "installed", "."),
        cwd=tmp_path,
        PATH=str(tmp_path / "no-tools"),
    )
    assert output.count("jemaa: not compiled (no C compiler, or no Python.h)") == 1
    installed = tmp_path / "installed"
    assert (installed / "jemaa/py.typed").exists()
    assert (installed / "jemaa/core/state.pxd").exists()
    assert compiled_modules(installed) == []
    code = "import jemaa, jemaa.core.state as s; print(jemaa.__file__, s.compiled)"
    answer = run("-c", code, cwd=tmp_path, PYTHONPATH=str(installed))
    assert answer.split() == [str(installed / "jemaa/__init__.py"), "False"]


@pytest.mark.once
@compiles
def test_change_of_a_cimported_declaration_rebuilds(project):
    # `user` reaches into the C structure that `base.pxd` describes, so it must follow its change.
    assert build_in_place(project).startswith("4/5 Compiling")
    assert compiled_modules(project / "src") == ["base", "user"]
    assert list((project / "src").rglob("*.c")) == []
    (project / "src/jemaa/base.pxd").write_text(
        "cdef class Base:\n    cdef public double first\n    cdef public unsigned char n\n"
    )
    build_in_place(project)
    code = "from jemaa import base, user; print(user.get(base.Base.__new__(base.Base)))"
    assert run("-c", code, cwd=project / "src").strip() == "0"
    assert build_in_place(project) == ""  # nothing to do, nothing said


@pytest.mark.once
@compiles
@pytest.mark.parametrize(
    "mistake",
    ["this is not Cython\n", 'cdef extern from "no_such_header.h":\n    int nothing\n'],
    ids=["translation", "compilation"],
)
def test_failure_of_one_module_leaves_none_compiled(project, mistake):
    build_in_place(project)
    with (project / "src/jemaa/user.pxd").open("a") as file:
        file.write(mistake)
    assert build_in_place(project).count("jemaa: not compiled") == 1
    assert compiled_modules(project) == []  # not in src, and not in build for a later wheel


@pytest.mark.once
@compiles
def test_module_that_is_no_longer_compiled_leaves_nothing_behind(project):
    build_in_place(project)
    (project / "src/jemaa/user.pxd").unlink()
    build_in_place(project)
    assert compiled_modules(project / "src") == ["base"]
