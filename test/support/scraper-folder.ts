import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of scrapers for one test; gone with `using`. */
export function scraperFolder(files: Readonly<Record<string, string>>): Disposable & { readonly dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'newshawk-scrapers-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true }) };
}

export const scraper = (definition: string): string =>
  `import { defineScraper } from 'newshawk';\nexport default defineScraper(${definition});\n`;
