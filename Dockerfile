# The bot on Discord. `docker build -t cribbage-bot .`; .github/docs/hosting.md says how to run it.
# Dependabot proposes newer digests.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS base

FROM base AS build
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1
# What .requirements.txt names with its hashes, and nothing else. The mounted folder is the checkout without what .dockerignore leaves
# out, and is as before when the step ends.
RUN --mount=type=bind,target=/src,rw \
    python -m venv --without-pip /opt/cribbage-bot \
    && pip --python /opt/cribbage-bot/bin/python install --require-hashes -r .requirements.txt \
    && pip --python /opt/cribbage-bot/bin/python install --no-deps . \
    && find /opt/cribbage-bot -path "*/networkx/*" -name tests -prune -exec rm -r {} + \
    # The bot's user may not write there: the translations are compiled now, as the modules are.
    && /opt/cribbage-bot/bin/python -P -c "from bot.i18n.loading import FOLDER, load_languages; load_languages(FOLDER)"

FROM base
LABEL org.opencontainers.image.title="cribbage-bot" \
      org.opencontainers.image.description="Whole games of cribbage on Discord" \
      org.opencontainers.image.licenses="MIT"
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
# With an empty HTTP_PORT nobody can be asked, so nothing is wrong.
HEALTHCHECK --interval=60s --timeout=10s --start-period=2m --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; p = os.environ.get('HTTP_PORT', '').strip(); p and r.urlopen(f'http://127.0.0.1:{p}/healthz', timeout=8)"]
ENTRYPOINT ["cribbage-bot"]
CMD ["run"]
