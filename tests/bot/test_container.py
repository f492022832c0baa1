"""The image: everything that it is built from reaches it, and it runs as a user of its own."""

import json
import re
import tomllib

import pytest

from bot.settings import read
from tests.support.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
HOSTING = (ROOT / ".github" / "docs" / "hosting.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def instructions(name):
    return re.findall(rf"^\s*{name}\s+(.*)$", DOCKERFILE, re.MULTILINE)


def copied():
    """The files and folders of the checkout that the image is built from."""
    return {word for line in instructions("COPY") if "--from" not in line for word in line.split()[:-1]}


def test_what_is_copied_is_there_and_is_not_ignored():
    """The file that says what Docker ignores leaves everything out but what it names."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied()
    assert all((ROOT / name).exists() for name in copied())


def test_the_package_needs_nothing_else():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [project["project"]["readme"], *project["project"]["license-files"]]
    needed += [pattern.rstrip("*") for pattern in project["tool"]["setuptools"]["packages"]["find"]["include"]]
    assert {name.split("/")[0] for name in needed} <= copied()


def test_it_runs_the_bot_without_a_shell_and_not_as_root():
    assert instructions("ENTRYPOINT") == ['["cribbage-bot"]']
    assert instructions("CMD") == ['["run"]']
    assert instructions("USER") == ["10001:10001"]
    assert instructions("VOLUME") == ["/data"]


def test_its_settings_are_settings_of_the_bot():
    (line,) = instructions("ENV")
    environment = dict(word.split("=", 1) for word in line.split())
    settings = read(environment)
    assert (str(settings.database), settings.http_port) == ("/data/cribbage.db", 8080)


def test_its_health_check_asks_the_bot_and_fails_if_nobody_answers(monkeypatch):
    (line,) = instructions("HEALTHCHECK")
    command = json.loads(line.partition("CMD ")[2])
    assert command[:2] == ["python", "-c"]
    monkeypatch.setenv("HTTP_PORT", "1")
    with pytest.raises(OSError, match="refused"):
        exec(compile(command[2], "health check", "exec"), {})


def test_compose_keeps_the_database_in_a_volume_and_both_services_write_it_as_one_user():
    assert COMPOSE.count("- data:/data") == 2
    assert "DATABASE_PATH: /data/cribbage.db" in COMPOSE
    assert f'user: "{instructions("USER")[0]}"' in COMPOSE


def test_the_page_for_hosts_starts_no_service_beside_the_one_that_it_means():
    """``docker compose run`` starts what a service depends on: the bot, while Litestream puts its database back."""
    services = re.findall(r"^  ([a-z]+):\n((?:    .*\n|\n)+)", COMPOSE, re.MULTILINE)
    dependent = {name for name, text in services if "depends_on:" in text}
    assert dependent == {"litestream"}
    runs = re.findall(r"docker compose.* run (.*)", HOSTING)
    assert len(runs) >= 5
    for arguments in runs:
        assert not dependent & set(arguments.split()) or "--no-deps" in arguments
