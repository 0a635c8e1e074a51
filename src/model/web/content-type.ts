/** The media type of an answer, in lower case, without parameters; '' without a Content-Type. */
const mimeTypeOf = (headers: Readonly<Record<string, string>>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Types of pages, and types that say nothing. */
const pageTypes = /^$|^text\/(?:html|plain|\*)$|xhtml|octet-stream|x-unknown/;
/** Other text types, under which a server may still send a page. */
const textTypes = /^text\/|html|xml|json|javascript/;
/** Media types: a browser shows them in a player page. */
const mediaTypes = /^(?:audio|video)\/|mpegurl|dash\+xml/;

/** The type of an answer that no browser shows as a page (a picture, a PDF, an archive); null: it may be a page. */
export function unsupportedType(headers: Readonly<Record<string, string>>): string | null {
  const type = mimeTypeOf(headers);
  const isPicture = type.startsWith('image/');
  return !isPicture && (pageTypes.test(type) || textTypes.test(type) || mediaTypes.test(type)) ? null : type;
}

/** Explains by its type why an answer is no article; '' where the type is a page's. */
export function describeType(headers: Readonly<Record<string, string>>): string {
  const type = mimeTypeOf(headers);
  return pageTypes.test(type)
    ? ''
    : unsupportedType(headers) === null
      ? `its type is ${type}`
      : `unsupported type ${type}`;
}
