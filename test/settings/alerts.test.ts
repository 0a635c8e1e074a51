import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadAlerts } from '../../src/config-files/load-definitions.ts';
import { readConfig } from '../../src/settings/config.ts';
import { defineAlerts } from '../../src/settings/events/alerts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-alerts-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(text: string) {
  const file = join(folder, 'alerts.config.ts');
  await writeFile(file, text);
  return loadAlerts(file, true);
}

describe('alerts.config.ts', () => {
  it('has defaults for health, and switches rules off', async () => {
    expect(await loadAlerts(join(folder, 'none.ts'), false)).toEqual(defineAlerts({}));
    expect(defineAlerts({}).siteFailing).toEqual({ share: 0.5, resolvedBelow: 0.25, minVisits: 20, windowMinutes: 60 });
    const loaded = await load(
      "import { defineAlerts } from 'newshawk';\nexport default defineAlerts({ drift: false, sourceFailing: { polls: 2 }, searches: [{ name: 'wind', words: 'wind' }] });",
    );
    expect({ drift: loaded.drift, sourceFailing: loaded.sourceFailing }).toEqual({
      drift: null,
      sourceFailing: { polls: 2, minMinutes: 30 },
    });
    expect(loaded.searches).toEqual([{ name: 'wind', words: 'wind', site: null, topic: null, category: null }]);
  });

  it('names all mistakes at once', async () => {
    const mistakes = load(
      `export default { sitefailing: {}, siteFailing: { share: 3, windw: 4 }, drift: { afterHours: 'x' }, outage: true, digestMinutes: 'soon',
        stories: [{ name: 'drift', topic: 't' }, { name: 'a', topic: '' }], searches: [{ name: 'b' }] };`,
    );
    await expect(mistakes).rejects.toThrow(/there is no "sitefailing", did you mean "siteFailing"\?/);
    await expect(mistakes).rejects.toThrow(/siteFailing\.share: .*1/);
    await expect(mistakes).rejects.toThrow(/siteFailing: there is no "windw"/);
    await expect(mistakes).rejects.toThrow(/drift\.afterHours: .*number/);
    await expect(mistakes).rejects.toThrow(/outage: /);
    await expect(mistakes).rejects.toThrow(/digestMinutes: /);
    await expect(mistakes).rejects.toThrow(/stories\.0\.name: this is the name of a built-in rule/);
    await expect(mistakes).rejects.toThrow(/searches\.0: needs words, site, topic or category/);
  });

  it('refuses two rules of one name, and an end above its beginning', () => {
    const stories = [{ name: 'a', topic: 't' }];
    expect(() => defineAlerts({ stories, searches: [{ name: 'a', words: 'w' }] })).toThrow('there are two rules named');
    expect(() => defineAlerts({ siteFailing: { share: 0.2 } })).toThrow('must not be above share (0.2)');
  });

  it('must be there where a setting names it', async () => {
    await expect(loadAlerts(join(folder, 'gone.ts'), true)).rejects.toThrow(/NEWSHAWK_ALERTS names .*gone\.ts/);
    await expect(load('export const nothing = 1;')).rejects.toThrow(/has mistakes/);
  });
});

describe('receivers in the environment', () => {
  const read = (values: Record<string, string>) => readConfig(values).config;
  const mistake = (values: Record<string, string>) => {
    try {
      readConfig(values);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('name their events behind the address', () => {
    const { webhooks } = read({ NEWSHAWK_WEBHOOKS: 'https://a.example/x alert.*  article.created, https://b.example' });
    expect(webhooks).toEqual(['https://a.example/x alert.*  article.created', 'https://b.example']);
    expect(read({ NEWSHAWK_MAIL_TO: 'ops@example.org, dev@example.org extraction.*' }).mailTo).toHaveLength(2);
  });

  it('are checked, and no mistake shows a secret', () => {
    const wrong = mistake({
      NEWSHAWK_WEBHOOKS: 'https://a.example/secret article.creatd',
      NEWSHAWK_SMTP_URL: 'http://me:secret@mail',
    });
    expect(wrong).toContain('there is no event "article.creatd"');
    expect(wrong).toContain('must be smtp://host:port');
    expect(wrong).not.toContain('secret');
    expect(mistake({ NEWSHAWK_MAIL_TO: 'a@b.example\r\nBcc: c@d.example' })).toContain('NEWSHAWK_MAIL_TO');
    expect(mistake({ NEWSHAWK_WEBHOOKS: 'https://a.example, https://a.example alert.*' })).toContain(
      'names the address of another entry',
    );
  });
});
