import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/errors.ts';
import { dotEnv } from '../../src/settings/dot-env.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-env-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = async (text: string, encoding: BufferEncoding = 'utf8') => {
  await writeFile(join(folder, '.env'), text, encoding);
  return () => dotEnv(folder);
};

describe('.env', () => {
  it('is read with a byte order mark and Windows line ends', async () => {
    const read = await written('\uFEFFNEWSHAWK_HOST_GAP_MS=7\r\nNEWSHAWK_RENDER=static # why\r\n');
    expect(read()).toMatchObject({ NEWSHAWK_HOST_GAP_MS: '7', NEWSHAWK_RENDER: 'static' });
  });

  it('is refused in UTF-16, of which nothing would be read', async () => {
    const read = await written('\uFEFFNEWSHAWK_STORE=file:./other\r\n', 'utf16le');
    expect(read).toThrow(expect.objectContaining({ exitCode: exitCodes.configuration }));
    expect(read).toThrow(/\.env can't be read: it is not UTF-8 text/);
  });

  it.each(['NEWSHAWK_RENDER: static', 'export NEWSHAWK_RENDER static'])(
    'is refused with the line "%s"',
    async (line) => {
      expect(await written(`A=1\n${line}\n`)).toThrow(/line 2 has no = behind its name/);
    },
  );

  it('may name a variable without a value, as compose allows, and what is for others', async () => {
    expect((await written('NEWSHAWK_HTTP_TOKEN\nsome words: of others\nB=2'))()).toMatchObject({ B: '2' });
  });
});
