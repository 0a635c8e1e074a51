/** Of an answer's header: in lower case, without parameters; '' where the server names none. */
export const typeOf = (headers: Readonly<Record<string, string>>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** A page's own type, or one that says nothing. */
const pageTypes = /^$|^text\/(?:html|plain|\*)$|xhtml|octet-stream|x-unknown/;
/** What may be a page under a name that is hardly ever one's. */
const textTypes = /^text\/|html|xml|json|javascript/;
/** A player's page in the end: the browser shows it. */
const mediaTypes = /^(?:audio|video)\/|mpegurl|dash\+xml/;

/** The type of an answer that no browser shows as a page (a picture, a PDF, an archive); null: it may be one. */
export function unsupportedType(headers: Readonly<Record<string, string>>): string | null {
  const type = typeOf(headers);
  const isPicture = type.startsWith('image/');
  return !isPicture && (pageTypes.test(type) || textTypes.test(type) || mediaTypes.test(type)) ? null : type;
}

/** For the reason why an answer is no article; '' where its type is a page's. */
export function typeInWords(headers: Readonly<Record<string, string>>): string {
  const type = typeOf(headers);
  return pageTypes.test(type)
    ? ''
    : unsupportedType(headers) === null
      ? `its type is ${type}`
      : `unsupported type ${type}`;
}
