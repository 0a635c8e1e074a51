/** A language with its country, and the words that pages of it show. */
export interface Locale {
  readonly tag: string;
  readonly language: string;
  readonly country: string;
  readonly currency: string;
  readonly outOf: string;
  readonly inStock: string;
  readonly soldOut: string;
  readonly words: readonly string[];
}

const locale = (
  tag: string,
  currency: string,
  [outOf, inStock, soldOut]: readonly [string, string, string],
  words: string,
): Locale => {
  const [language = '', country = ''] = tag.split('-');
  return { tag, language, country, currency, outOf, inStock, soldOut, words: words.split(' ') };
};

export const locales: readonly Locale[] = [
  locale(
    'en-US',
    'USD',
    ['out of', 'In stock', 'Sold out'],
    'harbour lamp blue quiet garden copper river chair winter paper silver evening stone market bright',
  ),
  locale(
    'en-GB',
    'GBP',
    ['of', 'Available', 'Unavailable'],
    'kettle wool bridge moss letter window amber ferry walnut cloud linen station meadow brass',
  ),
  locale(
    'en-IN',
    'INR',
    ['out of', 'In stock', 'Out of stock'],
    'mango silk temple lantern monsoon pepper cotton festival peacock jasmine brass',
  ),
  locale(
    'de-DE',
    'EUR',
    ['von', 'Auf Lager', 'Ausverkauft'],
    'Hafen Lampe blau Garten Kupfer Fluss Stuhl Winter Papier Silber Abend Stein Markt hell Brücke',
  ),
  locale(
    'de-CH',
    'CHF',
    ['von', 'Lieferbar', 'Vergriffen'],
    'Berg See Uhr Glocke Käse Holz Wiese Schnee Zug Tal Brunnen Linde',
  ),
  locale(
    'fr-FR',
    'EUR',
    ['sur', 'En stock', 'Épuisé'],
    'port lampe bleu jardin cuivre rivière chaise hiver papier argent soir pierre marché été',
  ),
  locale(
    'es-ES',
    'EUR',
    ['de', 'Disponible', 'Agotado'],
    'puerto lámpara azul jardín cobre río silla invierno papel plata tarde piedra mercado',
  ),
  locale(
    'pt-BR',
    'BRL',
    ['de', 'Em estoque', 'Esgotado'],
    'porto lâmpada azul jardim cobre rio cadeira inverno papel prata tarde pedra feira',
  ),
  locale(
    'pl-PL',
    'PLN',
    ['z', 'Dostępny', 'Wyprzedany'],
    'port lampa ogród miedź rzeka krzesło zima papier srebro wieczór kamień rynek',
  ),
  locale(
    'sv-SE',
    'SEK',
    ['av', 'I lager', 'Slutsåld'],
    'hamn lampa blå trädgård koppar flod stol vinter papper silver kväll sten torg',
  ),
  locale('ja-JP', 'JPY', ['/', '在庫あり', '売り切れ'], '港 灯り 青い 静かな 庭 銅 川 椅子 冬 紙 銀 夕方 石 市場'),
];
