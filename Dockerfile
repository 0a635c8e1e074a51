# syntax=docker/dockerfile:1

# The packages, without those for development. Chromium is one of them (linux/amd64).
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24-bookworm-slim
# What Chromium is linked against, a font for Chinese, Japanese and Korean in screenshots, and an init that reaps its processes.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates fontconfig fonts-liberation fonts-noto-cjk libexpat1 libnspr4 libnss3 tini \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
# Node runs the sources as they are: it strips the types.
COPY src ./src
RUN mkdir -p data scrapers /var/cache/newshawk && chown node:node data /var/cache/newshawk
# Two arenas of glibc's allocator for all threads: the process stays small, at the same speed.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    NEWSHAWK_CACHE=/var/cache/newshawk \
    NEWSHAWK_HTTP_HOST=0.0.0.0
USER node
VOLUME ["/app/data", "/var/cache/newshawk"]
EXPOSE 8780
# Drains and saves within 30 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8780/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/newshawk.mjs"]
CMD ["serve"]
