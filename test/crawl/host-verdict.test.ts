import { describe, expect, it } from 'vitest';
import { hostVerdict } from '../../src/crawl/failed-task.ts';
import { NewshawkError } from '../../src/errors.ts';
import type { Page } from '../../src/model/page/page.ts';

const host = 'a.example';
const answered = (status: number) => ({ page: { status } as Page, screenshot: null });

describe('hostVerdict', () => {
  it.each([
    ['connection', new NewshawkError('unreachable', 'refused', { fault: 'host', at: 'http://a.example/1' })],
    ['proxy', new NewshawkError('proxy', 'the proxy is dead')],
    ['answer', new NewshawkError('unreachable', 'the server fails (500)', { evidence: answered(500) })],
    ['answer', new NewshawkError('timed-out', 'no answer')],
    ['answer', new NewshawkError('throttled', '503', { evidence: answered(503) })],
    ['answered', new NewshawkError('throttled', '503 until', { evidence: answered(503), retryAfterMs: 5_000 })],
    ['answered', new NewshawkError('throttled', '429', { evidence: answered(429) })],
    ['answered', new NewshawkError('blocked', '403')],
    ['answered', new NewshawkError('unreachable', 'a circle', { fault: 'page' })],
    ['answered', new NewshawkError('unreachable', 'refused', { fault: 'host', at: 'http://b.example/1' })],
    [null, new NewshawkError('misconfigured', 'not allowed')],
    [null, new NewshawkError('browser-crashed', 'gone')],
    [null, new TypeError('a bug')],
  ])('is %s where %s', (verdict, error) => {
    expect(hostVerdict(error, host, 0)).toBe(verdict);
  });

  it('ignores a page that failed before, while its host was well', () => {
    expect(hostVerdict(new NewshawkError('unreachable', '500'), host, 1)).toBeNull();
    expect(hostVerdict(new NewshawkError('unreachable', '', { fault: 'host' }), host, 1)).toBe('connection');
  });
});
