import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../model/crawl/failure.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import { unpackJson } from '../../stages/snapshot/packed-json.ts';
import type { Blobs } from '../../storage/blobs-port.ts';

/** How a blob of a bundle becomes a file. */
interface BundlePart {
  readonly name: string;
  readonly hash: (failure: Failure) => Failure['snapshot'];
  readonly content: (bytes: Uint8Array) => Promise<string | Uint8Array>;
}

const parts: readonly BundlePart[] = [
  { name: 'screenshot.webp', hash: ({ screenshot }) => screenshot, content: async (bytes) => bytes },
  { name: 'page.html', hash: ({ snapshot }) => snapshot, content: async (bytes) => (await thaw(bytes)).html },
  { name: 'requests.har', hash: ({ har }) => har, content: unpackJson },
  {
    name: 'console.txt',
    hash: (failure) => failure.console,
    content: async (bytes) => `${(JSON.parse(await unpackJson(bytes)) as string[]).join('\n')}\n`,
  },
];

/** Writes what is stored of a failure into its own folder. @returns the files; blobs that are gone are left out */
export async function writeBundle(blobs: Blobs, failure: Failure, to: string): Promise<string[]> {
  const folder = join(to, failure.id);
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { name, hash, content } of parts) {
    const named = hash(failure);
    const bytes = named === null ? null : await blobs.get(named);
    if (bytes === null) continue;
    await writeFile(join(folder, name), await content(bytes));
    files.push(join(folder, name));
  }
  return files;
}
