/**
 * Lower-case month names, one line per month. English, German, French, Spanish, Portuguese, Italian, Dutch, Romanian, Polish, Russian, Ukrainian, Czech, Turkish,
 * Nordic, Arabic (Egypt, Levant, Maghreb), Hebrew (also with "in" before it). Short forms have no full stop; `_` is a space.
 */
const monthNames: readonly string[] = [
  'january jan januar jänner janvier janv enero ene janeiro gennaio gen januari ianuarie stycznia января січня ledna ocak يناير كانون_الثاني جانفي ינואר בינואר',
  'february feb februar februari février fevrier févr fevr febrero fevereiro fev febbraio februarie lutego февраля лютого února şubat فبراير شباط فيفري פברואר בפברואר',
  'march mar märz maerz mrz mär mars marzo março marco maart mrt martie marca марта березня března mart marts مارس آذار اذار מרץ במרץ',
  'april apr avril avr abril abr aprile aprilie kwietnia апреля квітня dubna nisan أبريل ابريل إبريل نيسان أفريل אפריל באפריל',
  'may mai mayo maio maggio mag mei maja мая травня května mayıs maj مايو أيار ايار ماي מאי במאי',
  'june jun juni juin junio junho giugno giu iunie czerwca июня червня června haziran يونيو يونية حزيران جوان יוני ביוני',
  'july jul juli juillet juil julio julho luglio lug iulie lipca июля липня července temmuz يوليو يولية تموز جويلية יולי ביולי',
  'august aug août aout agosto ago augustus sierpnia августа серпня srpna ağustos augusti أغسطس اغسطس آب أوت אוגוסט באוגוסט',
  'september sep sept septembre septiembre setiembre setembro set settembre septembrie września сентября вересня září eylül سبتمبر أيلول ايلول ספטמבר בספטמבר',
  'october oct oktober okt octobre octubre outubro out ottobre ott octombrie października октября жовтня října ekim أكتوبر اكتوبر تشرين_الأول تشرين_الاول אוקטובר באוקטובר',
  'november nov novembre noviembre novembro noiembrie listopada ноября листопада listopadu kasım نوفمبر تشرين_الثاني נובמבר בנובמבר',
  'december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre decembrie grudnia декабря грудня prosince aralık desember ديسمبر كانون_الأول كانون_الاول דצמבר בדצמבר',
];

const monthNumbers = new Map(monthNames.flatMap((line, at) => line.split(' ').map((name) => [name, at + 1] as const)));

/** 1 to 12; null if the word is no month. */
export const monthNumber = (name: string): number | null =>
  monthNumbers.get(name.toLowerCase().replace(/\.$/, '').replace(/\s+/g, '_')) ?? null;

/** All month names as a pattern, longest first, so that `sept` is not read as `sep`. */
export const monthPattern = [...monthNumbers.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|')
  .replaceAll('_', '\\s+');

/** UTC offsets of zone names. Ambiguous names (`ET`, `IST`) are left out. */
const zoneOffsets: Readonly<Record<string, string>> = {
  z: '+00:00', utc: '+00:00', gmt: '+00:00', est: '-05:00', edt: '-04:00', cdt: '-05:00', mst: '-07:00', mdt: '-06:00', pst: '-08:00', pdt: '-07:00',
  cet: '+01:00', mez: '+01:00', cest: '+02:00', mesz: '+02:00', eest: '+03:00', jst: '+09:00', kst: '+09:00', aest: '+10:00', aedt: '+11:00',
}; // biome-ignore format: a table

/** The UTC offset (`+01:00`) of `Z`, `+0100`, `+01:00` or `CET`; null if unknown. */
export function zoneOffset(zone: string): string | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined && hours !== undefined)
    return Number(hours) <= 14 ? `${sign}${hours}:${minutes ?? '00'}` : null;
  return zoneOffsets[zone.toLowerCase()] ?? null;
}

export const zonePattern = `[+-]\\d{2}:?\\d{2}|${Object.keys(zoneOffsets).join('|')}`;

/** Countries with one UTC offset all year: it applies to their times without a zone. */
const countryOffsets: Readonly<Record<string, string>> = {
  CN: '+08:00', TW: '+08:00', HK: '+08:00', MO: '+08:00', SG: '+08:00', JP: '+09:00', KR: '+09:00', IN: '+05:30', VN: '+07:00', TH: '+07:00', AE: '+04:00',
}; // biome-ignore format: a table

export const countryOffset = (country: string | null): string | null => countryOffsets[country ?? ''] ?? null;

/** UTC offsets of top-level domains whose countries have one offset all year, and mostly one zone. */
const domainOffsets: Readonly<Record<string, string>> = {
  ar: '-03:00', br: '-03:00', uy: '-03:00', bo: '-04:00', ve: '-04:00', co: '-05:00', pe: '-05:00', ec: '-05:00', mx: '-06:00', cr: '-06:00', gt: '-06:00',
  za: '+02:00', ke: '+03:00', tr: '+03:00', sa: '+03:00', ae: '+04:00', pk: '+05:00', in: '+05:30', bd: '+06:00', th: '+07:00', vn: '+07:00', id: '+07:00',
  cn: '+08:00', tw: '+08:00', hk: '+08:00', sg: '+08:00', my: '+08:00', ph: '+08:00', jp: '+09:00', kr: '+09:00',
}; // biome-ignore format: a table

/** The UTC offset of a host by its top-level domain; null if unknown. */
export const domainOffset = (host: string): string | null =>
  domainOffsets[/\.([a-z]{2})(?::\d+)?$/.exec(host)?.[1] ?? ''] ?? null;
