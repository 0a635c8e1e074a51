import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../../../src/model/crawl/source.ts';
import type { AlertRules } from '../../../src/model/publish/alert-rules.ts';
import { type AlertsDefinition, defineAlerts } from '../../../src/settings/events/alerts.ts';
import type { Store } from '../../../src/storage/port.ts';
import { AlertRounds } from '../../../src/watch/alerts/alert-rounds.ts';
import { muteAlert } from '../../../src/watch/alerts/mute-alert.ts';
import { WebhookSender } from '../../../src/watch/webhooks/webhook-sender.ts';
import { FeedPings } from '../../../src/watch/websub/feed-pings.ts';
import { article, claimOf, ending, entry, source } from '../../storage/records.ts';
import { openWebSubHub, type WebSubHub } from '../../support/feeds/websub-hub.ts';
import { type MailSink, mailPassword, openMailSink } from '../../support/mail-sink.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import {
  noReceivers,
  openWebhookReceiver,
  type WebhookReceiver,
  webhookSecret,
} from '../../support/webhook-receiver.ts';

const [minute, hour] = [60_000, 3_600_000];
const begun = new Date('2026-11-21T08:00:00Z');

interface Opened {
  readonly rounds: AlertRounds;
  readonly sender: WebhookSender;
  readonly pings: FeedPings;
}

export interface TestStore {
  readonly store: Store;
  /** Removes the store, after it is closed. */
  close(): Promise<void>;
}

