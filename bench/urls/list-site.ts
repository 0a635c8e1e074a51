import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { AddressClass } from '../../src/model/web/url-pattern.ts';
import { Chance, fill, languages, type SiteNames } from './fill.ts';
import { sealedFrom } from './generate-site.ts';
import { boxMarkups, entryMarkups, type ListedLink, type Markup } from './list-markup.ts';
import { type AddressStyle, openStyles, sealedStyles } from './styles.ts';

/** What a box beside the list holds. `lookalike`: pages without a story whose addresses are made like those of articles. */
export type BoxRole = 'most-read' | 'exclusive' | 'lookalike' | 'other' | 'tags' | 'sections' | 'mixed';

/** What happens in the middle of a crawl. */
export type Change = 'nothing' | 'a box gets articles' | 'a box loses its articles' | 'a new layout';

interface Box {
  readonly role: BoxRole;
  readonly markup: Markup;
  readonly name: string;
  /** Links on a page, and new ones in each poll. */
  readonly size: number;
  readonly fresh: number;
}

/** A list page at one poll. */
export interface ListedPage {
  readonly html: string;
  /** What is behind each of its links, by address. */
  readonly truth: ReadonlyMap<string, AddressClass>;
}

export interface ListSite {
  readonly seed: number;
  readonly axes: string;
  readonly url: ReturnType<typeof canonicalUrl>;
  readonly pages: readonly ListedPage[];
}

const polls = 80;
const entries = 20;

/** A site whose list is polled: templates, boxes and addresses by the seed. Seeds of the sealed half have templates and address styles that the open half lacks. */
export function generateListSite(seed: number, change: Change): ListSite {
  const chance = new Chance(seed * 3 + 1);
  const isSealed = seed >= sealedFrom;
  const drawn = chance.pick(isSealed ? [...sealedStyles, ...openStyles] : openStyles);
  // all pages of some sites are addressed like articles: addresses say nothing
  const isFlat = chance.next() < 0.3;
  const style = isFlat ? { ...drawn, others: drawn.articles } : drawn;
  const layouts = [drawLayout(chance, isSealed), drawLayout(chance, isSealed)] as const;
  const boxes = drawBoxes(chance, isSealed, change);
  const freshEntries = 3 + chance.below(6);
  const site = new Addresses(style, chance, `https://www.list${seed}.example`);
  const streams = new Map<string, ListedLink[]>();
  const truth = new Map<string, AddressClass>();
  const pages = Array.from({ length: polls }, (_, poll): ListedPage => {
    const isLate = poll >= polls / 2;
    const layout = isLate && change === 'a new layout' ? layouts[1] : layouts[0];
    const next = (key: string, role: BoxRole | 'list', size: number, fresh: number): readonly ListedLink[] => {
      const stream = streams.get(key) ?? [];
      const wanted = stream.length === 0 ? size : fresh;
      for (let at = 0; at < wanted; at++) {
        const link = site.next(role, streams.get('list') ?? []);
        truth.set(link.url, link.label);
        stream.unshift(link);
      }
      streams.set(key, stream.slice(0, 400));
      return stream.slice(0, size);
    };
    const list = next('list', 'list', entries, freshEntries);
    const html = boxes.map((box) => {
      const role = roleAt(box.role, isLate, change);
      return box.markup(next(box.name, role, box.size, box.fresh), `${box.name}${layout.suffix}`);
    });
    return { html: pageOf(layout.entry(list, `list${layout.suffix}`), html), truth };
  });
  const axes = `${style.name}${isFlat ? ', all addresses alike' : ''}; ${boxes.map(({ role, size, fresh }) => `${role} ${size}/${fresh}`).join(', ')}; ${freshEntries} new entries a poll`;
  return { seed, axes, url: canonicalUrl(site.origin), pages };
}

function drawLayout(chance: Chance, isSealed: boolean) {
  const markups = isSealed ? entryMarkups : entryMarkups.filter(({ sealed }) => !sealed);
  return { entry: chance.pick(markups).markup, suffix: chance.pick(['', '-v2', '__x7', ' js-on']) };
}

const openRoles: readonly BoxRole[] = ['most-read', 'lookalike', 'other', 'tags', 'mixed', 'exclusive'];

function drawBoxes(chance: Chance, isSealed: boolean, change: Change): Box[] {
  const markups = isSealed ? boxMarkups : boxMarkups.filter(({ sealed }) => !sealed);
  const count = 2 + chance.below(4);
  // the box that changes is there
  const first: readonly BoxRole[] =
    change === 'a box gets articles' ? ['lookalike'] : change === 'a box loses its articles' ? ['exclusive'] : [];
  const roles = [...first, ...Array.from({ length: count }, () => chance.pick(openRoles)), 'sections' as const];
  return roles.map((role, at) => ({
    role,
    markup: chance.pick(markups).markup,
    name: `${chance.pick(['box', 'widget', 'module', 'block'])}-${'abcdefgh'[at]}`,
    size: role === 'sections' ? 8 : 4 + chance.below(10),
    fresh: role === 'sections' ? 0 : 1 + chance.below(4),
  }));
}

const roleAt = (role: BoxRole, isLate: boolean, change: Change): BoxRole =>
  isLate && change === 'a box gets articles' && role === 'lookalike'
    ? 'exclusive'
    : isLate && change === 'a box loses its articles' && role === 'exclusive'
      ? 'lookalike'
      : role;

const pageOf = (list: string, [first = '', ...others]: readonly string[]): string =>
  `<html><head><title>News</title></head><body><div class="page">${first}<main><h1>News</h1>${list}</main><div class="right">${others.join('')}</div></div><footer><a href="/imprint">Imprint</a><a href="/privacy">Privacy</a></footer></body></html>`;

/** The addresses of a site, each new one once. */
class Addresses {
  readonly origin: string;
  readonly #style: AddressStyle;
  readonly #chance: Chance;
  readonly #names: SiteNames;
  readonly #given = new Set<string>();

  constructor(style: AddressStyle, chance: Chance, origin: string) {
    this.origin = origin;
    this.#style = style;
    this.#chance = chance;
    const language = chance.pick(['en', 'de', 'es'] as const);
    const { sections, subs } = languages[language];
    this.#names = {
      sections: sections.slice(0, 8),
      subs,
      language,
      slugWords: [5, 11],
      separator: '-',
      script: 'ru',
    };
  }

  next(role: BoxRole | 'list', listed: readonly ListedLink[]): ListedLink {
    const roll = this.#chance.next();
    if (role === 'most-read' && listed.length > 0) return this.#chance.pick(listed.slice(0, 60));
    if (role === 'tags') return this.#new('listing', this.#style.listings);
    if (role === 'sections') return this.#new('listing', this.#style.sections);
    if (role === 'other') return this.#new('other', this.#style.others);
    if (role === 'lookalike') return this.#new('other', this.#style.articles);
    // advertising between the entries; a mixed box has an article now and then
    if (role === 'list' && roll < 0.05) return this.#new('other', this.#style.others);
    if (role === 'mixed' && roll < 0.85)
      return this.#new('other', roll < 0.5 ? this.#style.others : this.#style.articles);
    return this.#new('article', this.#style.articles);
  }

  #new(label: AddressClass, templates: readonly string[]): ListedLink {
    for (let tries = 0; ; tries++) {
      const path = fill(this.#chance.pick(templates), this.#names, this.#chance);
      const url = canonicalUrl(`${this.origin}${path}`);
      if (this.#given.has(url) && tries < 20) continue;
      this.#given.add(url);
      return { url, label, title: fill('{slug}', this.#names, this.#chance).replaceAll('-', ' ') };
    }
  }
}
