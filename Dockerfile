# The bot on Discord. `docker build -t cribbage-bot .`; .github/docs/hosting.md says how to run it.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
RUN python -m venv /opt/cribbage-bot \
    && /opt/cribbage-bot/bin/pip install --no-cache-dir --disable-pip-version-check ".[postgres,sentry,sheets]" \
    # The bot's user may not write there: the translations are compiled now, as pip has compiled the modules.
    && /opt/cribbage-bot/bin/python -c "from bot.i18n.loading import FOLDER, load_languages; load_languages(FOLDER)"

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin cribbage \
    && install -d -o cribbage -g cribbage -m 700 /data
COPY --from=build /opt/cribbage-bot /opt/cribbage-bot
ENV PATH=/opt/cribbage-bot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/cribbage.db \
    HTTP_PORT=8080
WORKDIR /data
USER 10001:10001
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=2m --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"HTTP_PORT\"]}/healthz', timeout=8)"]
ENTRYPOINT ["cribbage-bot"]
CMD ["run"]
