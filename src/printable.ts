/** Control characters, C1 and the marks that turn the direction of writing: in a terminal they are commands, and pages are hostile. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of text that a terminal shows and does not obey. */
export const printable = (text: string): string => text.replace(controls, ' ');

/** As `printable`, with line breaks and tabs kept: for messages of our own that quote others. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(token|password|passwd|secret|apikey|api_key|credential).*)$/i;
const urlCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"]+@/gi;
/** A password as it is typed, with a slash or an apostrophe that an address can't have; digits and a slash after the colon are a port. */
const typedCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@[\]"]*:(?!\d*(?:[/?#]|$))[^\s@"]*@/gi;
/** The same without a scheme. */
const bareCredentials = /(^|[\s"'(])(?!mailto:)[\w.%+-]+:[^\s@"/]+@(?=[\w[])/gi;
const secretParameter =
  /([?&;](?:access_token|auth|auth_key|api_?key|key|password|passwd|secret|sig|signature|token)=)[^&#\s'"]+/gi;
const bearer = /\b(bearer|basic)\s+[a-z0-9._~+/=-]{6,}/gi;

/** Takes credentials of URLs, secret query parameters and bearer tokens out of a text. */
export const redactText = (text: string): string =>
  text
    .replace(urlCredentials, '$1…@')
    .replace(typedCredentials, '$1…@')
    .replace(bareCredentials, '$1…@')
    .replace(secretParameter, '$1…')
    .replace(bearer, '$1 …');

/** Whether a field of this name holds a secret, whatever its value is. */
export const isSecretName = (name: string): boolean => secretName.test(name);
