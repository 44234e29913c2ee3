# For amd64 and arm64: everything in the lock file has wheels for both. To pin the base by its digest:
#   docker build --build-arg BASE=python:3.13-slim-trixie@sha256:... .
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN python -m venv --without-pip /opt/fernpartie
COPY requirements/run.txt requirements/run.txt
RUN pip --python /opt/fernpartie/bin/python install --require-hashes --only-binary :all: -r requirements/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY data data
COPY engines engines
COPY playground playground
COPY render render
COPY rules rules
RUN pip --python /opt/fernpartie/bin/python install --no-deps --no-build-isolation .

FROM ${BASE}
# pg_dump and pg_restore, for `fernpartie backup` and `fernpartie restore` with PostgreSQL.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 fernpartie \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin fernpartie \
    && install -d -o fernpartie -g fernpartie /data
COPY --from=build /opt/fernpartie /opt/fernpartie
ENV PATH=/opt/fernpartie/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FERNPARTIE_HEALTH_FILE=/tmp/fernpartie-alive
USER 10001:10001
VOLUME /data
# The database is `fernpartie.db` here, unless the settings name another one.
WORKDIR /data

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-m", "bot.operations.health", "/tmp/fernpartie-alive"]
CMD ["fernpartie", "run"]
