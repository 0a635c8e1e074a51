import { parse } from 'parse5';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import type { Way } from '../way.ts';

/** The yardstick of the machine: decodes and builds a tree, extracts nothing. A busy or slow machine shows here first. */
export const way: Way = ({ bytes, headers }) => {
  parse(decodeHtml(bytes, headers).html);
  return () => ({ title: '', body: '' });
};