/** What alerts do on a store, also one whose process is killed at any write. */
export function alertSuite(openTestStore: () => Promise<TestStore>): void {
  let store: Store;
  let close: () => Promise<void>;
  let receiver: WebhookReceiver;
  let clock: ManualClock;
  const logged: string[] = [];
  beforeEach(async () => {
    ({ store, close } = await openTestStore());
    receiver = await openWebhookReceiver();
    clock = new ManualClock(begun);
    logged.length = 0;
  });
  afterEach(async () => {
    await receiver[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await close();
  });

  const note = (event: string, facts?: object) => logged.push(`${event} ${JSON.stringify(facts)}`);
  const log = { debug: note, info: note, warn: note, error: note };

  let opened = 0;
  /** As a process opens it. */
  function open(
    definition: AlertsDefinition = {},
    receivers: Partial<typeof noReceivers> & Partial<ConstructorParameters<typeof FeedPings>[0]['config']> = {
      webhooks: [`${receiver.url} alert.* source.* article.*`],
    },
    on: Store = store,
  ): Opened {
    const config = { ...noReceivers, webhookSecret, publicUrl: null, websubHubs: [], ...receivers };
    const sender = new WebhookSender({ store: on, clock, log, config });
    const rules: AlertRules = defineAlerts({ digestMinutes: 0, ...definition });
    const pings = new FeedPings({ store: on, clock, log, config });
    opened += 1;
    const owner = `process ${opened}`;
    return { rounds: new AlertRounds({ store: on, clock, log, rules, sender, pings, owner }), sender, pings };
  }
  async function look({ rounds, sender }: Opened): Promise<void> {
    await rounds.look();
    await sender.sendDue();
  }
  const silent = (id: string, quietHours: number): Source =>
    source(id, { silence: { quietMs: quietHours * hour, longestMs: 5 * hour, gaps: 40, newAt: begun } });
  const failing = (id: string, polls = 6): Source =>
    source(id, {
      site: `${id}.example`,
      failing: { since: begun, polls, reason: 'unreachable' },
      plannedAt: new Date(begun.getTime() + hour),
    });
  const types = () => receiver.received.map(({ type, data }) => `${type} ${data.count ?? ''}`.trim());
  const toldAlerts = (type: string) =>
    receiver.received
      .filter((event) => event.type === type)
      .flatMap(({ data }) => data.alerts as { readonly id: string; readonly subject: string }[])
      .map(({ subject }) => subject);

  async function storeArticle(id: string, changes: Parameters<typeof article>[1] = {}): Promise<void> {
    const url = `http://gazette.example/${id}`;
    await store.frontier.reopen([entry(url, { dueAt: clock.now() })], { revisit: false, now: clock.now() });
    const [task] = await store.frontier.claim(claimOf({ limit: 1, now: clock.now() }));
    if (task === undefined) throw new Error('the task was not claimed');
    const story = article(id, { fetchedAt: clock.now(), firstSeenAt: clock.now(), ...changes });
    await store.commit(ending(task, { article: story }));
  }

  describe('alerts', () => {
    it('tell of a silent source once, and of its end once, also after a restart', async () => {
      await store.sources.define(silent('a', 11));
      await store.sources.define(silent('b', 9));
      const process = open();
      await look(process);
      await look(process);
      await look(open());
      expect(types()).toEqual(['alert.opened 1']);
      expect(receiver.received[0]?.data.alerts).toMatchObject([
        { kind: 'source-silent', subject: 'a', site: 'gazette.example', state: 'open', evidence: { gaps: 40 } },
      ]);
      await store.sources.save(silent('a', 0));
      clock.pass(minute);
      await look(open());
      await look(open());
      expect(types()).toEqual(['alert.opened 1', 'alert.resolved 1']);
      expect(receiver.received[1]?.data.alerts).toMatchObject([
        { subject: 'a', state: 'resolved', resolution: expect.stringContaining('new links again') },
      ]);
      await store.sources.save(silent('a', 30));
      await look(open());
      expect({
        lastType: types().at(-1),
        list: (await store.alerts.list({ limit: 9 })).map(({ times }) => times),
      }).toEqual({ lastType: 'alert.opened 1', list: [2] });
    });

    it('come as one message where many open, and what follows is collected', async () => {
      for (let n = 0; n < 300; n += 1) await store.sources.define(silent(`s${n}`, 11));
      const process = open({ digestMinutes: 10 });
      await look(process);
      expect(types()).toEqual(['alert.opened 300']);
      for (let n = 300; n < 305; n += 1) {
        await store.sources.define(silent(`s${n}`, 11));
        clock.pass(minute);
        await look(process);
      }
      expect(types()).toEqual(['alert.opened 300']);
      clock.pass(5 * minute);
      await look(process);
      expect(types()).toEqual(['alert.opened 300', 'alert.opened 5']);
      expect(new Set(toldAlerts('alert.opened')).size).toBe(305);
    });

    it('open none for single sources while most sites can not be reached, nor from what failed then', async () => {
      const sites = Array.from({ length: 8 }, (_, n) => `f${n}`);
      for (const site of sites) await store.sources.define(failing(site));
      clock.pass(hour);
      await look(open());
      await look(open());
      expect(types()).toEqual(['alert.opened 1']);
      expect((await store.alerts.list({ limit: 99 })).map(({ kind }) => kind)).toEqual(['outage']);
      clock.pass(10 * minute);
      // five answer again; the others were not polled since
      const answered = { failing: null, lastPolledAt: clock.now() };
      for (const site of sites.slice(0, 5)) await store.sources.save({ ...failing(site), ...answered });
      await look(open());
      expect(types()).toEqual(['alert.opened 1', 'alert.resolved 1']);
      for (const site of ['f5', 'f6', 'f7']) await store.sources.save({ ...failing(site), ...answered });
      clock.pass(minute);
      await store.sources.save({ ...failing('f3', 7), plannedAt: new Date(clock.now().getTime() + minute) });
      clock.pass(2 * minute);
      await look(open());
      expect(types().slice(2).sort()).toEqual(['alert.opened 1', 'source.failing']);
      await store.sources.save({ ...failing('f3'), failing: null });
      await look(open());
      expect(types().slice(4).sort()).toEqual(['alert.resolved 1', 'source.recovered']);
    });

    it('say of each failure of a source that it fails and that it is well, also of one that comes back at once', async () => {
      const process = open({ digestMinutes: 10 });
      for (let n = 0; n < 3; n += 1) {
        await store.sources.save(failing('f'));
        clock.pass(1_000);
        await look(process);
        await store.sources.save({ ...failing('f'), failing: null });
        clock.pass(1_000);
        await look(process);
      }
      // programs act on these at once; people are told of the alert in messages
      const events = receiver.received.filter(({ type }) => type.startsWith('source.'));
      expect(events.map(({ type }) => type)).toEqual([1, 2, 3].flatMap(() => ['source.failing', 'source.recovered']));
      expect(new Set(events.map(({ id }) => id)).size).toBe(6);
      expect(types().filter((type) => type.startsWith('alert.'))).toEqual(['alert.opened 1']);
    });

    it('are sent to receivers that want them, and their end to receivers that were notified', async () => {
      await using other = await openWebhookReceiver();
      const [mine, theirs] = [`${receiver.url} alert.opened alert.resolved`, `${other.url} alert.*`];
      await store.sources.define(silent('a', 11));
      await look(open({}, { webhooks: [mine] }));
      await store.sources.define(silent('b', 11));
      await look(open({}, { webhooks: [mine, theirs] }));
      await store.sources.save(silent('a', 0));
      await store.sources.save(silent('b', 0));
      await look(open({}, { webhooks: [mine, theirs] }));
      expect(types()).toEqual(['alert.opened 1', 'alert.opened 1', 'alert.resolved 2']);
      expect(other.received.map(({ type, data }) => `${type} ${data.count}`)).toEqual([
        'alert.opened 1',
        'alert.resolved 1',
      ]);
      // nobody is configured any more: they are in the list all the same
      await store.sources.save(silent('c', 11));
      await look(open({}, {}));
      expect(
        (await store.alerts.list({ state: 'open', limit: 9 })).map(({ subject, toldTo }) => [subject, toldTo]),
      ).toEqual([['c', []]]);
    });

    it('end where their rule is switched off, and say so', async () => {
      await store.sources.define(silent('a', 11));
      await look(open());
      await look(open({ sourceSilent: false }));
      expect(receiver.received.at(-1)?.data.alerts).toMatchObject([{ resolution: 'its rule is off' }]);
    });

    it('are not sent while a person mutes them', async () => {
      await store.sources.define(silent('a', 11));
      await look(open());
      const [alert] = await store.alerts.list({ limit: 1 });
      await muteAlert(store.alerts, alert?.id ?? '', clock.now());
      await store.sources.save(silent('a', 0));
      await look(open());
      await store.sources.save(silent('a', 40));
      await look(open());
      expect(types()).toEqual(['alert.opened 1']);
      await expect(muteAlert(store.alerts, 'nothing', null)).rejects.toThrow('There is no alert nothing');
    });

    it('are forgotten after their time, and a clock that is set back loses none', async () => {
      await store.sources.define(silent('a', 11));
      await look(open());
      await store.sources.save(silent('a', 0));
      clock.step(-30 * 24 * hour);
      await look(open());
      expect(types()).toEqual(['alert.opened 1', 'alert.resolved 1']);
      clock.step(200 * 24 * hour);
      await look(open());
      expect(await store.alerts.list({ limit: 9 })).toEqual([]);
    });
  });

  describe('finds', () => {
    const topics = [{ topic: 'energy', score: 0.6, kept: true, evidence: [] }] as never;
    const definition = {
      stories: [{ name: 'energy on two sites', topic: 'energy', minSites: 2 }],
      searches: [{ name: 'turbines', words: 'turbine' }],
    };

    it('are sent once for a story, however its articles change', async () => {
      await storeArticle('a', { topics, body: 'A turbine turns.' });
      const process = open(definition);
      await look(process);
      expect(toldAlerts('alert.found')).toEqual(['a']);
      await storeArticle('b', { topics, site: 'other.example', joins: ['a'], body: 'A turbine turns, too.' });
      clock.pass(minute);
      await look(process);
      const found = await store.alerts.list({ kind: 'story', limit: 9 });
      expect(found).toMatchObject([
        { rule: 'energy on two sites', state: 'found', evidence: { sites: 2, score: 0.6 } },
      ]);
      clock.pass(minute);
      await storeArticle('b', {
        topics,
        site: 'other.example',
        joins: ['a'],
        weight: 99,
        body: 'A turbine turns, again and again and again.',
      });
      await storeArticle('a', { topics, body: 'A turbine turns no more.' });
      await look(open(definition));
      expect(receiver.received.filter(({ type }) => type === 'alert.found')).toHaveLength(2);
      expect(await store.articleChanges.oldest(9)).toEqual([]);
    });

    it('are not made of what came while nobody asked', async () => {
      await storeArticle('a', { topics, body: 'A turbine turns.' });
      await look(open({}, {}));
      await look(open(definition));
      expect(receiver.received).toEqual([]);
    });

    it('tell receivers that ask for it of each article and each new text', async () => {
      await storeArticle('a', { topics });
      clock.pass(minute);
      await storeArticle('a', { topics });
      clock.pass(minute);
      await storeArticle('a', { topics, body: 'Another text.' });
      await look(open());
      expect(receiver.received.map(({ id, data }) => [id, data.revision, data.topics])).toEqual([
        ['article.created:a', 2, ['energy']],
        ['article.updated:a:2', 2, ['energy']],
      ]);
    });
  });

  /** A store whose process is killed before the call with this number that writes alerts, deliveries or changes. */
  function killedAt(whole: Store, calls: { left: number }): Store {
    const writes = new Set(['save', 'add', 'forget', 'rearm']);
    const limited = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...args: unknown[]) => {
            if (writes.has(String(name)) && calls.left-- <= 0) throw new Error('killed');
            return value.apply(target, args);
          };
        },
      });
    const parts = {
      alerts: limited(whole.alerts),
      deliveries: limited(whole.deliveries),
      articleChanges: limited(whole.articleChanges),
    };
    return new Proxy(whole, {
      get: (target, name) => {
        const value: unknown = name in parts ? parts[name as keyof typeof parts] : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  describe('hubs', () => {
    const base = 'https://news.example';
    const feed = (name: string) => `${base}/v1/feeds/${encodeURIComponent(name)}.atom`;
    const withHub = (hub: WebSubHub) => ({ publicUrl: base, websubHubs: [hub.url] });
    const openHub = () => openWebSubHub(async () => ({ body: '', type: 'text/plain' }));
    const atomPings = (hub: WebSubHub) => hub.pings.filter((topic) => topic.endsWith('.atom')).toSorted();

    it('are notified of articles of any process that was killed before it notified them, however long ago', async () => {
      await using hub = await openHub();
      await storeArticle('a', { topics: [], category: null });
      clock.pass(20 * hour);
      let kills = 0;
      for (let n = 0; ; n += 1) {
        const died = await open({}, withHub(hub), killedAt(store, { left: n }))
          .rounds.look()
          .then(
            () => false,
            (error: Error) => error.message === 'killed',
          );
        if (!died) break;
        kills += 1;
        expect(await store.articleChanges.oldest(9)).toHaveLength(1);
      }
      expect(kills).toBe(2); // before the pings were in the store, and before the change was forgotten
      await open({}, withHub(hub)).pings.finish();
      expect(atomPings(hub)).toEqual([feed('all'), feed('gazette.example')]);
      expect(await store.articleChanges.oldest(9)).toEqual([]);
    });

    it('are notified of articles that a later judgement brings into a feed', async () => {
      await using hub = await openHub();
      await storeArticle('a', { topics: [], category: null, onTopic: false });
      const process = open({}, { ...withHub(hub), webhooks: [`${receiver.url} article.*`] });
      await look(process);
      await process.pings.finish();
      expect(hub.pings).toEqual([]);
      expect(receiver.received.map(({ id }) => id)).toEqual(['article.created:a']);
      const read = await store.articles.get('a');
      if (read === null) throw new Error('the article is missing');
      const topics = [{ topic: '港口', score: 0.7, kept: true, terms: [] }];
      await store.articles.judgeAgain(read, { topics, onTopic: true, judgedBy: 'h1' });
      await look(process);
      await process.pings.finish();
      expect(atomPings(hub)).toEqual([feed('all'), feed('gazette.example'), feed('港口')].toSorted());
      // its text is the same: receivers know it
      expect(receiver.received).toHaveLength(1);
    });

    it('are notified within ten seconds and the ten of the ping, without a look for alerts', async () => {
      await using hub = await openHub();
      const process = open({}, withHub(hub));
      await process.rounds.begin();
      await storeArticle('a', { topics: [], category: null });
      clock.pass(9_000);
      await process.rounds.begin();
      await process.rounds.idle();
      expect(await store.articleChanges.oldest(9)).toHaveLength(1);
      clock.pass(1_000);
      await process.rounds.begin();
      await process.rounds.idle();
      expect(await store.articleChanges.oldest(9)).toEqual([]);
      expect(logged.filter((line) => line.startsWith('alerts.looked'))).toEqual([]);
      clock.pass(10_000);
      process.pings.begin();
      await process.pings.idle();
      expect(atomPings(hub)).toEqual([feed('all'), feed('gazette.example')]);
    });
  });

  describe('a process that is killed', () => {
    it('at any write of a look doubles and loses no message', async () => {
      const all: AlertsDefinition = { outage: false, searches: [{ name: 'all', words: 'turbine*' }] };
      let kills = 0;
      for (let n = 0; ; n += 1) {
        const id = `k${n}-`;
        for (const part of ['x', 'y', 'z']) await store.sources.define(silent(`${id}${part}`, 11));
        await store.sources.define(failing(`${id}f`));
        await storeArticle(`${id}1`, { body: 'One turbine.' });
        await storeArticle(`${id}2`, { body: 'Two turbines.' });
        const died = await look(open(all, undefined, killedAt(store, { left: n }))).then(
          () => false,
          (error: Error) => error.message === 'killed',
        );
        if (died) kills += 1;
        clock.pass(minute); // claims of the dead process end
        await look(open(all));
        await look(open(all));
        // where the process died between an answer and its note, a message comes again, under the same id: receivers know it
        const messages = [...new Map(receiver.received.map((message) => [message.id, message])).values()];
        const subjects = (type: string) =>
          messages
            .filter((message) => message.type === type)
            .flatMap(({ data }) => data.alerts as { readonly subject: string }[])
            .map(({ subject }) => subject)
            .filter((subject) => subject.startsWith(id))
            .sort();
        expect(subjects('alert.opened')).toEqual([`${id}f`, `${id}x`, `${id}y`, `${id}z`]);
        expect(subjects('alert.found')).toEqual([`${id}1`, `${id}2`]);
        const others = messages
          .map((message) => message.id)
          .filter((name) => name.includes(id) && !name.startsWith('alert.'));
        expect(others.sort()).toEqual([`article.created:${id}1`, `article.created:${id}2`, `source.failing:${id}f:1`]);
        if (!died) break;
      }
      expect(kills).toBeGreaterThan(15);
    });

    it('leads to one notification per alert, also where two processes look at the same time', async () => {
      for (let n = 0; n < 20; n += 1) await store.sources.define(silent(`s${n}`, 11));
      const [one, two] = [open(), open()];
      await Promise.all([one.rounds.look(), two.rounds.look()]);
      await Promise.all([one.rounds.look(), two.rounds.look()]);
      // where both chose alerts at the same moment, one leaves them to a later look
      clock.pass(minute);
      await one.rounds.look();
      await one.sender.sendDue();
      await two.sender.sendDue();
      expect(toldAlerts('alert.opened').sort()).toEqual(Array.from({ length: 20 }, (_, n) => `s${n}`).sort());
    });
  });

  describe('channels', () => {
    let mail: MailSink;
    beforeEach(async () => {
      mail = await openMailSink();
    });
    afterEach(() => mail[Symbol.asyncDispose]());
    const byMail = () =>
      open(
        {},
        {
          smtpUrl: mail.url,
          mailFrom: 'newshawk@example.org',
          mailTo: ['ops@example.org', 'dev@example.org alert.found'],
        },
      );

    it('send mails, with retries, and show why one failed', async () => {
      await store.sources.define(silent('a', 11));
      mail.refuses = 451;
      const process = byMail();
      await look(process);
      expect(await store.deliveries.list({ limit: 9 })).toMatchObject([
        { receiver: 'mail:ops@example.org', state: 'waiting', attempts: 1, detail: 'the mail server answered 451' },
      ]);
      mail.refuses = null;
      clock.pass(10_000);
      await process.sender.sendDue();
      expect(mail.mails).toMatchObject([{ from: 'newshawk@example.org', to: ['ops@example.org'] }]);
      const [{ raw } = { raw: '' }] = mail.mails;
      expect(raw).toMatch(/^Subject: newshawk: http:\/\/gazette\.example\/a has brought nothing new/m);
      expect(raw).toMatch(/^Message-ID: <[0-9a-f]{32}@newshawk>/m);
      expect(raw).toContain('Auto-Submitted: auto-generated');
    });

    it('never show the password of the mail server', async () => {
      await store.sources.define(silent('a', 11));
      const wrong = mail.url.replace(mailPassword, 'other-pass-word');
      await look(open({}, { smtpUrl: wrong, mailFrom: 'newshawk@example.org', mailTo: ['ops@example.org'] }));
      const [delivery] = await store.deliveries.list({ limit: 1 });
      expect(delivery?.detail).toMatch(/^the mail server refused user or password/);
      expect(JSON.stringify([delivery, logged])).not.toContain('other-pass-word');
      expect(() => open({}, { mailTo: ['ops@example.org'] })).toThrow('NEWSHAWK_SMTP_URL');
    });

    it('send JSON to chats, in which a title calls nobody', async () => {
      const bodies: { readonly text: string; readonly blocks: { readonly text: { readonly text: string } }[] }[] = [];
      await using chat = await openChat(bodies);
      await storeArticle('a', { title: 'Turbine <!channel> & <http://evil.example|link>\r\nX: y', body: 'turbine' });
      await look(open({ searches: [{ name: 'wind', words: 'turbine' }] }, { chatWebhooks: [chat.url] }));
      expect(bodies).toHaveLength(1);
      expect(bodies[0]?.text).toContain('wind: Turbine &lt;!channel&gt; &amp; &lt;http://evil.example|link&gt; X: y');
      expect(bodies[0]?.blocks[0]).toMatchObject({ type: 'section', text: { type: 'mrkdwn' } });
      for (let n = 0; n < 300; n += 1) await store.sources.define(silent(`s${n}`, 11));
      await look(open({}, { chatWebhooks: [chat.url] }));
      expect(bodies[1]?.text).toContain('newshawk: 300 alerts opened');
      expect(bodies[1]?.text).toContain('… and 280 more');
      expect(bodies[1]?.blocks.length).toBeLessThan(50);
      expect(Math.max(...(bodies[1]?.blocks ?? []).map(({ text }) => text.text.length))).toBeLessThan(3_000);
    });
  });
}

async function openChat(bodies: unknown[]): Promise<AsyncDisposable & { readonly url: string }> {
  const { createServer } = await import('node:http');
  const { json } = await import('node:stream/consumers');
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/services/secret`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
