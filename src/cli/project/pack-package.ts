import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder } from '../../machine/make-folder.ts';

const run = promisify(execFile);

/** package.json lies above src/ and above dist/. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A checkout has sources, which are built first. An installed package is built already. */
const isCheckout = existsSync(new URL('../../../src/main.ts', import.meta.url));
const limitMs = 300_000;

/**
 * Packs the running newshawk into a folder, as npm would publish it. A new project installs it without a registry.
 * @returns the file's name
 * @throws Error that says what failed
 */
export async function packPackage(folder: string): Promise<string> {
  await makeFolder(folder);
  if (isCheckout) await npm(['run', '--silent', 'build']);
  const stdout = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm pack names no file');
  return packed.filename;
}

async function npm(args: readonly string[]): Promise<string> {
  // Variables of an npm that started us concern another project.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local_)?prefix)/i.test(name),
  );
  try {
    const { stdout } = await run('npm', args, {
      cwd: root,
      env: Object.fromEntries(own),
      timeout: limitMs,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (cause) {
    const { code, stderr = '', message } = cause as NodeJS.ErrnoException & { stderr?: string };
    const why = code === 'ENOENT' ? 'there is no npm in PATH' : (stderr.trim().split('\n').at(-1) ?? message);
    throw new Error(`npm ${args[0]} ${args[1]}: ${why}`, { cause });
  }
}
