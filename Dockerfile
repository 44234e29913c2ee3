FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1

WORKDIR /app
COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes -r requirements/run.txt

COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY data data
COPY playground playground
COPY render render
COPY rules rules
RUN pip install --no-deps --no-build-isolation .

RUN useradd --system --uid 10001 --home-dir /data fernpartie && install -d -o fernpartie /data
USER fernpartie
VOLUME /data
WORKDIR /data
ENV FERNPARTIE_DATABASE_URL=sqlite:////data/fernpartie.db \
    FERNPARTIE_HEALTH_FILE=/tmp/fernpartie-alive

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["fernpartie", "health", "/tmp/fernpartie-alive"]
CMD ["fernpartie", "run"]
