# The live lab on port 5006; with -e PREFIX=/course/week3, below that path.
FROM python:3.13-slim

WORKDIR /lab
COPY . .
RUN pip install --no-cache-dir .

ENV PREFIX=""
USER nobody
EXPOSE 5006
HEALTHCHECK CMD python -c "import os, urllib.request as web; web.urlopen(f'http://localhost:5006{os.environ[\"PREFIX\"]}/liveness')"
CMD exec residual-lab serve --no-open --address 0.0.0.0 --port 5006 --prefix "$PREFIX"
