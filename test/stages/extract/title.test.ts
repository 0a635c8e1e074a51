import { describe, expect, it } from 'vitest';
import { treeOf } from '../../../src/stages/extract/page-tree.ts';
import { parsePage } from '../../../src/stages/extract/parse.ts';
import { readStructured } from '../../../src/stages/extract/structured.ts';
import { findTitle } from '../../../src/stages/extract/title.ts';

function titleOf(head: string, body: string): string | undefined {
  const page = parsePage(`<html><head>${head}</head><body>${body}</body></html>`);
  return findTitle(treeOf(page.document.documentElement).blocks, readStructured(page))?.value;
}

describe('findTitle', () => {
  it('takes the heading that is like what the head says', () => {
    const body = '<h1>Rail works begin</h1><h2>Other news of the week</h2><h1>Bridge opens again</h1>';
    expect(titleOf('<title>Bridge opens again - The Gazette</title>', body)).toBe('Bridge opens again');
  });

  it('trusts the only h1 before a heading within the text that the head was written after', () => {
    const body = '<h1>What is a mobile application and why?</h1><p>x</p><h2>What is a mobile app?</h2>';
    expect(titleOf('<title>What Is a Mobile App? | Site</title>', body)).toBe('What is a mobile application and why?');
  });

  it('does not take the name of the outlet, where blogs put their h1', () => {
    const head =
      '<title>Small integers in Python | Four Years</title><meta property="og:site_name" content="Four Years">';
    expect(titleOf(head, '<h1>Four Years</h1><h3>Small integers in Python</h3>')).toBe('Small integers in Python');
  });

  it('leaves out a line above the headline that stands in the same heading, where the head does', () => {
    const head = '<meta property="og:title" content="Airlines take off after the winter">';
    const heading = '<h1><span class="kicker">Full order books:</span> Airlines take off after the winter</h1>';
    expect(titleOf(head, heading)).toBe('Airlines take off after the winter');
    expect(titleOf('<title>Full order books: Airlines take off after the winter</title>', heading)).toBe(
      'Full order books: Airlines take off after the winter',
    );
  });

  it('cuts the name of the site off where no heading is visible', () => {
    expect(titleOf('<title>Bridge opens again after winter - The Gazette</title>', '<p>Text.</p>')).toBe(
      'Bridge opens again after winter',
    );
  });
});
