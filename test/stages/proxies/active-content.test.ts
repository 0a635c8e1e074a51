import { describe, expect, it } from 'vitest';
import { activeContent, addsActiveContent } from '../../../src/stages/proxies/active-content.ts';

const url = 'http://gazette.example/a';
const page = (head: string, body = '') => `<head>${head}</head><body><p onclick="menu()">Text</p>${body}</body>`;
const own = page(
  '<script src="/app.js"></script><script>let visit = 1;</script>',
  '<iframe src="//video.example/1"></iframe>',
);
const parts = (html: string) => activeContent(html, url);
const adds = (html: string, first = own, second = first): boolean =>
  addsActiveContent(parts(html), [parts(first), parts(second)]);

describe('what acts in a page', () => {
  it('is its scripts, frames, handlers, redirects and base', () => {
    const html = page(
      '<base href="//b.example/"><meta http-equiv="Refresh" content="5;url=/x">',
      '<a href="javascript:go()">',
    );
    expect(parts(html).map(({ kind }) => kind)).toEqual(['handler', 'handler', 'redirect', 'base']);
    expect(parts(own).map(({ kind, from }) => [kind, from])).toEqual([
      ['script', 'gazette.example'],
      ['script', expect.stringMatching(/^[0-9a-f]{16}$/)],
      ['frame', 'video.example'],
      ['handler', expect.stringMatching(/^[0-9a-f]{16}$/)],
    ]);
  });

  it('does not count an equal copy, nor one with less', () => {
    expect(adds(own)).toBe(false);
    expect(adds(page('<script src="/app.js"></script>'))).toBe(false);
    expect(adds(own.replace('/app.js', '/app.js?t=1764000000'))).toBe(false);
  });

  it.each([
    ['a script of another host', own.replace('</head>', '<script src="//ads.example/x.js"></script></head>')],
    ['a script of the same host', own.replace('</head>', '<script src="/more.js"></script></head>')],
    ['code behind code of the page', own.replace('let visit = 1;', 'let visit = 1; mine();')],
    ['a script in place of another', own.replace('src="/app.js"', 'src="//ads.example/app.js"')],
    ['a frame', own.replace('</body>', '<iframe srcdoc="hello"></iframe></body>')],
    ['a handler', own.replace('<body>', '<body onload="mine()">')],
    ['an address that is code', own.replace('</body>', '<a href=" javascript:mine()">x</a></body>')],
    ['a redirect', own.replace('<head>', '<head><meta http-equiv=refresh content="0;url=//ads.example">')],
    ['a base address', own.replace('<head>', '<head><base href="//ads.example/">')],
  ])('notices %s', (_name, html) => {
    expect(adds(html)).toBe(true);
  });

  it('forgives what differs between our own copies, but not a further part', () => {
    const later = own.replace('visit = 1', 'visit = 2');
    const third = own.replace('visit = 1', 'visit = 3');
    expect(adds(third, own, later)).toBe(false);
    expect(adds(third.replace('</head>', '<script>mine()</script></head>'), own, later)).toBe(true);
    expect(adds(third.replace('<body>', '<body onload="mine()">'), own, later)).toBe(true);
  });

  it('reads a page that nests without end', () => {
    expect(parts(`${'<div>'.repeat(100_000)}<script>x</script>`).length).toBe(1);
  });
});
