import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/errors.ts';
import { checkResponse, isWall } from '../../../src/stages/fetch/page-status.ts';

const now = new Date('2026-03-01T00:00:00Z');
const judge = (html: string, status = 200, headers: Record<string, string> = {}): string => {
  try {
    checkResponse({ url: 'https://gazette.example/a', status, headers, html }, now);
    return 'kept';
  } catch (error) {
    return kindOf(error);
  }
};

describe('whether a response is a wall', () => {
  it.each([
    [
      'Cloudflare',
      '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>',
      200,
    ],
    ['Cloudflare, refused', '<title>Just a moment...</title><p>Checking your browser</p>', 503],
    [
      'DataDome',
      '<p>Please enable JS</p><script>var dd={}</script><script src="https://ct.captcha-delivery.com/c.js"></script>',
      200,
    ],
    ['HUMAN', '<p>Press & Hold to confirm you are a human</p><div id="px-captcha"></div>', 200],
    ['Imperva', '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful.</iframe>', 200],
    ['a body with 403', '<h1>Access Denied</h1>', 403],
    ['a captcha with 405', '<p>请输入验证码</p>', 405],
  ])('%s is a wall', (_, html, status) => {
    expect(judge(html, status)).toBe('blocked');
  });

  it.each([
    [
      'a note that denies',
      '<h1>Access denied: reporters kept out</h1><p>The court closed its doors to the press.</p>',
      200,
    ],
    [
      'a short article about captchas',
      '<h1>Captcha turns 25</h1><p>The test that asks whether you are a robot.</p>',
      200,
    ],
    [
      'a good page behind Cloudflare',
      '<h1>Ferry back in service</h1><script src="/cdn-cgi/challenge-platform/h/g/scripts/jsd/1/main.js"></script>',
      200,
    ],
    [
      'a good page behind Imperva',
      '<h1>Ferry back in service</h1><script src="/_Incapsula_Resource?SWJIYLWA=1"></script>',
      200,
    ],
    ['a page that is gone, with a form', '<h1>Not here</h1><form><div class="g-recaptcha"></div></form>', 404],
    ['an empty page', '', 200],
  ])('%s is no wall', (_, html, status) => {
    expect(judge(html, status)).toBe('kept');
  });

  it('other responses throw by their status', () => {
    expect([401, 403, 451, 429, 503, 500, 999].map((status) => judge('<p>x</p>', status))).toEqual([
      ...['blocked', 'blocked', 'blocked', 'throttled', 'throttled', 'unreachable', 'unreachable'],
    ]);
  });
});

describe('isWall', () => {
  it('distinguishes a challenge from an article about one', () => {
    expect(isWall('<h1>Attention Required!</h1><p>Please complete the captcha')).toBe(true);
    expect(isWall('<h1>安全验证</h1>')).toBe(true);
    expect(isWall(`<h1>How captcha works</h1>${'<p>A long article about it. '.repeat(100)}`)).toBe(false);
    expect(isWall('<p>A short notice.')).toBe(false);
  });
});
