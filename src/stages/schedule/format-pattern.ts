import { literalPattern } from '../../text/characters.ts';

/**
 * A regular expression for the addresses of a URL format, on any host. It is a little wider than the format: a `{slug}` is any segment.
 * @param format of pages, made by `urlFormats`
 * @returns null for `*`, which stands for all pages without a format
 */
export function formatPattern(format: string): RegExp | null {
  if (format === '*') return null;
  const [, path = '', query = '', route = ''] = /^([^?#]*)(\?[^#]*)?(#!)?$/.exec(format) ?? [];
  const segments = path.split('/').map(segmentPattern).join('\\/');
  const end = query === '' ? '' : '\\?[^#]+';
  return new RegExp(`^https?:\\/\\/[^/]+${segments}${end}${route === '' ? '$' : '#!'}`, 'i');
}

const placeholders: Readonly<Record<string, string>> = {
  '{number}': '\\d+',
  '{month}': '[a-z]+',
  '{word}': '[a-z]+',
  '{date}': '[\\d._-]+',
  '*': '[^/?#]*',
};

/** `{slug}.html` */
const segmentPattern = (segment: string): string =>
  segment
    .split(/(\{[a-z]+\}|\*)/)
    .map((part, at) => (at % 2 === 0 ? addressPattern(part) : (placeholders[part] ?? '[^/?#]+')))
    .join('');

/** Formats have decoded text, addresses have not. */
const addressPattern = (text: string): string =>
  literalPattern(text.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent));
