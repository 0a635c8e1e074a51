import { type Ending, ends, type HostilePage, html, kept, scripted, story, storyKept } from './hostile-page.ts';

const nodes = ends('too-large', /more than \d+ nodes|of memory/);
const page = (name: string, text: string): HostilePage => ({
  name,
  answer: `<!doctype html>${text}`,
  browser: storyKept,
  static: storyKept,
});
const encoded = (name: string, charset: string, body: Buffer): HostilePage => ({
  name,
  answer: (_, response) => void response.writeHead(200, { 'content-type': `text/html; charset=${charset}` }).end(body),
  browser: storyKept,
  static: storyKept,
});
const bad = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xf8, 0x88]);
const latin = Buffer.concat([Buffer.from(story), bad]);

/** The layout of so deep a tree overflows the stack: the renderer dies of it, or of the memory that this takes on the way. */
const overflow: Ending = {
  either: [ends('browser-crashed', /renderer crashed/), ends('too-large', /limits\.pageMemoryMb/)],
};

/** Pages whose document itself is the trouble. */
export const documentPages: readonly HostilePage[] = [
  {
    name: 'nodes-600k',
    answer: (_, response) => html(response, story + '<i></i>'.repeat(600_000)),
    browser: nodes,
    static: storyKept,
  },
  {
    name: 'nodes-by-script',
    answer: scripted(`document.body.insertAdjacentHTML('beforeend', '<i></i>'.repeat(600000))`),
    browser: nodes,
    static: storyKept,
  },
  page('deep-markup', `${story}${'<div>'.repeat(5_000)}deep`),
  {
    name: 'deep-by-script',
    answer: scripted(
      `let e = document.body; for (let i = 0; i < 20000; i++) { const d = document.createElement('div'); e.append(d); e = d; }`,
    ),
    browser: overflow,
    static: storyKept,
  },
  {
    name: 'deep-shadow',
    answer: scripted(
      `let e = document.body; for (let i = 0; i < 3000; i++) { const d = document.createElement('div'); e.append(d); e = d.attachShadow({ mode: 'open' }); }`,
    ),
    browser: overflow,
    static: storyKept,
  },
  {
    name: 'deep-templates',
    answer: `<!doctype html>${story}${'<template>'.repeat(5_000)}x`,
    browser: storyKept,
    static: storyKept,
  },
  page('deep-json', `${story}<script type="application/ld+json">${'['.repeat(100_000)}</script>`),
  page(
    'attributes-huge',
    `${story}<p title="${'x'.repeat(900_000)}" ${Array.from({ length: 2_000 }, (_, i) => `a${i}=1`).join(' ')}>x</p>`,
  ),
  page('title-huge', `${story}<title>${'long '.repeat(150_000)}</title>`),
  page('base64-huge', `${story}<img src="data:image/png;base64,${'A'.repeat(900_000)}">`),
  page('comments-huge', `${story}${'<!-- x -->'.repeat(50_000)}`),
  page('entities', `${story}<p>${'&amp;&#x1F600;&#0;&#xD800;&#x110000;&bogus;'.repeat(5_000)}`),
  page('tables-nested', `${story}${'<table><tr><td>'.repeat(500)}x`),
  page('formatting-nested', `${story}${'<b><i><a href=x>'.repeat(1_000)}x${'</p><p>'.repeat(50)}`),
  page('select-huge', `${story}<select>${'<option>x'.repeat(5_000)}</select>`),
  page(
    'svg-filters',
    `${story}<svg width=4000 height=4000><filter id=f><feTurbulence numOctaves=500 /><feGaussianBlur stdDeviation=900 /></filter><rect width=4000 height=4000 filter="url(#f)"/></svg>`,
  ),
  page(
    'css-heavy',
    `<style>${'* > * * ~ :nth-child(2n+1):not(:has(i)) { --x: var(--y) }'.repeat(300)}</style>${story}${'<p>x</p>'.repeat(2_000)}`,
  ),
  page('nul-bytes', `${story}<p>\0\0\u0001\u0008\u000b\uffff</p>`),
  encoded('encoding-broken', 'utf-8', latin),
  encoded('encoding-unknown', 'x-no-such-charset', latin),
  encoded('encoding-wrong', 'utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(story, 'utf16le')])),
  encoded('encoding-utf-7', 'utf-7', Buffer.from(`+ADw-script+AD4-${story}`)),
  {
    name: 'xml-broken',
    answer: (_, response) =>
      html(
        response,
        `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><html><body>${story}&b;<p></html>`,
        { 'content-type': 'application/xhtml+xml' },
      ),
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'xml-entities',
    answer: (_, response) =>
      html(
        response,
        `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 9 }, (__, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><x>&j;</x>`,
        { 'content-type': 'text/xml' },
      ),
    browser: kept(/./),
    static: kept(/ENTITY/),
  },
  { name: 'empty', answer: '', browser: kept(/<html/), static: kept(/^$/) },
  { name: 'only-whitespace', answer: ' '.repeat(1_000_000), browser: kept(/<html/), static: kept(/^ /) },
  {
    name: 'frameset',
    answer: `<html><frameset rows="*,*"><frame src="/empty"><frame src="/frameset"></frameset></html>`,
    browser: kept(/frameset/),
    static: kept(/frameset/),
  },
];
