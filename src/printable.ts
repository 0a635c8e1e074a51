/** Control characters (C0, C1) and marks that change the writing direction: a terminal obeys them, and pages are hostile. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** The text as one line without control characters, safe to show in a terminal. */
export const printable = (text: string): string => text.replace(controls, ' ');

/** As `printable`, but keeps line breaks: for our own messages that quote others. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|password|passwd|secret|apikey|api_key|credential).*)$/i;
const urlCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"]+@/gi;
/** A password that is not percent-encoded and may hold a slash or an apostrophe. Digits and a slash after the colon are a port. */
const typedCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@[\]"]*:(?!\d*(?:[/?#]|$))[^\s@"]*@/gi;
/** The same without a scheme. */
const bareCredentials = /(^|[\s"'(])(?!mailto:)[\w.%+-]+:[^\s@"/]+@(?=[\w[])/gi;
const secretParameter =
  /([?&;](?:access_token|auth|auth_key|api_?key|key|password|passwd|secret|sig|signature|token)=)[^&#\s'"]+/gi;
const bearer = /\b(bearer|basic)\s+[a-z0-9._~+/=-]{6,}/gi;

/** Replaces credentials in URLs, secret query parameters and bearer tokens by `…`. */
export const redactText = (text: string): string =>
  text
    .replace(urlCredentials, '$1…@')
    .replace(typedCredentials, '$1…@')
    .replace(bareCredentials, '$1…@')
    .replace(secretParameter, '$1…')
    .replace(bearer, '$1 …');

/** Whether a field of this name holds a secret, regardless of its value. */
export const isSecretName = (name: string): boolean => secretName.test(name);
