"""The image: everything that it is built from reaches it, and it runs as a user of its own."""

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement

from bot.settings import read
from tests.support.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
HOSTING = (ROOT / ".github" / "docs" / "hosting.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def instructions(name):
    return re.findall(rf"^\s*{name}\s+(.*)$", DOCKERFILE, re.MULTILINE)


def services_of_compose():
    return dict(re.findall(r"^  ([a-z]+):\n((?:    .*\n|\n)+)", COMPOSE.partition("\n# Docker shows")[0], re.MULTILINE))


def context():
    """The files and folders of the checkout that reach the build: all that the file says Docker does not ignore."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert "*" in lines
    return {line[1:] for line in lines if line.startswith("!")}


def test_what_it_is_built_from_is_there():
    """The log of git tells the commit where there is one; a folder without git is built too."""
    assert all((ROOT / name).exists() for name in context() - {".git/logs/HEAD"})
    assert instructions("COPY") == ["--from=build /opt/cribbage-bot /opt/cribbage-bot"]


def test_it_is_built_from_the_lock_on_a_base_that_stays_the_same():
    assert "--require-hashes -r .requirements.txt" in DOCKERFILE
    (base,) = [line for line in instructions("FROM") if not line.startswith("base")]
    assert re.fullmatch(r"python:3\.\d+-slim@sha256:[0-9a-f]{64} AS base", base)


def test_every_package_of_the_image_has_its_version_and_hashes():
    """CONTRIBUTING says how to write the file after a change of the dependencies."""
    text = (ROOT / ".requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert all(re.fullmatch(r"\S+==.+(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+\n", block) for block in blocks)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for line in [*project["dependencies"], *extras["postgres"], *extras["sentry"], *extras["sheets"]]:
        one = Requirement(line)
        assert one.specifier.contains(pinned[one.name.replace(".", "-").lower()]), line


def test_the_package_needs_nothing_else():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [project["project"]["readme"], *project["project"]["license-files"]]
    needed += [pattern.rstrip("*") for pattern in project["tool"]["setuptools"]["packages"]["find"]["include"]]
    assert {name.split("/")[0] for name in needed} <= context()


def test_it_runs_the_bot_without_a_shell_and_not_as_root():
    assert instructions("ENTRYPOINT") == ['["cribbage-bot"]']
    assert instructions("CMD") == ['["run"]']
    assert instructions("USER") == ["10001:10001"]
    assert instructions("VOLUME") == ["/data"]


def test_its_settings_are_settings_of_the_bot():
    *_, line = instructions("ENV")
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
    monkeypatch.setenv("HTTP_PORT", "")
    exec(compile(command[2], "health check", "exec"), {})


def test_compose_keeps_the_database_in_a_volume_and_both_services_write_it_as_one_user():
    assert COMPOSE.count("- data:/data") == 2
    assert "DATABASE_PATH: /data/cribbage.db" in COMPOSE
    assert f'user: "{instructions("USER")[0]}"' in COMPOSE


def test_the_page_for_hosts_starts_no_service_beside_the_one_that_it_means():
    """``docker compose run`` starts what a service depends on: the bot, while Litestream puts its database back."""
    services = services_of_compose()
    dependent = {name for name, text in services.items() if "depends_on:" in text}
    # The bot waits for PostgreSQL alone, which is there with its profile alone.
    assert dependent == {"litestream", "bot"}
    assert "required: false" in services["bot"]
    runs = re.findall(r"docker compose.* run (.*)", HOSTING)
    assert len(runs) >= 5
    for arguments in runs:
        assert "litestream" not in arguments.split() or "--no-deps" in arguments


def test_each_service_gets_its_own_settings_alone():
    """Whoever gets into one of them must not find the keys of the others."""
    services = services_of_compose()
    assert "env_file" not in COMPOSE
    given = {name: set(re.findall(r"^      ([A-Z_]+): \$", text, re.MULTILINE)) for name, text in services.items()}
    settings = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))
    of_the_container = {"DATABASE_PATH", "HTTP_PORT", "LOCALE_PATH", "DISCORD_TOKEN_FILE"}
    assert given["bot"] == settings - of_the_container | {"HTTPS_PROXY", "NO_PROXY"}
    assert given["postgres"] == set()
    assert given["litestream"] == {"LITESTREAM_URL"}
    assert all("mem_limit: " in text for name, text in services.items() if name != "postgres")


def test_secrets_are_files_that_their_services_alone_are_shown():
    services = services_of_compose()
    shown = {
        name: re.findall(r"^      - (\w+)$", text.partition("secrets:")[2], re.M) for name, text in services.items()
    }
    read = {name: set(re.findall(r"/run/secrets/(\w+)", text)) for name, text in services.items()}
    assert read == {"bot": {"token", "database_url"}, "litestream": {"litestream"}, "postgres": {"postgres_password"}}
    assert all(read[name] <= set(shown[name]) for name in read)
    files = dict(re.findall(r"^  (\w+):\n(?:    #.*\n)?    file: (\S+)$", COMPOSE, re.MULTILINE))
    assert files == {
        "token": "${DISCORD_TOKEN_FILE:-./secrets/token}",
        "database_url": "${DATABASE_URL_FILE:-/dev/null}",
        "postgres_password": "./secrets/postgres_password",
        "litestream": "./secrets/litestream",
    }
    assert "secrets/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
