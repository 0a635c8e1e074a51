import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/model/web/exchange.ts';
import type { FramePromises } from '../../../../src/stages/media/in-page/promises.ts';
import { reasonToWait } from '../../../../src/stages/media/play/reason-to-wait.ts';

const nothing: FramePromises = {
  shown: [],
  timerMs: null,
  hasInterval: false,
  hasEmptyPlayer: false,
  isLoading: false,
};
const request = (type: string, status: number): Exchange => ({
  url: 'https://films.example/api',
  redirectedTo: null,
  method: 'GET',
  type,
  status,
  mimeType: '',
  requestHeaders: {},
  requestBody: null,
  text: null,
  isWorkers: false,
  atMs: 0,
  failure: null,
});

interface Page extends Partial<FramePromises> {
  readonly requests?: readonly Exchange[];
  readonly isVideoPage?: boolean;
  readonly nowMs?: number;
  readonly quietMs?: number;
}

const reasonOf = ({
  requests = [],
  isVideoPage = false,
  nowMs = 2_000,
  quietMs = 2_000,
  ...frame
}: Page): string | null =>
  reasonToWait({
    promises: [nothing, { ...nothing, ...frame }],
    exchanges: requests,
    isVideoPage,
    nowMs,
    quietMs,
    leftMs: 20_000 - nowMs,
    isJustOver: false,
  })?.name ?? null;

describe('a page is waited for', () => {
  it.each<[string, Page, string]>([
    ['what a person sees', { shown: ['a countdown'], nowMs: 15_000 }, 'a countdown'],
    ['a timer', { timerMs: 3_000 }, 'a timer'],
    ['a late timer of a video page', { timerMs: 3_000, isVideoPage: true, nowMs: 12_000 }, 'a timer'],
    ['a request', { requests: [request('fetch', 0)] }, 'a request'],
    ['an empty player, while requests come', { hasEmptyPlayer: true, quietMs: 100 }, 'a player without a source'],
    ['an empty player beside an interval', { hasEmptyPlayer: true, hasInterval: true }, 'a player without a source'],
    ['a document that loads', { isLoading: true }, 'a document that loads'],
  ])('for %s', (_, page, reason) => {
    expect(reasonOf(page)).toBe(reason);
  });

  it.each<[string, Page]>([
    ['it promises nothing', {}],
    ['its timer fires after the end of the budget', { timerMs: 30_000 }],
    ['only a heartbeat runs', { hasInterval: true }],
    ['only a picture is missing', { requests: [request('image', 0)] }],
    ['its requests are answered', { requests: [request('fetch', 200)] }],
    ['its player stays empty', { hasEmptyPlayer: true }],
    ['its timers go on, and nothing is a player', { timerMs: 300, nowMs: 7_000 }],
  ])('no longer when %s', (_, page) => {
    expect(reasonOf(page)).toBeNull();
  });
});
