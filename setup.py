"""Compiles every module of the package that has a `.pxd` beside it, and builds the web page.

The compiled form is a matter of speed alone, so whatever goes wrong here (no compiler, no Cython,
an error) ends in an uncompiled install that works. It is all or nothing: compiled modules reach
into each other's C structures, so a mixture would not run. An install without the page works too:
the server then says what is missing.

Environment:
    JEMAA_PURE=1     do not compile; compiled modules that are in src/ already stay
    JEMAA_NATIVE=1   use all instructions of this machine; the result may not run on another one
    JEMAA_NO_PAGE=1  do not build the page
"""

import copy
import os
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = Path("src")
# Under build/, so that no generated file is ever left among the sources.
GENERATED = Path("build/cython")
PURE = os.environ.get("JEMAA_PURE") == "1"
NATIVE = os.environ.get("JEMAA_NATIVE") == "1"
NO_PAGE = os.environ.get("JEMAA_NO_PAGE") == "1"
PAGE_BUILDER = Path("web/build.py")

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # only the .pxd says what is a machine word
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "autotestdict": False,  # doctest finds the docstrings by itself; otherwise each would run twice
}


def flags(compiler_type):
    if compiler_type == "msvc":
        return ["/O2"]
    # Without the second one a compiler may fuse a*b+c, and scores would differ in the last bit
    # between machines, and from the uncompiled form.
    return ["-O3", "-g0", "-ffp-contract=off", *(["-march=native"] if NATIVE else [])]


def link_flags():
    # Without names for a debugger a module is a sixth of the size. Elsewhere they are not in it.
    return ["-s"] if sys.platform.startswith("linux") else []


def extensions():
    for pxd in sorted(SOURCES.glob("jemaa/**/*.pxd")):
        source = pxd.with_suffix(".py")
        if source.exists() and source.stem != "__init__":
            name = ".".join(source.relative_to(SOURCES).with_suffix("").parts)
            yield Extension(name, [source.as_posix()])


def remove_compiled(folder, keep=()):
    """Remove the compiled modules in a folder: a stale one would hide the .py beside it."""
    keep = {Path(path).resolve() for path in keep}
    for path in Path(folder, "jemaa").glob("**/*" + sysconfig.get_config_var("EXT_SUFFIX")):
        if path.resolve() not in keep:
            path.unlink()


def is_stale(extension):
    """Whether a module was changed after it was compiled in place, or never was."""
    source = Path(extension.sources[0])
    compiled = source.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))
    changed = max(file.stat().st_mtime for file in (source, source.with_suffix(".pxd")))
    return not compiled.exists() or compiled.stat().st_mtime < changed


class BuildExt(build_ext):
    def run(self):
        # setuptools forgets this while it builds.
        self.goes_to_sources = bool(self.inplace)
        places = [self.build_lib, SOURCES] if self.inplace else [self.build_lib]
        try:
            super().run()
        except Exception as error:  # see above: nothing may stop the install
            reason = textwrap.shorten(str(error), 80)
            sys.stderr.write(
                f"jemaa: not compiled ({reason}); it works, but computer players are much slower\n"
            )
            self.extensions = self.distribution.ext_modules = []
            self.get_finalized_command("bdist_wheel").root_is_pure = True
        for place in places:
            files = [self.get_ext_filename(ext.name) for ext in self.extensions]
            remove_compiled(place, keep=[Path(place, file) for file in files])

    def build_extensions(self):
        self.check_compiler()
        if self.goes_to_sources and any(map(is_stale, self.extensions)):
            sys.stdout.write("4/5 Compiling the rules for this machine: one or two minutes\n")
            sys.stdout.flush()
        import Cython
        from Cython.Build import cythonize

        extra = flags(self.compiler.compiler_type)
        # Cython and setuptools look at the age of files only; other flags need a new build too.
        recipe = f"{Cython.__version__} {DIRECTIVES} {extra} {link_flags()}"
        recipe_file = Path(self.build_temp, "recipe.txt")
        if not recipe_file.exists() or recipe_file.read_text() != recipe:
            self.force = True
        translated = cythonize(
            # Copies, so that a later step does not take the C files for sources of the package.
            [copy.copy(ext) for ext in self.extensions],
            build_dir=str(GENERATED),
            include_path=[str(SOURCES)],
            compiler_directives=DIRECTIVES,
            force=self.force,
            quiet=True,  # one line a file is too much for somebody who only wants to play
        )
        generated = {ext.name: ext.sources for ext in translated}
        self.extensions = [copy.copy(ext) for ext in self.extensions]
        for ext in self.extensions:
            ext.sources = generated[ext.name]
            ext.extra_compile_args = extra
            ext.extra_link_args = link_flags()
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()
        recipe_file.write_text(recipe)

    def check_compiler(self):
        """Fail at once, before the slow translation, when there is no compiler or no Python.h."""
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder, "probe.c")
            probe.write_text("#include <Python.h>\n")
            try:
                self.compiler.compile([str(probe)], folder, include_dirs=self.include_dirs)
            except Exception as error:
                raise RuntimeError("no C compiler, or no Python.h") from error


def build_page():
    """Build the web page among the sources, from where it is packed like any other file."""
    if NO_PAGE or not PAGE_BUILDER.exists():
        return
    done = subprocess.run(
        [sys.executable, str(PAGE_BUILDER), "-q"],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["jemaa: the page was not built"]
        sys.stderr.write(f"{said[-1]}; the games work in the terminal: jemaa play\n")


class BuildPy(build_py):
    def run(self):
        build_page()  # first, because its files are packed below
        super().run()


setup(
    ext_modules=[] if PURE else list(extensions()),
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
)
