import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endSelector } from '../site/pages.ts';
import type { Way } from '../way.ts';

const source = fileURLToPath(new URL('../chromedp/', import.meta.url));
/** Modules are fetched once, then the build is cached. */
const buildTimeoutMs = 120_000;

function build(folder: string): string {
  const program = join(folder, 'chromedp-way');
  execFileSync('go', ['build', '-o', program, '.'], { cwd: source, timeout: buildTimeoutMs, stdio: 'pipe' });
  return program;
}

/** Why chromedp cannot be measured here; null: it can. */
export function chromedpMissing(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'newshawk-go-'));
  try {
    build(folder);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'Go is not installed (https://go.dev/dl)' : message.split('\n').slice(0, 3).join(' ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The plain loop of a Go program, told what to wait for, with the same blocking. */
export const way: Way = async ({ urls, concurrency, executablePath, env, block }, onPage) => {
  const folder = mkdtempSync(join(tmpdir(), 'newshawk-go-'));
  try {
    const child = spawn(build(folder), { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify({ urls, concurrency, executablePath, block, endSelector }));
    for await (const line of createInterface(child.stdout)) {
      const { url, html, error } = JSON.parse(line) as { url: string; html: string; error: string };
      onPage(url, error === '' ? html : new Error(error));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
