import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { linesOf, localDate } from './lines.ts';
import type { BylinePage } from './record.ts';

/** What the truth says and the page does not show anywhere: a theme was described wrongly. Bench and extractor share no code here. */
export function problemsOf({ shell, url, html, truth, axes }: BylinePage): string[] {
  const text = plain(textsOf(parse(html)).join(' '));
  const lacks: string[] = [];
  for (const name of truth.authors[0] ?? []) if (!text.includes(plain(name))) lacks.push(`author ${name}`);
  for (const date of [truth.date ?? null, truth.modified ?? null])
    if (date !== null && !isShown(date, text, axes.language ?? 'en')) lacks.push(`date ${date}`);
  return lacks.map((each) => `${shell} ${url}: ${each} (${JSON.stringify(axes)})`);
}

/** Texts and attributes, scripts too. */
function textsOf(node: DefaultTreeAdapterTypes.Node): string[] {
  const own = 'value' in node ? [node.value] : 'attrs' in node ? node.attrs.map(({ value }) => value) : [];
  const inside = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
  return [...own, ...inside.flatMap(textsOf)];
}

/** Without the software's own typography. */
const plain = (text: string): string => text.replace(/[’‘]/g, "'").replace(/\s+/g, ' ').normalize('NFC');

/** As numbers in one of the usual orders, or in the manner of the language. */
function isShown(date: string, text: string, language: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-');
  const [m, d] = [String(Number(month)), String(Number(day))];
  const orders = [
    ...[
      [year, month, day],
      [day, month, year],
      [month, day, year],
      [year, m, d],
      [d, m, year],
      [m, d, year],
    ],
  ].flatMap((parts) => ['-', '.', '/', '. '].map((mark) => parts.join(mark)));
  const names = ['en', language].flatMap((each) =>
    (['long', 'short'] as const).flatMap((width) => {
      const monthName = new Intl.DateTimeFormat(each, { month: width, timeZone: 'UTC' }).format(
        new Date(`${date}T12:00Z`),
      );
      return [
        `${monthName} ${d} 10:00:00 ${year}`,
        `${d}th ${monthName} ${year}`,
        `${d}st ${monthName} ${year}`,
        `${d}nd ${monthName} ${year}`,
        `${d}rd ${monthName} ${year}`,
        `${d} ${monthName} ${year}`,
        `${day} ${monthName} ${year}`,
        `${monthName} ${d}, ${year}`,
        `${monthName} ${day}, ${year}`,
      ];
    }),
  );
  return [
    ...orders,
    ...names,
    localDate(date, language),
    `${year}年${m}月${d}日`,
    `${year}年${month}月${day}日`,
    linesOf(language).updated.replace('{d}', localDate(date, language)),
  ].some((form) => text.includes(form));
}
