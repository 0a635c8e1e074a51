/** Chance from a seed: the same sites for everybody. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  /** 0 to 1, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

const list = (text: string): string[] => text.split(' ');

/** Words of titles, sections and subsections of each language. */
export const languages = {
  en: {
    words: list(
      'government minister budget storm river city council vote plan warns after before says new the of in to over as record heat strike union talks police fire market shares rise fall court judge ruling teacher school health hospital virus trade deal border crisis election campaign leader party energy price gas oil climate summit report study finds why how what ai space launch team final win cup coach transfer covid-19 g20',
    ),
    sections: list(
      'world politics business sport culture science health technology opinion uk-news us-news environment money travel lifestyle local education media food real-estate',
    ),
    subs: list(
      'europe asia africa middle-east football tennis markets banks books film music gadgets space-and-physics us-elections personal-finance',
    ),
  },
  de: {
    words: list(
      'regierung minister haushalt sturm stadt rat stimmt plan warnt nach vor sagt neue der die das in zu ueber als rekord hitze streik gewerkschaft gespraeche polizei feuer markt aktien steigen fallen gericht urteil lehrer schule gesundheit krankenhaus handel grenze krise wahl kampagne partei energie preis gas klima gipfel bericht studie warum wie',
    ),
    sections: list(
      'politik wirtschaft sport kultur wissenschaft gesundheit panorama netzwelt reise auto karriere regional meinung ausland',
    ),
    subs: list(
      'deutschland europa fussball tennis boerse literatur kino musik weltall bundesliga unternehmen verbraucher-und-service',
    ),
  },
  es: {
    words: list(
      'gobierno ministro presupuesto tormenta rio ciudad voto plan advierte tras antes dice nuevo el la de en a sobre como record calor huelga sindicato policia fuego mercado acciones sube baja tribunal juez maestro escuela salud hospital virus acuerdo frontera crisis eleccion campana lider partido energia precio petroleo clima cumbre informe estudio por-que',
    ),
    sections: list(
      'internacional politica economia deportes cultura ciencia salud tecnologia opinion sociedad madrid catalunya',
    ),
    subs: list('europa america futbol tenis bolsa libros cine musica empresas medio-ambiente'),
  },
  zh: {
    words: list('zhongguo jingji xinwen shichang zhengfu jiaoyu keji tiyu'),
    sections: list('gn gj cj ty yl kj sh jk'),
    subs: list('guonei guoji caijing tiyu'),
  },
} as const;
export type Language = keyof typeof languages;

const native = {
  ru: 'правительство министр бюджет буря город совет план рекорд жара суд рынок цена выборы партия',
  ja: '政府 大臣 予算 嵐 都市 計画 記録 裁判 市場 価格 選挙 政党 経済 首相 発表',
};

/** One site's names, fixed for all of its addresses. */
export interface SiteNames {
  readonly sections: readonly string[];
  readonly subs: readonly string[];
  readonly language: Language;
  /** Fewest and most words of a title. */
  readonly slugWords: readonly [number, number];
  readonly separator: '-' | '_';
  readonly script: keyof typeof native;
}

/** Fills the placeholders of a template. */
export function fill(template: string, names: SiteNames, chance: Chance): string {
  return template.replace(/\{([\w]+)\}/g, (_, name: string) => placeholderText(name, names, chance));
}

const digits = (count: number, chance: Chance): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 1 + chance.below(9) : chance.below(10))).join('');
const letters = (alphabet: string, count: number, chance: Chance): string =>
  Array.from({ length: count }, () => alphabet[chance.below(alphabet.length)]).join('');
const pad = (value: number): string => String(value).padStart(2, '0');
const months = list('jan feb mar apr may jun jul aug sep oct nov dec');

function phrase(names: SiteNames, [least, most]: readonly [number, number], chance: Chance): string {
  const { words } = languages[names.language];
  return Array.from({ length: least + chance.below(most - least + 1) }, () => chance.pick(words)).join(names.separator);
}

function placeholderText(name: string, names: SiteNames, chance: Chance): string {
  const { words } = languages[names.language];
  const number = /^id(\d+)$/.exec(name)?.[1];
  if (number !== undefined) return digits(Number(number), chance);
  const token = /^token(\d+)$/.exec(name)?.[1];
  if (token !== undefined)
    return `c${letters('abcdefghijklmnopqrstuvwxyz0123456789', Number(token) - 3, chance)}${digits(2, chance)}`;
  switch (name) {
    case 'section':
      return chance.pick(names.sections);
    case 'sub':
      return chance.pick(names.subs);
    case 'slug':
      return phrase(names, names.slugWords, chance);
    case 'slug3':
      return phrase(names, [2, 3], chance);
    case 'tag':
      return phrase(names, chance.next() < 0.15 ? [4, 6] : [1, 3], chance);
    case 'word':
      return chance.pick(words);
    case 'person':
      return `${chance.pick(list('jane john maria peter anna li omar ines'))}-${chance.pick(list('doe smith garcia meyer wang costa novak khan lopez berg'))}${chance.next() < 0.2 ? '-jones' : ''}`;
    case 'yyyy':
      return String(2018 + chance.below(8));
    case 'mm':
      return pad(1 + chance.below(12));
    case 'dd':
      return pad(1 + chance.below(28));
    case 'mon':
      return chance.pick(months);
    case 'mmdd':
      return `${pad(1 + chance.below(12))}${pad(1 + chance.below(28))}`;
    case 'ymd':
      return `${2018 + chance.below(8)}${pad(1 + chance.below(12))}${pad(1 + chance.below(28))}`;
    case 'n':
      return String(2 + chance.below(60));
    case 'code':
      return `S${chance.below(3)}N${1 + chance.below(30)}`;
    case 'langcode':
      return chance.pick(['en', 'de', 'es']);
    case 'hex32':
      return letters('0123456789abcdef', 32, chance);
    case 'uuid':
      return [8, 4, 4, 4, 12].map((count) => letters('0123456789abcdef', count, chance)).join('-');
    case 'py':
      return chance.pick(languages.zh.sections);
    case 'native':
      return nativePhrase(names, 4 + chance.below(5), chance);
    case 'nativetag':
      return nativePhrase(names, 1 + chance.below(2), chance);
    default:
      throw new RangeError(`no such placeholder: ${name}`);
  }
}

function nativePhrase({ script }: SiteNames, count: number, chance: Chance): string {
  const words = list(native[script]);
  return encodeURIComponent(Array.from({ length: count }, () => chance.pick(words)).join(script === 'ja' ? '' : '-'));
}
