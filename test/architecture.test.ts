import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importCycles, projectFile, type SourceFile, sourceFile, sourceFiles } from './support/source-files.ts';

// The layers (docs: ARCHITECTURE.md): model <- stages <- site <- crawl <- watch <- run <- commands <- cli, server, mcp <- main. A failing line names the file and what it must not do.

const files = sourceFiles('src');

interface LayerRule {
  readonly name: string;
  /** Files that the rule is about. */
  readonly of: RegExp;
  /** All that they may import of this project; `$1` is what `of` captured. */
  readonly may: string;
}

/** What people and programs use; and the composition root. */
const surfaces = 'cli/|server/|mcp/|main\\.ts|network-parts\\.ts';

const layers: readonly LayerRule[] = [
  { name: 'the model imports nothing but the model', of: /^src\/model\//, may: '^src/model/' },
  { name: 'errors know the model only', of: /^src\/errors\.ts$/, may: '^src/model/' },
  { name: 'ports know the model only', of: /^src\/(browser-port|ports)\.ts$/, may: '^src/(model/|ports\\.ts)' },
  {
    name: 'the storage port knows the model and the declared collections only',
    of: /^src\/storage\/(crawl\/)?(([\w-]+-)?port|story-index)\.ts$/,
    may: '^src/(model/|storage/(crawl/)?[\\w-]+-port\\.ts|storage/collections/|storage/collection\\.ts)',
  },
  {
    name: 'a declared collection imports the model, errors, ports and what engines promise',
    of: /^src\/storage\/(collections\/|engine\/records\.ts|collection\.ts|schema-walk\.ts)/,
    may: '^src/(model/|errors\\.ts|storage/(crawl/)?([\\w-]+-)?port\\.ts|storage/records/|storage/collections/|storage/engine/records\\.ts|storage/(collection|schema-walk)\\.ts)',
  },
  { name: 'the text library knows the model only', of: /^src\/text\//, may: '^src/(model|text)/' },
  {
    name: 'a stage imports model, ports, errors, text, the process tree, stray failures and its own folder, never another stage',
    of: /^src\/stages\/([\w-]+)\//,
    may: '^src/(model/|text/|(browser-port|ports)\\.ts|errors\\.ts|machine/(process-tree|stray-failures)\\.ts|storage/(crawl/)?([\\w-]+-)?port\\.ts|storage/collections/|stages/$1/)',
  },
  {
    name: 'the record layer of both stores imports model, errors and ports',
    of: /^src\/storage\/records\//,
    may: '^src/(model/|errors\\.ts|storage/(crawl/)?([\\w-]+-)?port\\.ts|storage/collections/|storage/records/|storage/engine/records\\.ts)',
  },
  {
    name: 'a storage adapter imports model, errors, ports, the words of a search, the record layer and its own folder',
    of: /^src\/storage\/(sqlite|mongo)\//,
    may: '^src/(model/|text/search-|errors\\.ts|machine/make-folder\\.ts|storage/(crawl/)?(([\\w-]+-)?port|story-index)\\.ts|storage/records/|storage/collection|storage/engine/(records|$1(-\\w+)?)\\.ts|storage/$1/)',
  },
  {
    name: 'an engine imports the declared collections and the connection of its adapter',
    of: /^src\/storage\/engine\/(sqlite|mongo)(?:-\w+)?\.ts$/,
    may: '^src/storage/(collection\\.ts|engine/(records|$1(-\\w+)?)\\.ts|$1/(database|mongo-error)\\.ts)',
  },
  { name: "the API's client knows its own folder", of: /^src\/client\//, may: '^src/client/' },
  {
    name: 'the queue knows errors and ports only',
    of: /^src\/queue\//,
    may: '^src/(errors\\.ts|ports\\.ts|queue/)',
  },
  // site <- crawl <- watch <- run <- commands
  {
    name: 'what is learned of a site knows no crawl',
    of: /^src\/(site|config-files|reader)\//,
    may: `^src/(?!${surfaces}|crawl/|watch/|run/|commands/)`,
  },
  {
    name: 'the crawl of a page knows no rounds, no run and no command',
    of: /^src\/crawl\//,
    may: `^src/(?!${surfaces}|watch/|run/|commands/)`,
  },
  {
    name: 'rounds know no run and no command',
    of: /^src\/watch\//,
    may: `^src/(?!${surfaces}|run/|commands/)`,
  },
  { name: 'a run knows no command', of: /^src\/run\//, may: `^src/(?!${surfaces}|commands/)` },
  {
    name: 'the command of a person knows neither command line nor server',
    of: /^src\/commands\//,
    may: `^src/(?!${surfaces})`,
  },
  { name: 'the server knows no command line', of: /^src\/server\//, may: '^src/(?!cli/|main\\.ts)' },
  {
    name: 'the MCP server knows no command line, and of the HTTP server only its guards',
    of: /^src\/mcp\//,
    may: '^src/(?!cli/|main\\.ts|server/(?!access|guards/|load-limits|refuse))',
  },
  {
    name: 'nothing imports the composition root',
    of: /^src\/(?!main\.ts)/,
    may: '^src/(?!main\\.ts|network-parts\\.ts)',
  },
];

/** What opens a store, a browser, a socket or threads; a port is all that others see of it. */
const adapters =
  /^src\/(storage\/(sqlite|mongo)\/|queue\/redis-queue\.ts|reader\/reader\.ts|machine\/machine-load\.ts|stages\/fetch\/(browser-pools?|http\/http-client|guard\/egress-guard|identity\/identities|robots)\.ts)/;

/** The clock, chance and the environment enter here; all other files get them as arguments. */
const mayReadTheWorld = /^src\/(main\.ts|cli\/|settings\/config\.ts|log\.ts)/;
const readsTheWorld =
  /\b(?:Date\.now\b|new Date\(\)|Math\.random\b|process\.(?:env|pid|ppid|hrtime)\b|performance\.(?:now|timeOrigin)\b|crypto\.(?:randomUUID|getRandomValues)\b|random(?:Bytes|Int|UUID)\(|cpus\(|availableParallelism\(|hostname\()/g;

/** Reasons of the exceptions below. */
const runsInThePage = "it runs in the page, and reads when the page's timers are due";
const measuresItsOwnTime =
  'durations and time limits of one browser or connection: monotonic, never stored or compared';
const namesThisProcess = 'it looks at this process itself';
const secretFromPages = 'pages must not guess it: it needs cryptographic randomness';
const readsTheMachine = 'it is the adapter that reads the machine';

/** Exceptions: files that read the world themselves, their calls, and why these are no arguments. */
const worldReaders: Readonly<Record<string, readonly [calls: string, why: string]>> = {
  'src/machine/cgroups.ts': ['availableParallelism(', readsTheMachine],
  'src/machine/interrupts.ts': [
    'performance.now',
    'signals come at any time, before anything is built: the pause between two of them is measured on the spot',
  ],
  'src/machine/machine-load.ts': ['cpus( performance.now process.pid', readsTheMachine],
  'src/run/crawl-run.ts': ['process.pid', namesThisProcess],
  'src/crawl/links/hub-offers.ts': ['randomBytes(', 'nobody may guess where a hub calls, and how it signs'],
  'src/watch/assignment/owner.ts': ['hostname( process.pid', namesThisProcess],
  'src/server/dashboard/pages/label/session.ts': [
    'crypto.getRandomValues',
    'it runs in the browser of a person, for whom a sample is drawn',
  ],
  'src/stages/fetch/browser/browser-ledger.ts': ['process.pid', namesThisProcess],
  'src/stages/fetch/browser/context-pool.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/browser/launch-backoff.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/browser/memory-watch.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/browser/running-browser.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/deadline.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/http/guard-dispatcher.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/http/time-limit.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/page/page-steps.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/page/player-traffic.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/page/render-page.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/in-page/list-links.ts': ['performance.now', runsInThePage],
  'src/stages/fetch/page/expand-list.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/fetch/page/settle.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/media/in-page/hooks.ts': ['crypto.getRandomValues', runsInThePage],
  'src/stages/media/in-page/promises.ts': ['performance.now', runsInThePage],
  'src/stages/media/in-page/waits.ts': ['performance.now', runsInThePage],
  'src/stages/media/play/hook-key.ts': ['randomBytes(', secretFromPages],
  'src/stages/media/play/play-page.ts': ['performance.now', measuresItsOwnTime],
  'src/stages/media/site/site-tools.ts': ['performance.now', measuresItsOwnTime],
  'src/storage/sqlite/blobs.ts': ['process.pid', 'names of unfinished files: two processes never write the same one'],
};

/**
 * All that pages name is fetched through the egress guard: who opens connections otherwise could be led into our own network. These do, and why:
 * the guard dials for it; the client and its tunnels speak to the guard only; the probe and the check of peers dial addresses of the configuration and ourselves;
 * the reader of fixtures takes the network away from scrapers, and opens nothing;
 * the teacher is asked at the one address that the operator sets, which may be on this machine, and redirects are refused: no page can lead it anywhere; receivers of events and the mail server are
 * the operator's own addresses, too; the list of trusted proxies compares addresses, and opens nothing.
 */
const mayConnect =
  /^src\/server\/guards\/trusted-proxies\.ts$|^src\/stages\/fetch\/(guard\/(address-class|allow-list|authority|dial|egress-guard|forwarder|network-policy|own-peer|plain-exchange|plain-forward|upstream-proxy)|http\/(guard-dispatcher|http-client|server-connections|tls-tunnel)|identity\/proxy-probe)\.ts$|^src\/stages\/(site-learning\/teacher\/ask-teacher|publish\/(ping-hub|post-json|reach-host|send-mail))\.ts$|^src\/reader\/refuse-network\.ts$/;
const networkPackages =
  /^(node:)?(net|http|https|http2|tls|dgram|dns|dns\/promises)$|^(undici|socks|proxy-chain|got|got-scraping|axios|node-fetch|ws|ky|needle|superagent|nodemailer)$/;
/** A call of the global `fetch` and its like, not of a port's method. */
const globalClient = /(?<![.\w])(fetch|WebSocket|EventSource|XMLHttpRequest)\(/;

/**
 * The rooms of a large folder, and what each may import of that folder beside itself: other rooms, or files that stand on top. A new room needs its line. Files on top
 * put rooms together and import all of them.
 */
const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'src/stages/fetch': {
    guard: ['deadline.ts'],
    identity: ['guard'],
    http: ['guard', 'identity'],
    'in-page': [],
    browser: ['identity', 'deadline.ts'],
    page: ['browser', 'guard', 'http', 'identity', 'in-page', 'deadline.ts'],
  },
  'src/stages/schedule': { links: [], revisits: ['url-format.ts'], tuning: ['arrivals.ts'] },
  'src/stages/extract': {
    dom: [],
    page: ['dom', 'rules-off.ts'],
    head: ['dom', 'page'],
    state: ['head', 'page'],
    answers: ['state', 'dates'],
    classifier: ['dom', 'page', 'model', 'rules-off.ts'],
    confidence: ['page', 'classifier', 'model'],
    links: ['dom', 'page'],
    data: ['dom', 'page', 'head', 'state', 'dates', 'site-rules.ts'],
    'data-learning': ['dom', 'page', 'head', 'dates', 'data', 'learning', 'rules-off.ts'],
    title: ['dom', 'page', 'head', 'rules-off.ts'],
    terms: ['dom', 'page', 'head'],
    pictures: ['dom', 'page'],
    dates: ['dom', 'page', 'head', 'rules-off.ts'],
    authors: ['dom', 'page', 'head', 'dates', 'rules-off.ts'],
    wrapper: ['dom', 'page', 'authors', 'classifier', 'dates'],
    text: ['dom', 'page', 'authors', 'classifier', 'confidence', 'wrapper', 'rules-off.ts'],
    kind: ['dom', 'page', 'head', 'text', 'dates', 'classifier', 'confidence', 'model', 'rules-off.ts'],
    'own-selectors': ['dom', 'page', 'learning'],
    // learning reads pages as extraction does
    learning: [
      'dom',
      'page',
      'head',
      'links',
      'dates',
      'classifier',
      'text',
      'wrapper',
      'fields.ts',
      'opened-page.ts',
      'rules-off.ts',
    ],
  },
  'src/stages/media': {
    'in-page': [],
    find: [],
    facts: ['find'],
    play: ['find', 'in-page'],
    site: ['find', 'facts', 'play', 'in-page', 'resolve.ts'],
  },
  'src/watch': {
    alerts: ['assignment', 'webhooks', 'websub'],
    assignment: [],
    maintenance: [],
    proxies: [],
    reextraction: [],
    seeds: [],
    tuning: [],
    webhooks: [],
    websub: [],
  },
  'src/run': { capacity: [] },
  'src/commands': {
    batch: [],
    download: [],
    fixtures: [],
    page: [],
    scraper: ['page', 'sources'],
    sources: [],
    store: [],
  },
  'src/cli': {
    terminal: [],
    help: ['session.ts', 'main.ts', 'commands.ts'],
    run: ['store', 'terminal', 'broken-scrapers.ts', 'options.ts', 'session.ts'],
    failures: ['fixtures', 'wrappers', 'terminal', 'options.ts', 'session.ts'],
    fixtures: ['wrappers', 'terminal', 'options.ts', 'session.ts'],
    page: ['categories', 'run', 'terminal', 'wrappers', 'files.ts', 'options.ts', 'session.ts'],
    media: ['terminal', 'options.ts', 'session.ts'],
    store: ['media', 'terminal', 'files.ts', 'options.ts', 'session.ts'],
    sources: ['terminal', 'files.ts', 'options.ts', 'session.ts'],
    topics: ['terminal', 'files.ts', 'options.ts', 'session.ts'],
    shell: ['terminal', 'files.ts', 'options.ts', 'session.ts'],
    categories: ['topics', 'terminal', 'files.ts', 'options.ts', 'session.ts'],
    project: ['terminal', 'broken-scrapers.ts', 'options.ts', 'session.ts'],
    proxies: ['terminal', 'session.ts'],
    urls: ['terminal', 'files.ts', 'session.ts'],
    wrappers: ['terminal', 'files.ts', 'options.ts', 'session.ts'],
  },
  'src/model': {
    web: ['schema.ts'],
    media: ['page', 'web', 'schema.ts'],
    data: ['page', 'web', 'schema.ts'],
    page: ['crawl', 'media', 'web', 'schema.ts'],
    topic: ['page', 'schema.ts'],
    wrapper: ['data', 'page', 'web', 'schema.ts'],
    article: ['crawl', 'data', 'media', 'page', 'topic', 'web', 'wrapper', 'schema.ts'],
    crawl: ['article', 'data', 'media', 'page', 'web', 'schema.ts'],
    seed: ['schema.ts'],
    publish: ['schema.ts'],
  },
  'src/storage/sqlite': {
    schema: [],
    checkpoints: ['database.ts'],
    frontier: ['database.ts', 'schema.ts'],
    articles: ['frontier', 'database.ts', 'schema.ts', 'sqlite-error.ts'],
    transfer: ['articles', 'frontier', 'blobs.ts', 'database.ts', 'schema.ts', 'sqlite-error.ts'],
    maintenance: ['articles', 'schema', 'blobs.ts', 'database.ts', 'schema.ts'],
  },
  'src/storage/mongo': {
    tallies: ['collections.ts', 'documents.ts', 'mongo-error.ts'],
    articles: ['tallies', 'collections.ts', 'documents.ts', 'mongo-error.ts'],
    frontier: ['articles', 'tallies', 'collections.ts', 'documents.ts', 'mongo-error.ts'],
    transfer: ['articles', 'tallies', 'collections.ts', 'documents.ts'],
    maintenance: ['articles', 'tallies', 'blobs.ts', 'collections.ts', 'documents.ts'],
  },
};

const violations = (rule: LayerRule): string[] =>
  files.flatMap(({ path, imports }) => {
    const match = rule.of.exec(path);
    if (match === null) return [];
    const may = new RegExp(rule.may.replaceAll('$1', match[1] ?? ''));
    return imports.filter((target) => !may.test(target)).map((target) => `${path} imports ${target}`);
  });

/** Data that ships with the code. */
const isData = (path: string): boolean => /\.(json|css|svg)$/.test(path) && existsSync(path);

/** A stage or a storage adapter, else the file's folder. */
const unitOf = (path: string): string =>
  /^src\/(stages|storage)\/\w+\//.exec(
    path.replace(/^src\/storage\/engine\/(sqlite|mongo)(-\w+)?\.ts$/, 'src/storage/$1/engine.ts'),
  )?.[0] ?? folderOf(path);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

describe('the architecture of src/', () => {
  it('is there to be looked at', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(
      files
        .flatMap(({ imports }) => imports)
        .filter((path) => !(isData(path) || files.some((file) => file.path === path && file.lines > 0))),
    ).toEqual([]);
  });

  it.each(layers)('$name', (rule) => {
    expect(files.some(({ path }) => rule.of.test(path))).toBe(true);
    expect(violations(rule)).toEqual([]);
  });

  describe.each(Object.entries(rooms))('the rooms of %s', (folder, walls) => {
    const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
    /** The room of a file, or its name where it stands on top. */
    const roomOf = (path: string): string => path.slice(folder.length + 1).split('/', 1)[0] ?? '';

    it('are all named here', () => {
      const there = inside.map(({ path }) => roomOf(path)).filter((name) => !name.endsWith('.ts'));
      expect([...new Set(there)].sort()).toEqual(Object.keys(walls).sort());
    });

    it.each(Object.entries(walls))('%s keeps its wall', (room, may) => {
      const crossings = inside
        .filter(({ path }) => roomOf(path) === room)
        .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
        .filter(({ target }) => target.startsWith(`${folder}/`) && ![room, ...may].includes(roomOf(target)));
      expect(crossings.map(({ path, target }) => `${path} imports ${target}`)).toEqual([]);
    });
  });

  it('has no folder with more files than one takes in at a look', () => {
    const sizes = new Map<string, number>();
    for (const { path } of files) sizes.set(folderOf(path), (sizes.get(folderOf(path)) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > 20)).toEqual([]);
  });

  it('has no stage, port or model that depends on a package for crawling or storing', () => {
    const pure = files.filter(({ path }) =>
      /^src\/(model\/|browser-port|ports|stages\/(schedule|discover|extract|dedupe|classify)\/)/.test(path),
    );
    const effects =
      /^(node:(fs|net|http|https|child_process|worker_threads)|undici|playwright-core|mongodb|@crawlee\/)/;
    expect(
      pure.flatMap(({ path, packages }) =>
        packages.filter((name) => effects.test(name)).map((name) => `${path}: ${name}`),
      ),
    ).toEqual([]);
  });

  it('runs without development packages: what is built is built before it starts', () => {
    const { dependencies, devDependencies } = JSON.parse(projectFile('package.json')) as Record<string, object>;
    const onlyDevelopment = Object.keys(devDependencies ?? {}).filter((name) => !(name in (dependencies ?? {})));
    const loads = files
      .filter(({ path }) => !path.startsWith('src/server/dashboard/'))
      .flatMap(({ path, packages }) =>
        packages
          .filter((name) => onlyDevelopment.some((one) => name === one || name.startsWith(`${one}/`)))
          .map((name) => `${path}: ${name}`),
      );
    expect(loads).toEqual([]);
  });

  it('has one way into the network for what pages name', () => {
    // what runs in a page goes out as the page does: through the guard
    const inBrowser = /^src\/(server\/dashboard|stages\/media\/in-page)\//;
    const clients = files.filter(({ path }) => !mayConnect.test(path) && !inBrowser.test(path));
    expect(
      clients.flatMap(({ path, packages, code }) => [
        ...packages.filter((name) => networkPackages.test(name)).map((name) => `${path}: ${name}`),
        ...(globalClient.test(code.replace(/^\s*(async )?fetch\(.*$/gm, ''))
          ? [`${path}: calls a client of its own`]
          : []),
      ]),
    ).toEqual([]);
    expect(files.filter(({ path }) => mayConnect.test(path)).length).toBeGreaterThan(10);
  });

  it('builds adapters in the composition root only', () => {
    const builders = files.flatMap(({ path, imports, types }) =>
      imports
        .filter((target) => adapters.test(target) && unitOf(path) !== unitOf(target) && !types.includes(target))
        .map((target) => `${path} imports ${target}`),
    );
    expect(builders.filter((line) => !/^src\/(main|network-parts)\.ts /.test(line))).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(importCycles(files).map((chain) => chain.join(' -> '))).toEqual([]);
  });

  it('reads clock, chance and environment at its rim only', () => {
    const readers = files.flatMap(({ path, code }) => {
      const calls = [...new Set(code.match(readsTheWorld))].sort().join(' ');
      return mayReadTheWorld.test(path) || calls === '' ? [] : [[path, calls]];
    });
    // both ways: a new reader of the world fails, and so does an exception that nothing needs any more
    expect(Object.fromEntries(readers)).toEqual(
      Object.fromEntries(Object.entries(worldReaders).map(([path, [calls]]) => [path, calls])),
    );
  });

  it('has no file over 300 lines and none for odds and ends', () => {
    // the client's types are written by a program, from the OpenAPI document
    const written = files.filter(({ path }) => path !== 'src/client/api-types.ts');
    expect(written.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
    expect(
      files.filter(({ path }) => /(^|[/-])(utils?|helpers?|common|misc)(\.ts|\/)/.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('has one exported type of each name', () => {
    const owners = new Map<string, string[]>();
    for (const { path, code } of files)
      for (const [, name = ''] of code.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm))
        owners.set(name, [...(owners.get(name) ?? []), path]);
    expect(owners.size).toBeGreaterThan(300);
    expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('writes properties out instead of spreading an object literal', () => {
    expect(files.filter(({ code }) => /\.\.\.\{/.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it('has no default exports and no barrels but the public face', () => {
    // Piscina calls a worker's default export.
    const isWorker = (path: string): boolean => path.endsWith('-worker.ts');
    expect(
      files.filter(({ path, code }) => !isWorker(path) && /^export default\b/m.test(code)).map(({ path }) => path),
    ).toEqual([]);
    expect(files.filter(({ path }) => /\/index\.ts$/.test(path)).map(({ path }) => path)).toEqual(['src/index.ts']);
  });
});

describe('the scanner', () => {
  const scan = (text: string): SourceFile => sourceFile('src/stages/x/a.ts', text);

  it('sees every form of import, and none in comments and templates', () => {
    const file = scan(
      `import type { A } from './a.ts';\nimport {\n  b,\n} from '../y/b.ts';\nimport 'node:fs';\nexport { c } from '../../model/c.ts';\nconst d = await import('./d.ts');\n/*\nimport e from './e.ts';\n*/\nconst t = \`\nimport f from './f.ts';\n\`;`,
    );
    expect(file.imports).toEqual(['src/stages/x/a.ts', 'src/stages/y/b.ts', 'src/model/c.ts', 'src/stages/x/d.ts']);
    expect(file.packages).toEqual(['node:fs']);
  });

  it('finds cycles', () => {
    const at = (path: string, target: string): SourceFile => sourceFile(path, `import { x } from './${target}.ts';`);
    expect(importCycles([at('src/a.ts', 'b'), at('src/b.ts', 'c'), at('src/c.ts', 'b')])).toEqual([
      ['src/b.ts', 'src/c.ts', 'src/b.ts'],
    ]);
    expect(importCycles([at('src/a.ts', 'b'), at('src/c.ts', 'b')])).toEqual([]);
  });

  it('takes what a template evaluates for code', () => {
    const { code } = scan('const name = `performance.now() ${hostname()}:${process.pid}`;');
    expect(code.match(readsTheWorld)).toEqual(['hostname(', 'process.pid']);
  });

  it('does not take words in text for code', () => {
    expect(scan(`const why = 'never Date.now()'; // nor Math.random`).code.match(readsTheWorld)).toBeNull();
  });
});
