"""The wheel holds every file that the bot reads."""

import glob
import re
import tomllib

import pytest

from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGE_DATA = PROJECT["tool"]["setuptools"]["package-data"]


def data_files():
    paths = [path for package in ("bot", "engine") for path in (ROOT / package).rglob("*") if path.is_file()]
    return sorted(
        str(path.relative_to(ROOT)) for path in paths if path.suffix != ".py" and path.parent.name != "__pycache__"
    )


def packaged_files():
    """The data files that setuptools puts into the wheel; it reads the patterns as ``glob.glob`` does."""
    return {
        f"{package.replace('.', '/')}/{name}"
        for package, patterns in PACKAGE_DATA.items()
        for pattern in patterns
        for name in glob.glob(pattern, root_dir=ROOT.joinpath(*package.split(".")), recursive=True)
    }


@pytest.mark.parametrize("name", data_files())
def test_every_data_file_is_packaged(name):
    assert name in packaged_files()


@pytest.mark.parametrize("name", PROJECT["project"]["license-files"])
def test_every_licence_is_there(name):
    assert (ROOT / name).is_file()


def test_every_folder_of_modules_is_a_package():
    folders = {path.parent for name in ("bot", "engine") for path in (ROOT / name).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_each_release_is_told_in_ten_lines_to_players_managers_and_hosts_and_links_the_rest():
    _, unreleased, *releases = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert unreleased.startswith("Unreleased\n")
    for release in releases[: -len(("0.2.0", "0.1.0"))]:
        head, *groups = release.split("\n### ")
        (page,) = re.findall(r"\]\((.*?)\)", head)
        assert (ROOT / page).is_file()
        assert [group.split("\n")[0].split(" of ")[0] for group in groups] == [
            "For players",
            "For managers",
            "For hosts",
        ]
        for group in groups:
            assert 1 <= group.count("\n* ") <= 10
