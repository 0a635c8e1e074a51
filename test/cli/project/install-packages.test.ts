import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installPackages } from '../../../src/cli/project/npm.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-install-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const project = (dependencies: object) => writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }));
const signal = new AbortController().signal;

describe('installing packages', () => {
  it('says that the registry does not answer, and what to check', async () => {
    await project({ 'no-such-package-of-newshawk': '1.0.0' });
    await writeFile(join(folder, '.npmrc'), `registry=http://127.0.0.1:${await closedPort()}/\nfetch-retries=0\n`);
    await expect(installPackages(folder, signal)).rejects.toThrow(
      /^the npm registry can't be reached \(ECONNREFUSED\): npm install --prefer-offline: .*Check the network, the proxy and the registry/,
    );
  });

  it('names another failure as npm does', async () => {
    await project({ missing: 'file:./not-there.tgz' });
    await expect(installPackages(folder, signal)).rejects.toThrow(/^npm install --prefer-offline: .*not-there/);
  });
});
