import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../src/cli/project/project-files.ts';

// What documents and usage lines tell people to type works as it stands, under the oldest Node too: `npm run` brings Node 24, `node x.ts` does not.

const places = ['*.md', 'docs/**/*.md', '{src,test,bench,demo,tools,docker,scrapers}/**/*.{md,ts,mjs,py}'];
const files = globSync(places, { exclude: ['**/node_modules/**'] }).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

const scriptsOf = (packageJson: string): string[] =>
  Object.keys((JSON.parse(packageJson) as { readonly scripts: Readonly<Record<string, string>> }).scripts);
const project = projectFiles({ name: 'watch', newshawk: '*', seccompProfile: '' });
/** Of this package, and of the project that `init` makes. */
const scripts = [...scriptsOf(readFileSync('package.json', 'utf8')), ...scriptsOf(project['package.json'] ?? '')];

const named = (pattern: RegExp): { path: string; name: string }[] =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })));

describe('the commands that documents name', () => {
  it('are looked for in all of them', () => {
    for (const path of [
      'README.md',
      'CONTRIBUTING.md',
      'docs/media.md',
      'bench/extract.ts',
      'src/stages/extract/model/README.md',
    ])
      expect(files.map((file) => file.path)).toContain(path);
  });

  it('start no TypeScript under whatever Node there is', () => {
    const direct = /\bnode ((?:bench|demo|src|test|tools)\/[\w./-]*\.ts)/g;
    expect(named(direct).map(({ path, name }) => `${path}: node ${name}`)).toEqual([]);
  });

  it('are scripts of package.json where npm runs them', () => {
    const missing = named(/(?:\bnpm run |`)((?:bench|demo):[\w:-]+|(?<=npm run )[a-z][\w:-]*)/g).filter(
      ({ path, name }) => !scripts.includes(name) && path !== 'test/documented-commands.test.ts',
    );
    expect(missing.map(({ path, name }) => `${path}: npm run ${name}`)).toEqual([]);
  });

  it('name files that are there', () => {
    const scriptFiles = /\bnode (?:--[\w-]+ )*((?:bin|tools)\/[\w./-]*\.mjs)/g;
    expect(named(scriptFiles).filter(({ name }) => !existsSync(name))).toEqual([]);
  });
});
