import { compose, dockerfile, dockerignore } from './project-container.ts';
import { exampleHost, exampleScraper } from './project-example.ts';
import { projectReadme } from './project-readme.ts';

export interface ProjectOptions {
  /** npm name. */
  readonly name: string;
  /** The dependency on newshawk in package.json: `file:vendor/…`. */
  readonly newshawk: string;
  /** The seccomp profile that Chromium's sandbox needs in a container. */
  readonly seccompProfile: string;
}

/** The files of a new project: path to content. The fixtures of its scraper are added: {@link exampleFixtures}. */
export const projectFiles = ({ name, newshawk, seccompProfile }: ProjectOptions): Readonly<Record<string, string>> => ({
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
