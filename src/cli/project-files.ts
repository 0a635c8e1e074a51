export interface Project {
  /** npm name. */
  readonly name: string;
  /** Of newshawk. */
  readonly version: string;
}

/** The files of a new project, by their path in it. */
export const projectFiles = ({ name, version }: Project): Readonly<Record<string, string>> => ({
  'package.json': packageJson(name, version),
  'tsconfig.json': tsconfig,
  'browsers.config.ts': browsersConfig,
  'scrapers/example.com/scraper.ts': exampleScraper,
  'topics.json': topics,
  '.env.example': envExample,
  '.gitignore': 'node_modules/\ndata/\n.cache/\n.env\n',
  Dockerfile: dockerfile,
  'compose.yaml': compose,
});

const packageJson = (name: string, version: string): string =>
  `${JSON.stringify(
    {
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      engines: { node: '>=20.11' },
      scripts: {
        crawl: 'newshawk crawl',
        watch: 'newshawk watch',
        serve: 'newshawk serve',
        doctor: 'newshawk doctor',
        typecheck: 'tsc --noEmit',
      },
      dependencies: { newshawk: `^${version}` },
      devDependencies: { typescript: '^7.0.2' },
    },
    null,
    2,
  )}\n`;

const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    },
    include: ['scrapers', '*.ts'],
  },
  null,
  2,
)}\n`;

const browsersConfig = `import { defineBrowsers } from 'newshawk';

// Every field has a default; \`newshawk config print\` lists the settings of the environment.
export default defineBrowsers({
  // One identity (browser context, cookies) per proxy and profile. Keep credentials out of git: read them from the environment.
  proxies: [],
  locale: 'en-GB',
  timeZone: 'UTC',
});
`;

const exampleScraper = `import { defineScraper, listing } from 'newshawk';

// One typed object a site. Nothing but \`host\` is required: what is left out is found by the generic extractor.
export default defineScraper({
  host: 'example.com',
  name: 'Example',
  language: 'en',
  sources: [listing('/', { every: '30m' })],
  // Which links are articles: regular expressions on the address.
  // links: { article: [/\\/\\d{4}\\/\\d{2}\\//] },
  // Where the layout keeps its fields: CSS selectors, newest layout last.
  // wrappers: [{ title: 'h1', body: 'article .prose > p', byline: '.byline', clean: ['.promo'] }],
  // Where a video's address comes from, if the generic resolver does not find it: see docs/media.md.
  // media: { resolve: async (page, { fetch }) => [{ url: ((await fetch('/api/clip')).json() as { file: string }).file }] },
});
`;

const topics = `${JSON.stringify(
  [{ name: 'climate', keywords: { climate: 2, emissions: 2, carbon: 1, warming: 1 }, exclude: [], threshold: 0.25 }],
  null,
  2,
)}\n`;

const envExample = `# Copy to .env. \`newshawk config print\` shows every setting with its effective value.
# NEWSHAWK_STORE=file:./data
# NEWSHAWK_STORE=mongodb://user:password@localhost:27017/newshawk
# NEWSHAWK_HTTP_HOST=127.0.0.1
# NEWSHAWK_HTTP_PORT=8780
# Any address but loopback needs a token:
# NEWSHAWK_HTTP_TOKEN=
`;

const dockerfile = `FROM node:24-bookworm-slim
# What the packaged Chromium needs, letters for Chinese screenshots, and an init that hands on SIGTERM.
RUN apt-get update \\
 && apt-get install -y --no-install-recommends libnss3 libnspr4 libexpat1 fonts-noto-cjk tini \\
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json* ./
RUN if [ -f package-lock.json ]; then npm ci --omit=dev; else npm install --omit=dev; fi && npm cache clean --force
COPY . .
RUN mkdir -p data .cache && chown -R node:node data .cache
USER node
ENV NEWSHAWK_CACHE=/app/.cache
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=20s CMD ["node_modules/.bin/newshawk", "status", "-q"]
ENTRYPOINT ["tini", "--", "node_modules/.bin/newshawk"]
CMD ["watch"]
`;

const compose = `# docker compose up: MongoDB, the crawler, and the dashboard on http://127.0.0.1:8780 (NEWSHAWK_HTTP_TOKEN must be set, in .env).
services:
  mongo:
    image: mongo:8
    volumes: [mongo:/data/db]
    restart: unless-stopped
  watch:
    build: .
    command: watch
    environment:
      NEWSHAWK_STORE: mongodb://mongo:27017/newshawk
    depends_on: [mongo]
    stop_grace_period: 30s
    restart: unless-stopped
  serve:
    build: .
    command: serve --host 0.0.0.0
    environment:
      NEWSHAWK_STORE: mongodb://mongo:27017/newshawk
      NEWSHAWK_HTTP_TOKEN: \${NEWSHAWK_HTTP_TOKEN:?set NEWSHAWK_HTTP_TOKEN in .env}
    ports: ['127.0.0.1:8780:8780']
    depends_on: [mongo]
    restart: unless-stopped
volumes:
  mongo:
`;
