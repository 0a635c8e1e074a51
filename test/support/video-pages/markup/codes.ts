import type { Choices } from '../plan/plan.ts';

type Encoding = Choices['encoding'];

/** A text as a page or an API hides it. */
export function encoded(text: string, encoding: Encoding): string | readonly string[] {
  switch (encoding) {
    case 'plain':
      return text;
    case 'base64':
      return Buffer.from(text).toString('base64');
    case 'reversed':
      return [...text].reverse().join('');
    case 'hex':
      return Buffer.from(text).toString('hex');
    case 'parts':
      return text.split('/');
    case 'escaped':
      return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  }
}

/** The function of the page's script that reads it. */
export const decoders: Readonly<Record<Encoding, string>> = {
  plain: '(text) => text',
  base64: '(text) => atob(text)',
  reversed: "(text) => text.split('').reverse().join('')",
  hex: '(text) => text.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)))',
  parts: "(parts) => parts.join('/')",
  escaped: '(text) => decodeURIComponent(text)',
};

/** A script as the well-known packer writes it: words are replaced by their numbers. */
export function packed(script: string): string {
  const names = [...new Set(script.match(/\w+/g) ?? [])];
  const code = (number: number): string => number.toString(36);
  const body = script.replace(/\w+/g, (word) => code(names.indexOf(word)));
  const quoted = body.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `eval(function(p,a,c,k,e,d){e=function(c){return c.toString(36)};while(c--){d[e(c)]=k[c]}return p.replace(/\\w+/g,function(w){return d[w]})}('${quoted}',36,${names.length},'${names.join('|')}'.split('|'),0,{}))`;
}

/** The forms in which APIs answer, and how a script reads the value in them. */
export const shapes: readonly {
  readonly wrap: (value: unknown) => unknown;
  readonly read: string;
}[] = [
  { wrap: (value) => ({ data: { stream: { url: value } } }), read: 'answer.data.stream.url' },
  { wrap: (value) => ({ code: 0, result: [{ label: 'HD', src: value }] }), read: 'answer.result[0].src' },
  { wrap: (value) => ({ playUrl: value, ttl: 3600 }), read: 'answer.playUrl' },
  { wrap: (value) => ({ item: { formats: { best: value } } }), read: 'answer.item.formats.best' },
];
