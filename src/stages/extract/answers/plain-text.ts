const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a string in data, without tags, with the usual entities as characters. Enough to compare words; to read an article, it is parsed. */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const unescaped = /&lt;\/?[a-z]/i.test(text) ? decodeEntities(text) : text;
  return decodeEntities(
    unescaped
      .replace(/<\/?(?:a|abbr|b|em|i|mark|q|s|small|span|strong|sub|sup|u)\b[^<>]*>/gi, '')
      .replace(/<[^<>]*>/g, ' '),
  );
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
