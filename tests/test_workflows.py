"""What CI is told agrees with what the package promises."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from hypothesis import settings

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))

pytestmark = pytest.mark.once


def workflow(name):
    return yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text("utf-8"))


def commands():
    for path in WORKFLOWS:
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
            yield from (step["run"] for step in job["steps"] if "run" in step)


def test_promised_pythons_are_those_that_are_tested_and_built():
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    assert workflow("test")["jobs"]["matrix"]["strategy"]["matrix"]["python"] == promised
    built = re.findall(r"cp3(\d+)-\*", PROJECT["tool"]["cibuildwheel"]["build"])
    assert [f"3.{minor}" for minor in built] == promised


def test_requirements_of_ci_are_those_of_the_project():
    known = PROJECT["build-system"]["requires"] + PROJECT["project"]["optional-dependencies"]["dev"]
    asked = [
        name for command in commands() for name in re.findall(r'"(\w[\w-]*[<>=][^"]*)"', command)
    ]
    assert asked
    assert set(asked) <= set(known)


def test_files_that_ci_names_exist():
    command = " ".join([*commands(), PROJECT["tool"]["cibuildwheel"]["test-command"]])
    names = re.findall(r"(?<![\w/])(?:\{project\}/)?((?:tests|scripts)/[\w./]+)", command)
    assert len(names) > 5
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_every_job_ends_in_time():
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items():
            assert "timeout-minutes" in job or name == "publish", f"{path.name}: {name}"


def test_profiles_that_ci_names_are_there():
    named = [
        profile
        for path in WORKFLOWS
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
        if (profile := job.get("env", {}).get("HYPOTHESIS_PROFILE"))
    ]
    assert sorted(named) == ["many", "thorough"]
    assert all(settings.get_profile(name).max_examples for name in named)
