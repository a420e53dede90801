"""How hard Hypothesis tries, and the choice of tests by rule clause.

HYPOTHESIS_PROFILE is `default`, `ci` (taken by itself where CI is set) or `thorough`.
`pytest --clause M-43` runs only the tests that prove that clause.
"""

import os

from hypothesis import HealthCheck, settings

from jemaa.core.state import compiled

EXAMPLES = {"default": 50, "ci": 200, "thorough": 5000}

for name, examples in EXAMPLES.items():
    settings.register_profile(
        name,
        # Uncompiled, an example takes 50 to 100 times longer.
        max_examples=examples if compiled else max(10, examples // 10),
        suppress_health_check=[] if compiled else [HealthCheck.too_slow],
        deadline=None,
        # CI must not fail by chance on somebody's unrelated change; new examples are found at home.
        derandomize=name == "ci",
        print_blob=True,
    )

settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
)


def pytest_addoption(parser):
    parser.addoption("--clause", help="run only the tests marked with this clause of the rules")


def pytest_collection_modifyitems(config, items):
    clause = config.getoption("--clause")
    pure = os.environ.get("JEMAA_FORM") == "pure"

    def wanted(item):
        if pure and item.get_closest_marker("once"):
            return False
        return clause is None or any(clause in mark.args for mark in item.iter_markers("clause"))

    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = [item for item in items if wanted(item)]
