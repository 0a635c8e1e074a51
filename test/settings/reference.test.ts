import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as kit from '../../src/index.ts';
import { referenceParts, referenceText } from '../../tools/reference/reference-text.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
// in the checkout: the examples import the kit as scrapers do
const folder = join(root, '.cache', `reference-${process.pid}`);
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const entries = referenceParts.flatMap((part) => part.entries.map((entry) => ({ part, entry })));
const labelled = entries.map(({ part, entry }) => [`${part.title}: ${entry.name}`, entry, part] as const);

beforeAll(() => mkdir(folder, { recursive: true }));
afterAll(() => rm(folder, { recursive: true }));

/** @returns what the type checker says */
async function typeErrors(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(
    file,
    `import { ${functions.join(', ')} } from 'newshawk';\nexport const kit = [${functions.join(', ')}];\n${source}`,
  );
  await writeFile(`${file}.json`, JSON.stringify({ extends: '../../tsconfig.json', files: [file], include: [] }));
  return await run(process.execPath, [tsc, '-p', `${file}.json`]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
const values: Readonly<Record<string, unknown>> = { ...kit };
const functions = Object.keys(values);

describe('docs/reference.md', () => {
  it('is as the types say (npm run reference writes it)', async () => {
    expect(await readFile(join(root, 'docs/reference.md'), 'utf8')).toBe(referenceText());
  });

  it('has every function of the kit, and many fields', () => {
    const named = new Set(entries.map(({ entry }) => entry.name));
    expect(functions.filter((name) => !named.has(name) && !/^define/.test(name))).toEqual([]);
    expect(entries.length).toBeGreaterThan(80);
  });

  it.each(labelled)('%s has a comment, a default and an example that the parser accepts', (_label, entry, part) => {
    expect(entry.about.length).toBeGreaterThan(10);
    if (entry.of !== null && !entry.isRequired) expect(entry.defaultText).not.toBeNull();
    expect(entry.example).not.toBeNull();
    const evaluate = new Function(...functions, `return ${part.complete(entry)};`);
    expect(evaluate(...functions.map((name) => values[name]))).toBeTypeOf('object');
  });

  it('has examples that type-check', async () => {
    const lines = entries.map(({ part, entry }, at) => `export const example${at} = ${part.complete(entry)};`);
    expect(await typeErrors('examples.ts', lines.join('\n'))).toBe('');
  });

  it('finds a wrong field as an editor does', async () => {
    const errors = await typeErrors(
      'wrong.ts',
      "export default defineScraper({ host: 'a.example', langage: 'en', sources: [feed('/', { evry: '5m' })] });",
    );
    expect(errors).toMatch(/'langage' does not exist in type 'ScraperDefinition'/);
    expect(errors).toMatch(/'evry' does not exist in type 'SourceOptions'/);
  });
});
