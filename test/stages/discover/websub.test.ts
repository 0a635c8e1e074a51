import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFeedText } from '../../../src/stages/discover/feed.ts';
import {
  afterRequest,
  answerHub,
  hubOf,
  isSigned,
  newSubscription,
  subscribeForm,
} from '../../../src/stages/discover/websub.ts';
import { at, subscription } from '../../storage/records.ts';

const feedUrl = 'https://gazette.example/feed';
const inFeed = (text: string) => readFeedText(text, feedUrl, 9).hubs;
const none = { hub: [], self: [] };

describe('the hub of a feed', () => {
  const named = { url: 'https://hub.example/', topic: 'https://gazette.example/feed.xml' };

  it.each([
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><link rel="hub" href="https://hub.example/"/><link rel="self" href="/feed.xml"/><link href="/"/></feed>',
    ],
    [
      'RSS',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>t</title><atom:link rel="hub" href="https://hub.example/"/><atom:link rel="self" href="/feed.xml"/></channel></rss>',
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 't',
        feed_url: 'https://gazette.example/feed.xml',
        hubs: [
          { type: 'rssCloud', url: 'https://cloud.example/' },
          { type: 'WebSub', url: 'https://hub.example/' },
        ],
        items: [],
      }),
    ],
  ])('stands in %s', (_format, text) => {
    expect(hubOf('', inFeed(text), feedUrl)).toEqual(named);
  });

  it.each([
    '<https://hub.example/>; rel="hub", </feed.xml>; rel="self"',
    '<https://hub.example/>; rel=hub, <https://gazette.example/feed.xml>; type="application/atom+xml"; rel="alternate self"',
  ])('stands in the header, which goes before the feed: %s', (header) => {
    const other = { hub: ['https://other.example/'], self: ['https://other.example/feed'] };
    expect(hubOf(header, other, feedUrl)).toEqual(named);
  });

  it('needs the address of the feed, and one that can be called', () => {
    expect(hubOf('', none, feedUrl)).toBeNull();
    expect(hubOf('', undefined, feedUrl)).toBeNull();
    expect(hubOf('<https://hub.example/>; rel="hub"', none, feedUrl)).toBeNull();
    expect(hubOf('<javascript:alert(1)>; rel="hub", <>; rel="self"', none, feedUrl)).toBeNull();
    expect(inFeed('<rss version="2.0"><channel><title>t</title></channel></rss>')).toEqual(none);
  });
});

describe('a subscription', () => {
  const wanted = newSubscription(subscription('s1'), 's1', 't', 'a secret', at(0));
  const asked = afterRequest(wanted, '', at(0));
  const confirmation = {
    'hub.mode': 'subscribe',
    'hub.topic': wanted.topic,
    'hub.challenge': 'c 1',
    'hub.lease_seconds': '6000',
  };

  it('is asked for with a form', () => {
    expect(Object.fromEntries(new URLSearchParams(subscribeForm(wanted, 'https://news.example/websub/t')))).toEqual({
      'hub.callback': 'https://news.example/websub/t',
      'hub.mode': 'subscribe',
      'hub.topic': 'https://gazette.example/feed.xml',
      'hub.lease_seconds': '864000',
      'hub.secret': 'a secret',
    });
  });

  it('is active when the hub confirms it, and renewed before its lease ends', () => {
    const answer = answerHub(asked, confirmation, at(1));
    expect(answer).toMatchObject({
      kind: 'confirmed',
      challenge: 'c 1',
      subscription: { state: 'active', asked: 0, expiresAt: at(101), askAt: at(81) },
    });
  });

  it('is asked for again where the hub does not confirm, at growing intervals; an active one stays so', () => {
    let current = wanted;
    const waits = [0, 1, 2, 3, 4, 5, 6].map((minute) => {
      current = afterRequest(current, 'the hub answered 500', at(minute));
      return (current.askAt.getTime() - at(minute).getTime()) / 3_600_000;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect(current).toMatchObject({ state: 'wanted', detail: 'the hub answered 500' });
    const active = subscription('s1', { state: 'active', expiresAt: at(100) });
    expect(afterRequest(active, '', at(80)).state).toBe('active');
    expect(afterRequest(active, '', at(100)).state).toBe('wanted');
  });

  it.each([
    ['of another topic', { ...confirmation, 'hub.topic': 'https://other.example/' }],
    ['without a challenge', { ...confirmation, 'hub.challenge': '' }],
    ['without a lease', { ...confirmation, 'hub.lease_seconds': 'long' }],
    ['of an end that nobody wants', { ...confirmation, 'hub.mode': 'unsubscribe' }],
    ['without anything', {}],
  ])('refuses a confirmation %s', (_name, query) => {
    expect(answerHub(asked, query, at(1))).toEqual({ kind: 'refused' });
  });

  it('refuses a confirmation that nobody asked for', () => {
    expect(answerHub(wanted, confirmation, at(1))).toEqual({ kind: 'refused' });
  });

  it('is denied for a week', () => {
    const query = { 'hub.mode': 'denied', 'hub.topic': wanted.topic, 'hub.reason': 'not for robots' };
    expect(answerHub(asked, query, at(0))).toMatchObject({
      kind: 'denied',
      subscription: {
        state: 'denied',
        expiresAt: null,
        detail: 'the hub refuses: not for robots',
        askAt: at(7 * 24 * 60),
      },
    });
  });
});

describe('a signature', () => {
  const body = new TextEncoder().encode('<feed/>');
  const of = (method: string, secret = 'a secret') => createHmac(method, secret).update(body).digest('hex');

  it.each(['sha1', 'sha256', 'sha384', 'sha512'])('is right by %s', (method) => {
    expect(isSigned('a secret', `${method}=${of(method)}`, body)).toBe(true);
  });

  it.each([
    '',
    'sha256',
    'sha256=',
    `sha256=${of('sha256', 'other')}`,
    `md5=${of('md5')}`,
    `sha256=${of('sha1')}`,
    'sha256=xyz',
  ])('is wrong: %s', (header) => {
    expect(isSigned('a secret', header, body)).toBe(false);
  });
});
