/** What a person marks on a page: which blocks are the body, and the fields. Null in a result: as extraction has it. */
export function openCorrection(page) {
  const { blocks, correction } = page;
  const extracted = { title: page.title, publishedAt: page.publishedAt ?? '', authors: page.authors.join(', ') };
  const first = {
    title: correction?.title ?? extracted.title,
    publishedAt: correction?.publishedAt ?? extracted.publishedAt,
    authors: correction?.authors?.join(', ') ?? extracted.authors,
  };
  const bodyBefore = blocks.map(({ isBody, isCorrected }) => isCorrected ?? isBody);
  const body = [...bodyBefore];
  const fields = { ...first };
  const isBodyChanged = () => body.some((is, at) => is !== bodyBefore[at]);
  const fieldOf = (name, earlier) => {
    const value = fields[name].trim();
    return value === '' || (value === extracted[name] && earlier === null) ? null : value;
  };
  return {
    body,
    fields,
    /** Makes the blocks from one to another like the last one. */
    setBody(from, to, isBody) {
      for (let at = Math.min(from, to); at <= Math.max(from, to); at++) body[at] = isBody;
    },
    /** Takes a field's value from a block. @returns what is wrong with it, or null */
    takeField(name, at) {
      const { text, date, names } = blocks[at];
      const value = name === 'title' ? text : name === 'publishedAt' ? date : names.join(', ');
      if (!value)
        return name === 'publishedAt'
          ? 'This block has no date: type it, such as 2026-11-21.'
          : 'This block names nobody: type the names.';
      fields[name] = value;
      return null;
    },
    hasChanges: () => isBodyChanged() || Object.keys(first).some((name) => fields[name].trim() !== first[name]),
    result() {
      const keepsBody = isBodyChanged() || (correction?.body ?? null) !== null;
      const authors = fieldOf('authors', correction?.authors ?? null);
      return {
        url: page.url,
        title: fieldOf('title', correction?.title ?? null),
        body: keepsBody ? blocks.flatMap(({ text }, at) => (body[at] ? [text] : [])) : null,
        authors:
          authors === null
            ? null
            : authors
                .split(/[,;，；、]/)
                .map((name) => name.trim())
                .filter(Boolean),
        publishedAt: fieldOf('publishedAt', correction?.publishedAt ?? null),
      };
    },
  };
}
