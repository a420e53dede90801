import pytest

from tests.server.services import find

pytestmark = pytest.mark.once


def test_missing_program_fails_the_test_and_names_the_package():
    with pytest.raises(pytest.fail.Exception, match=r"Debian: apt install postgresql"):
        find("no-such-program", "postgresql")
