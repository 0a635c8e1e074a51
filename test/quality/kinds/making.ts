/** What the makers of pages draw from: a seeded source of numbers, words, names, dates. */
export class Making {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  int = (from: number, to: number): number => from + Math.floor(this.next() * (to - from + 1));
  pick = <T>(of: readonly T[]): T => of[Math.floor(this.next() * of.length)] as T;
  chance = (share: number): boolean => this.next() < share;
  times = (from: number, to: number, make: (at: number) => string): string =>
    Array.from({ length: this.int(from, to) }, (_, at) => make(at)).join('\n');

  words(count: number): string {
    return Array.from({ length: count }, () => this.pick(vocabulary)).join(' ');
  }
  title = (from = 3, to = 9): string => capital(this.words(this.int(from, to)));
  sentence = (from = 6, to = 22): string =>
    `${capital(this.words(this.int(from, to)))}${this.pick(['.', '.', '.', '?', '!'])}`;
  text = (from: number, to: number): string =>
    Array.from({ length: this.int(from, to) }, () => this.sentence()).join(' ');
  paragraphs = (from: number, to: number): string => this.times(from, to, () => `<p>${this.text(2, 5)}</p>`);
  name = (): string => `${this.pick(firstNames)} ${this.pick(lastNames)}`;
  nick = (): string =>
    `${this.pick(vocabulary)}${this.pick(['', '_', '.'])}${this.pick(vocabulary)}${this.chance(0.4) ? this.int(1, 99) : ''}`;
  slug = (from = 2, to = 7): string => this.words(this.int(from, to)).replaceAll(' ', '-');
  at = (): Date =>
    new Date(Date.UTC(this.int(2008, 2025), this.int(0, 11), this.int(1, 28), this.int(0, 23), this.int(0, 59)));
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const vocabulary =
  'river harbour ferry bridge winter garden engine battery signal window paper island market street doctor water silver yellow quiet narrow broken simple early second open close carry bring reach follow build repair measure water answer remember travel change about under behind between without often never again slowly maybe still every other several local public common small large new old long short high the a of and to in for with that this they we people which when where while after before because could would should might has have had was were is are been'.split(
    ' ',
  );
const firstNames = 'Ada Tom Ida Max Lena Omar Priya Jonas Mei Ruth Karl Anna Paul Nina Igor'.split(' ');
const lastNames = 'Marsh Quill Stone Weber Okafor Raman Lind Novak Sato Brandt Costa Moreau Hale Petrov Young'.split(
  ' ',
);

const two = (value: number): string => String(value).padStart(2, '0');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** How a software writes dates. */
export const dateStyles: readonly ((at: Date) => string)[] = [
  (at) =>
    `<time datetime="${at.toISOString()}">${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}</time>`,
  (at) =>
    `${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${at.getUTCFullYear()}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} PM`,
  (at) =>
    `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
  (at) => `<span title="${at.toISOString()}">${1 + (at.getUTCDate() % 9)} days ago</span>`,
  (at) => `<time class="relative" datetime="${at.toISOString()}">${1 + (at.getUTCDate() % 11)}y</time>`,
  (at) =>
    `on ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()} at ${at.getUTCHours()}:${two(at.getUTCMinutes())}`,
];

/** A page of a known kind, made by one of several markups (`family`). */
export interface MadePage {
  readonly kind: string;
  readonly family: string;
  readonly url: string;
  readonly html: string;
}

export interface Body {
  readonly title: string;
  readonly head?: string;
  readonly body: string;
  readonly bodyClass?: string;
}

/** The whole page around a body: with the site's name in its title, and in most cases with a header and a footer. */
export function wholePage(m: Making, { title, head = '', body, bodyClass = '' }: Body): string {
  const site = capital(m.words(2));
  const links = (count: number) =>
    Array.from({ length: count }, () => `<a href="/${m.slug(1, 2)}">${capital(m.words(m.int(1, 2)))}</a>`);
  const menu = links(m.int(4, 14));
  const top = m.pick([
    `<header><a class="logo" href="/">${site}</a><nav><ul>${menu.map((link) => `<li>${link}</li>`).join('')}</ul></nav></header>`,
    `<div id="header"><div class="menu">${menu.join(' ')}</div></div>`,
    `<table width="100%"><tr>${menu.map((link) => `<td>${link}</td>`).join('')}</tr></table>`,
  ]);
  const bottom = m.pick([
    `<footer><div>${links(m.int(3, 20)).join(' ')}</div><p>© 2025 ${site}. ${m.sentence(4, 9)}</p></footer>`,
    `<div class="bottom">${links(m.int(2, 6)).join(' | ')} Copyright ${site}</div>`,
  ]);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${m.pick([`${title} | ${site}`, `${title} - ${site}`, title])}</title>${head}</head><body class="${bodyClass}">${top}${body}${bottom}</body></html>`;
}

export const jsonLd = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
