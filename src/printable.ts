/** Control characters (C0, C1) and marks that change the writing direction: a terminal obeys them, and pages are hostile. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** The text as one line without control characters, safe to show in a terminal. */
export const printable = (text: string): string => text.replace(controls, ' ');

/** As `printable`, but keeps line breaks: for our own messages that quote others. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|password|passwd|secret|apikey|api_key|credential).*)$/i;
const urlCredentials = /(?<=[a-z0-9+.-]:\/\/)[^\s/?#'"]+@/gi;
/** A password that is not percent-encoded and may hold a slash or an apostrophe, in what is before an `@`. Digits and a slash after the colon are a port. */
const typedCredentials = /(?<=[a-z0-9+.-]:\/\/)[^/?#[\]]*:(?!\d*[/?#])/i;
/** The same without a scheme, in what is behind the last slash. */
const [bareCredentials, quotedBareCredentials] = [
  /(^|['(])(?!mailto:)[\w.%+-]+:(?=.)/i,
  /(['(])(?!mailto:)[\w.%+-]+:(?=.)/i,
];
const secretParameter =
  /([?&;](?:access_token|auth|auth_key|api_?key|key|password|passwd|secret|sig|signature|token)=)[^&#\s'"]+/gi;
const bearer = /\b(bearer|basic)\s+[a-z0-9._~+/=-]{6,}/gi;

/** Replaces credentials in URLs, secret query parameters and bearer tokens by `…`. Its work grows with the text's length: pages choose the texts. */
export const redactText = (text: string): string =>
  text
    .replace(urlCredentials, '…@')
    .replace(/[^\s"]+/g, withoutTypedCredentials)
    .replace(secretParameter, '$1…')
    .replace(bearer, '$1 …');

/** One pattern for the whole would look for an `@` anew from each place. @param chunk without white space and quotation marks */
function withoutTypedCredentials(chunk: string): string {
  if (!chunk.includes('@')) return chunk;
  const parts = chunk.split('@');
  return parts
    .map((part, at) => {
      const next = parts[at + 1];
      if (next === undefined) return part;
      const typed = typedCredentials.exec(part);
      return typed === null ? withoutBareCredentials(part, at === 0, next) : `${part.slice(0, typed.index)}…`;
    })
    .join('@');
}

function withoutBareCredentials(part: string, isFirst: boolean, next: string): string {
  if (!/^[\w[]/.test(next)) return part;
  const tailAt = part.lastIndexOf('/') + 1;
  const pattern = isFirst && tailAt === 0 ? bareCredentials : quotedBareCredentials;
  const bare = pattern.exec(part.slice(tailAt));
  return bare === null ? part : `${part.slice(0, tailAt + bare.index)}${bare[1] ?? ''}…`;
}

/** Whether a field of this name holds a secret, regardless of its value. */
export const isSecretName = (name: string): boolean => secretName.test(name);
