import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeId, linkTarget, readDocuments } from '../../tools/guide-site/documents.ts';
import { launchChromium, lightness, overflow, shoot } from '../support/app/dashboard-browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = readDocuments(root);
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('links of the guide', () => {
  const [index] = documents;
  if (index === undefined) throw new Error('there is no document');

  it('lead to headings and files that are there, or are refused', () => {
    const target = (href: string) => linkTarget(root, documents, index, href);
    expect(target('01-first-crawl.md#export')).toEqual({ kind: 'page', href: 'first-crawl.html#export' });
    expect(target('../media.md')).toEqual({ kind: 'page', href: 'docs-media.html' });
    expect(target('../../src/errors.ts')).toEqual({ kind: 'file', path: 'src/errors.ts' });
    expect(() => target('01-first-crawl.md#exports')).toThrow('has no heading #exports');
    expect(() => target('11-more.md')).toThrow('there is no docs/guide/11-more.md');
  });

  it('name headings as code hosts do', () => {
    expect(freeId(new Map(), "Chromium's `sandbox`, and **more**")).toBe('chromiums-sandbox-and-more');
    expect(freeId(new Map([['a', '']]), 'A')).toBe('a-1');
  });
});

describe('the built guide', () => {
  let folder = '';
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-guide-site-'));
    await promisify(execFile)(process.execPath, ['tools/guide-site/build.ts', folder], { cwd: root });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const addressOf = (file: string): string => pathToFileURL(join(folder, file)).href;
  const guideFiles = documents.filter(({ path }) => path.startsWith('docs/guide/')).map(({ file }) => file);

  async function open(file: string, options: Parameters<Browser['newPage']>[0], mistakes: string[]): Promise<Page> {
    const page = await browser.newPage(options);
    page.on('pageerror', ({ message }) => mistakes.push(message));
    page.on('console', (message) => mistakes.push(message.text()));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) mistakes.push(`asked for ${request.url()}`);
    });
    await page.goto(addressOf(file));
    return page;
  }

  it('has every page, whose links lead to files and headings that are there', async () => {
    const files = await readdir(folder);
    expect(files.sort()).toEqual(documents.map(({ file }) => file).sort());
    const pages = new Map(
      await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
    );
    const broken: string[] = [];
    for (const [file, html] of pages)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [target = '', id] = href.split('#');
        const there = pages.get(target === '' ? file : target);
        if (there === undefined || (id !== undefined && !there.includes(` id="${id}"`)))
          broken.push(`${file}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  it.each(guideFiles)('%s has no serious mistake, in light and dark, and fits a telephone', async (file) => {
    const mistakes: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(file, { viewport: { width: 1280, height: 900 }, colorScheme }, mistakes);
      await page.evaluate(await readFile(axe, 'utf8')); // not a tag: the policy of the page allows none
      const { violations } = await page.evaluate(() =>
        (
          globalThis as never as {
            axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
          }
        ).axe.run(),
      );
      expect(
        violations
          .filter(({ impact }) => ['serious', 'critical'].includes(impact))
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      ).toEqual([]);
      const picture = await shoot(page, `guide-${file}-${colorScheme}`);
      expect((await lightness(picture)) > 128).toBe(colorScheme === 'light');
      await page.close();
    }
    const narrow = await open(file, { viewport: { width: 360, height: 800 } }, mistakes);
    expect(await overflow(narrow)).toBe(0);
    await shoot(narrow, `guide-${file}-narrow`);
    await narrow.close();
    expect(mistakes).toEqual([]);
  });

  it('copies a command, finds a word, and goes on to the next page', async () => {
    const mistakes: string[] = [];
    const page = await open('first-crawl.html', {}, mistakes);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const crawl = page.locator('.code', { hasText: 'crawl http://gazette.example/' });
    await crawl.getByRole('button', { name: 'Copy' }).click();
    await crawl.getByRole('button', { name: /Copied|Ctrl/ }).waitFor();
    await page.getByLabel('Search').fill('load more');
    await page
      .locator('#found')
      .getByRole('link', { name: /Write a scraper/ })
      .first()
      .click();
    expect(page.url()).toContain('write-a-scraper.html');
    await page.getByRole('navigation', { name: 'Previous and next' }).getByRole('link', { name: /Next/ }).click();
    expect(await page.locator('h1').textContent()).toBe('3. Debug a failure');
    expect(mistakes).toEqual([]);
    await page.close();
  });
});
