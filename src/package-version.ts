import { readFileSync } from 'node:fs';

/** The version of the package, also where it is installed: `package.json` lies above src/ and above dist/. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
