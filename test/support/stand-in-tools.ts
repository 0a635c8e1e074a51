import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * PATH with programs of the names `ffmpeg` and `ffprobe` first, which know what the demo's films need: tests run on every machine. NEWSHAWK_TEST_TOOLS=installed
 * leaves PATH as it is: `npm run test:ffmpeg` tests with the real ones.
 * @param folder is made; the programs go there
 */
export async function pathWithTools(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { PATH = '', NEWSHAWK_TEST_TOOLS } = env;
  if (NEWSHAWK_TEST_TOOLS === 'installed') return PATH;
  await mkdir(folder, { recursive: true });
  for (const name of ['ffmpeg', 'ffprobe']) {
    const script = join(import.meta.dirname, 'stand-in-tools', `${name}.mjs`);
    await writeFile(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    await chmod(join(folder, name), 0o755);
  }
  return `${folder}${delimiter}${PATH}`;
}
