import { readFileSync } from 'node:fs';

/** The version in package.json, which lies above both src/ and dist/. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
