import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importCycles, type SourceFile, sourceFile, sourceFiles } from './support/source-files.ts';

// The layers (docs: ARCHITECTURE.md): model <- stages <- pipeline <- main. A failing line names the file and what it must not do.

const files = sourceFiles('src');

interface LayerRule {
  readonly name: string;
  /** Files that the rule is about. */
  readonly of: RegExp;
  /** All that they may import of this project; `$1` is what `of` captured. */
  readonly may: string;
}

const layers: readonly LayerRule[] = [
  { name: 'the model imports nothing but the model', of: /^src\/model\//, may: '^src/model/' },
  { name: 'errors know the model only', of: /^src\/errors\.ts$/, may: '^src/model/' },
  { name: 'ports know the model only', of: /^src\/ports\.ts$/, may: '^src/model/' },
  {
    name: 'the storage port knows the model only',
    of: /^src\/storage\/((\w+-)?port|story-index)\.ts$/,
    may: '^src/(model/|storage/\\w+-port\\.ts)',
  },
  { name: 'the text library knows the model only', of: /^src\/text\//, may: '^src/(model|text)/' },
  {
    name: 'a stage imports model, ports, errors, text, the process tree and its own folder, never another stage',
    of: /^src\/stages\/(\w+)\//,
    may: '^src/(model/|text/|ports\\.ts|errors\\.ts|process-tree\\.ts|storage/(\\w+-)?port\\.ts|stages/$1/)',
  },
  {
    name: 'a storage adapter imports model, errors, its port and its own folder',
    of: /^src\/storage\/(\w+)\//,
    may: '^src/(model/|errors\\.ts|make-folder\\.ts|storage/((\\w+-)?port|story-index|ending-size)\\.ts|storage/$1/)',
  },
  {
    name: 'the pipeline knows neither command line nor server',
    of: /^src\/pipeline\//,
    may: '^src/(?!cli/|server/|main\\.ts)',
  },
  { name: 'the server knows no command line', of: /^src\/server\//, may: '^src/(?!cli/|main\\.ts)' },
  { name: 'nothing imports the composition root', of: /^src\/(?!main\.ts)/, may: '^src/(?!main\\.ts)' },
];

/** What opens a store, a browser, a socket or threads; a port is all that others see of it. */
const adapters =
  /^src\/(storage\/(sqlite|mongo)\/|pipeline\/reader\.ts|machine-load\.ts|stages\/fetch\/(browser-pools?|http-client|egress-guard|identities|robots)\.ts)/;

/** Here the world comes in: the clock, chance and the environment. Everybody else is given them. */
const mayReadTheWorld = /^src\/(main\.ts|cli\/|config\.ts|log\.ts)/;
const readsTheWorld = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\b|\bprocess\.env\b|\bcrypto\.randomUUID\b/;

/**
 * All that pages name is fetched through the egress guard: who opens connections otherwise could be led into our own network. These do, and why:
 * the guard dials for it; the client and its tunnels speak to the guard only; the probe and the check of peers dial addresses of the configuration and ourselves.
 */
const mayConnect =
  /^src\/stages\/fetch\/(address-class|allow-list|authority|dial|egress-guard|forwarder|guard-dispatcher|network-policy|own-peer|plain-exchange|plain-forward|proxy-probe|server-connections|tls-tunnel|upstream-proxy|http-client)\.ts$/;
const networkPackages =
  /^(node:)?(net|http|https|http2|tls|dgram|dns|dns\/promises)$|^(undici|socks|proxy-chain|got|got-scraping|axios|node-fetch|ws|ky|needle|superagent)$/;
/** A call of the global `fetch` and its like, not of a port's method. */
const globalClient = /(?<![.\w])(fetch|WebSocket|EventSource|XMLHttpRequest)\(/;

const violations = (rule: LayerRule): string[] =>
  files.flatMap(({ path, imports }) => {
    const match = rule.of.exec(path);
    if (match === null) return [];
    const may = new RegExp(rule.may.replace('$1', match[1] ?? ''));
    return imports.filter((target) => !may.test(target)).map((target) => `${path} imports ${target}`);
  });

/** Data that ships with the code. */
const isData = (path: string): boolean => path.endsWith('.json') && existsSync(path);

const sameFolder = (a: string, b: string): boolean => a.slice(0, a.lastIndexOf('/')) === b.slice(0, b.lastIndexOf('/'));

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

  it('has no stage, port or model that depends on a package for crawling or storing', () => {
    const pure = files.filter(({ path }) =>
      /^src\/(model\/|ports|stages\/(schedule|discover|extract|dedupe|classify)\/)/.test(path),
    );
    const effects =
      /^(node:(fs|net|http|https|child_process|worker_threads)|undici|playwright-core|mongodb|@crawlee\/)/;
    expect(
      pure.flatMap(({ path, packages }) =>
        packages.filter((name) => effects.test(name)).map((name) => `${path}: ${name}`),
      ),
    ).toEqual([]);
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

  it('builds adapters in main.ts only', () => {
    const builders = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => adapters.test(target) && !sameFolder(path, target))
        .map((target) => `${path} imports ${target}`),
    );
    expect(builders.filter((line) => !line.startsWith('src/main.ts '))).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(importCycles(files).map((chain) => chain.join(' -> '))).toEqual([]);
  });

  it('reads clock, chance and environment at its rim only', () => {
    const readers = files.filter(({ path, code }) => !mayReadTheWorld.test(path) && readsTheWorld.test(code));
    expect(readers.map(({ path, code }) => `${path}: ${readsTheWorld.exec(code)?.[0]}`)).toEqual([]);
  });

  it('has no file over 300 lines and none for odds and ends', () => {
    expect(files.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
    expect(
      files.filter(({ path }) => /(^|[/-])(utils?|helpers?|common|misc)(\.ts|\/)/.test(path)).map(({ path }) => path),
    ).toEqual([]);
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

  it('does not take words in text for code', () => {
    expect(scan(`const why = 'never Date.now()'; // nor Math.random`).code).not.toMatch(readsTheWorld);
  });
});
