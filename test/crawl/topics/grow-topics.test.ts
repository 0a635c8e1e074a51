import { describe, expect, it } from 'vitest';
import { growFromStore } from '../../../src/crawl/topics/grow-topics.ts';
import type { Label } from '../../../src/model/topic/label.ts';
import type { TopicText } from '../../../src/model/topic/topic.ts';
import { packedScorer } from '../../../src/stages/classify/growth/pack.ts';
import type { Store } from '../../../src/storage/port.ts';
import { article, at } from '../../storage/records.ts';
import { themeExamples, themeStream } from '../../support/theme-texts.ts';
import { topic } from '../../support/topics.ts';

const texts = themeStream({ sea: 20, garden: 30, music: 30 }).map(({ text }) => text);
const examples = themeExamples('sea', 5).map(({ title, body }) => ({ url: null, title, text: body, fetchedAt: null }));
const sea = topic('sea', { ship: 1 }, { examples });

/** Articles whose ids are their indices, and labels of these. */
function storeWith(stored: readonly TopicText[], labels: readonly Pick<Label, 'articleId' | 'relevant'>[] = []) {
  const articles = stored.map((text, id) => article(String(id), { ...text }));
  return {
    articles: { find: async () => articles, get: async (id: string) => articles[Number(id)] ?? null },
    labels: {
      ofTopic: async (name: string) => (name === 'sea' ? labels.map((label) => ({ ...label, at: at(0) })) : []),
    },
  } as unknown as Pick<Store, 'articles' | 'labels'>;
}

describe('growFromStore', () => {
  it('grows topics with examples from the articles, and leaves the others to their keywords', async () => {
    const topics = [sea, topic('music', { choir: 1 }), topic('garden', { rose: 1 }, { examples, method: 'tags' })];
    const pack = await growFromStore(topics, storeWith(texts));
    if (pack === null) throw new Error('nothing was grown');
    const scores = packedScorer(pack)({ title: 'A captain and his crew', body: '', lang: 'en' });
    expect(Object.keys(scores)).toEqual(['sea']);
    expect(scores.sea?.score).toBeGreaterThan(sea.threshold);
    expect(Object.keys(pack.terms.sea ?? {})).toContain('captain');
  });

  it('grows nothing without read examples, or with too few articles', async () => {
    expect(await growFromStore([topic('music', { choir: 1 })], storeWith(texts))).toBeNull();
    expect(await growFromStore([sea], storeWith(texts.slice(0, 20)))).toBeNull();
    const unread = { url: 'https://a.example/1', title: '', text: '', fetchedAt: null };
    expect(await growFromStore([{ ...sea, examples: [unread, unread, unread] }], storeWith(texts))).toBeNull();
  });

  it('learns from labelled articles', async () => {
    const rejected = themeStream({ sea: 20, garden: 30, music: 30 })
      .map(({ theme }, id) => ({ articleId: String(id), relevant: false, theme }))
      .filter(({ theme }) => theme === 'sea')
      .slice(0, 8);
    const score = async (labels: readonly Pick<Label, 'articleId' | 'relevant'>[]) => {
      const pack = await growFromStore([sea], storeWith(texts, labels));
      if (pack === null) throw new Error('nothing was grown');
      return packedScorer(pack)(texts[Number(rejected[0]?.articleId)] as TopicText).sea?.score ?? 0;
    };
    expect(await score(rejected)).toBeLessThan(await score([]));
  });
});
