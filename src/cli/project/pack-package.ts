import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../machine/make-folder.ts';
import { npm } from './npm.ts';

/** package.json lies above src/ and above dist/. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A checkout has sources, which are built first. An installed package is built already. */
const isCheckout = existsSync(new URL('../../main.ts', import.meta.url));

/**
 * Packs the running newshawk into a folder, as npm would publish it. A new project installs it without a registry.
 * @returns the file's name
 * @throws Error that says what failed
 */
export async function packPackage(folder: string): Promise<string> {
  await makeFolder(folder);
  if (isCheckout) await npm(['run', '--silent', 'build'], root);
  const stdout = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm pack names no file');
  return packed.filename;
}
