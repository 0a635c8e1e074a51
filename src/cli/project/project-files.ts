import { compose, dockerfile, dockerignore } from './project-container.ts';

/** The scraper of a new project. It reads a demo site that `newshawk demo` serves: the project runs at once, without any network. */
const exampleHost = 'harbour-gazette.example';

/** Its fixtures, among those of this repository: pages that `npm test` of the project reads. Paths from the package's root; the project has the same paths. */
export const exampleFixtures = [
  'shore-power-for-cruise-ships-b3a7b86a.html.gz',
  'shore-power-for-cruise-ships-b3a7b86a.json',
  'tug-crew-saves-yacht-off-skell-5c3fe304.html.gz',
  'tug-crew-saves-yacht-off-skell-5c3fe304.json',
].map((name) => `scrapers/${exampleHost}/fixtures/${name}`);

const exampleScraper = `import { defineScraper, feed, listing, sitemap } from 'newshawk';

// One typed object per site. Only \`host\` is required: the generic extractor finds what is left out.
// This site is invented; \`npm start\` serves it from your own machine. For a site of yours: npx newshawk new https://your-site.example/
export default defineScraper({
  host: '${exampleHost}',
  origin: 'http://${exampleHost}', // only where it is not https://<host>
  name: 'The Harbour Gazette',
  language: 'en',
  country: 'GB',
  // What is polled for new links, and how often.
  sources: [
    feed('/feed.xml', { every: '2m', weight: 4 }),
    sitemap('/sitemap-news.xml', { every: '10m' }),
    listing('/', { every: '5m', links: '#main' }),
    listing('/latest/', { every: '10m', links: '#main', maxDepth: 3 }),
  ],
  // Which links are articles, and which are never followed: regular expressions on the address.
  links: {
    article: [/\\/20\\d\\d\\/\\d\\d\\/\\d\\d\\/[a-z0-9-]+$/, /\\/video\\/[a-z0-9-]+$/],
    ignore: [/\\/(tag|share|search|about|contact|privacy|corrections|newsletter|advertise)\\b/],
  },
  // CSS selectors of the fields, newest layout last.
  wrappers: [
    {
      title: 'h1.headline',
      body: '.story-body > p',
      byline: '.byline .author',
      date: 'time.published',
      section: '.kicker',
      clean: ['.promo'],
    },
  ],
  // The site is on this machine: no pause between requests. Leave this out for a site of others.
  politeness: { gapMs: 0, concurrency: 4 },
});
`;

const fence = '```';

/** What a person who opens the project wants to know first. @param name npm name */
const projectReadme = (name: string): string => `# ${name}

Watches news and video sites with [newshawk](node_modules/newshawk/docs).

| command | does |
|---|---|
| \`npm start\` | crawls a demo site, served from this machine |
| \`npm run serve\` | the dashboard, on <http://127.0.0.1:8780> |
| \`npm run doctor\` | what is missing on this machine, and the command that fixes it |
| \`npm run crawl\` | one pass over all sites of \`scrapers/\` |
| \`npm run watch\` | crawls continuously |
| \`npm test\` | reads the stored pages (fixtures) of the scrapers, offline; a scraper without one fails, too |
| \`npm run typecheck\` | checks the scrapers' types |

## Your own site

${fence}sh
npx newshawk extract https://your-site.example/some-article   # what is read without any rule
npx newshawk new https://your-site.example/                   # reads some pages, writes scrapers/your-site.example/
npx newshawk crawl your-site.example --limit 20
${fence}

Delete \`scrapers/${exampleHost}/\` and \`data/\` when you need the demo no longer: \`npm run watch\` would look for that site on the Internet.

| file | holds |
|---|---|
| \`scrapers/<host>/scraper.ts\` | one site: sources, selectors, steps (reference: node_modules/newshawk/docs/reference.md) |
| \`browsers.config.ts\` | browsers and proxies |
| \`alerts.config.ts\` | rules: of which troubles and finds you are told |
| \`topics.example.json\` | an example; rename it to \`topics.json\` to keep only articles of your topics |
| \`.env.example\` | an example; copy it to \`.env\` for settings and secrets. \`npx newshawk config print\` shows all settings |
| \`Dockerfile\`, \`compose.yaml\` | the same in containers, with MongoDB |
| \`vendor/\` | the newshawk of this project, as a package |
`;

interface Project {
  /** npm name. */
  readonly name: string;
  /** The dependency on newshawk in package.json: `file:vendor/…`. */
  readonly newshawk: string;
  /** The seccomp profile that Chromium's sandbox needs in a container. */
  readonly seccompProfile: string;
}

/** The files of a new project: path to content. The fixtures of its scraper are added: {@link exampleFixtures}. */
export const projectFiles = ({ name, newshawk, seccompProfile }: Project): Readonly<Record<string, string>> => ({
  'package.json': packageJson(name, newshawk),
  'README.md': projectReadme(name),
  'tsconfig.json': tsconfig,
  'browsers.config.ts': browsersConfig,
  'alerts.config.ts': alertsConfig,
  [`scrapers/${exampleHost}/scraper.ts`]: exampleScraper,
  'topics.example.json': topics,
  '.env.example': envExample,
  '.gitignore': gitignore,
  '.dockerignore': dockerignore,
  Dockerfile: dockerfile,
  'compose.yaml': compose(name),
  'seccomp-chromium.json': seccompProfile,
});

/** What a repository must not hold. */
export const gitignore = 'node_modules/\ndata/\n.cache/\n.env\n';

const packageJson = (name: string, newshawk: string): string =>
  `${JSON.stringify(
    {
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      engines: { node: '>=20.11' },
      scripts: {
        start: 'newshawk demo',
        crawl: 'newshawk crawl',
        watch: 'newshawk watch',
        serve: 'newshawk serve',
        test: 'newshawk test --strict',
        doctor: 'newshawk doctor',
        typecheck: 'tsc --noEmit',
      },
      dependencies: { newshawk },
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

/** It changes nothing as it is: the rules about health are on. */
const alertsConfig = `import { defineAlerts } from 'newshawk';

// Troubles of sources and sites are noticed by default rules: npx newshawk alerts list. Tell people by webhook, chat or mail: NEWSHAWK_WEBHOOKS,
// NEWSHAWK_CHAT_WEBHOOKS, NEWSHAWK_MAIL_TO in .env. All rules: node_modules/newshawk/docs/alerts.md
export default defineAlerts({
  // sourceSilent: { minHours: 12 }, // later than the default; false switches a rule off
  // stories: [{ name: 'climate on three sites', topic: 'climate', minScore: 0.3, minSites: 3 }], // a topic of topics.json
  // searches: [{ name: 'wind at sea', words: 'offshore wind', site: 'gazette.example' }],
});
`;

/** An example file that is not loaded: a topic would hide articles that do not match it. */
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
# Any address but loopback needs a token (openssl rand -hex 32):
# NEWSHAWK_HTTP_TOKEN=
`;
