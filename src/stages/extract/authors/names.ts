import { monthPattern } from '../dates/calendar-words.ts';
import { withoutRelativeDates } from '../dates/relative-dates.ts';
import { foldSpace } from '../page/blocks.ts';
import { authorWords, byWords } from './byline-words.ts';
import { plainName, separateNames } from './chinese-names.ts';
import { isAgency, isNoName, isPlaceholder } from './no-names.ts';

/** Words before an author's name: "by", "Text:", "作者：". */
export const bylineLead = new RegExp(
  `^(?:(?:written|posted|reported|published|story|reportage|reportagem|reportaje|propos recueillis|recueilli|words|text|recipe|review(?:ed)?|article|interview|veröffentlicht|erstellt|eingestellt|gespeichert|geschrieben|verfasst|publié|posté|écrit|rédigé|publicado|escrito|postado|scritto|pubblicato|geschreven|geplaatst|skrevet|skriven|(?:text|foto|photo)s?\\s+(?:und|and|&)\\s+(?:interview|fotos?|photos?|text)|(?:(?:(?:show|view|see|read)\\s+)?(?:all|more|other)\\s+)?(?:articles|posts|stories|news)|(?:zeige\\s+)?(?:alle|weitere|mehr)\\s+(?:artikel|beiträge|texte)|alles|(?:ein )?artikel|more|über|about)\\s+)?(?:(?:${byWords})\\s*:?\\s+|(?-i:(?:[Bb]y|[Vv]on|OF)(?=\\p{Lu}\\p{Ll})))|^(?:(?:post |article |story )?(?:${authorWords})|interview|(?:text|foto|photo)s?\\s+(?:und|and|&)\\s+(?:interview|fotos?|photos?|text)|te[kx]st[oe]?|texto|redaktion|文|记者|記者|本报记者|编辑|編輯)\\s*[:：／/|｜]\\s*|^(?:新华社|本报|本网|本台|特约|实习|见习){0,2}(?:记者|記者)\\s*(?=\\p{Script=Han}{2,4}(?:\\s|$))|^(?:取材・文|文・写真|文|聞き手|執筆)\\s*[・＝=]\\s*|^(?:بقلم|كتبت?|كتابة|تقرير|حوار|إعداد|تحرير)(?:\\s*:\\s*|\\s+)`,
  'iu',
);

/** Degrees and titles that belong to the name before them: `MD`, `FAND`, `E-RYT 200`. */
const credential = /^[A-Z][A-Z-]{1,6}(?: \d+)?\.?$/;

/** Degrees that are no name if they stand alone. */
const degree = /^(?:MD|PH\.?D|JR|SR)\.?$/i;

/** What may follow a name in the same line: a place, a date, a role. */
const afterName =
  /\s*(?:\||•|·(?!(?<=\p{Script=Han}·)\p{Script=Han})|⋅|–|—|\s-\s|(?-i:(?<=\p{Ll})(?=(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\s\d))|\b(?:am|um)\s+\d|\bim gespräch\b|\b(?:symbolbild|photograph|sponsored)\b|\s(?-i:In\s\p{Lu})|\s\d{1,2}\.(?=\s\d)|\b(?:illustration|fotos?|photos?)\b|\((?![^()]{1,30}\)\s(?-i:\p{Lu}\p{Ll}))|\d{1,2}[.:/]\d|\b(?:published|updated|posted|on\s+\p{L}+\s\d|view\s+(?:all|more)|more\s+(?:by|from))\b|\b\d{4}\b|\s(?:编辑|編輯|责编|摄影|图片)(?!\p{Script=Han}{2})).*$/iu;

/**
 * Separators of names. Arabic joins "and" to the next name, and some names begin with the same letter. A space separates Chinese names of three characters each
 * (a Japanese name has a space inside).
 */
const betweenNames =
  /\s*(?:[,;/、，|]|&(?!\s?\p{Ll}(?![\p{L}.])))\s*|\s+(?:and|und|et|y|e|en|och|og|with|mit|i|oraz|и|та|і|ve|és|và|ja|和)\s+|(?<=\p{L}\s\p{Script=Arabic}{1,30})\s+و(?!(?:ليد|ائل|سام|داد|فاء|جدي|حيد|ردة|سيم|هبي)(?!\p{L}))(?=\p{Script=Arabic}{2})|(?<=(?<!\p{Script=Han})\p{Script=Han}{3})\s+(?=\p{Script=Han}{3}(?!\p{Script=Han}))/iu;

/** Addresses in a byline: e-mail, web, social networks. */
const address =
  /(?:https?:\/\/|www\.|(?<!\S)(?:twitter|facebook|instagram|linkedin|youtube|x|t)\.(?:com|me)\/)\S*|(?:mailto:)?[\w.+-]{1,60}(?:@|\s?[([]at[)\]]\s?)[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}|(?<!\S)@[\w.]{2,40}/giu;

/** People who did something else, after the author: "Ada Marsh, reviewed by Tom Quill", "Foto: Tom Quill". */
const otherCredit =
  /(?<=\S)\s(?:(?:medically |clinically )?reviewed by|fact[- ]?check(?:ed|ing) by|edited by|translated by|photos? by|fotos?\s*:|übersetzt von|redigiert von|illustrations? by).*$/iu;

/** Co-authors in brackets: "Ada Marsh (avec Tom Quill et Jo Black)". */
const helpers = /\s*[(（]\s*(?:with|mit|avec|con|com|met|med)\s+(?<names>[^()]{2,80})[)）]/giu;

/** "Tom Quill (photography)" beside the author. */
const pictureMaker =
  /(?:\s*[,&]\s*|\s+(?:and|und|et|y|e|en|och|og)\s+)\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,3}\s*\((?:photo\p{L}*|fotos?|fotogra\p{L}*|pictures?|images?|bilder|illustrations?|video|gra(?:ph|f)i\p{L}*)\)/giu;

/** Characters. A byline of fifty names is shorter; hostile pages have very long ones. */
const maxBylineLength = 2_000;

/** Pieces of a byline that are read: bounds the work on hostile pages. */
const maxParts = 100;

const weekdays =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag';

/**
 * A date in words beside a name: "Montag, 3. März", "le 3 mars", "March 3, 2026". Before its month it has a day, after it day and year: a month alone is a name,
 * too (Theresa May).
 */
const writtenDate = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:le|el|il|den|on|am|vom|op|em)\\s+)?(?:(?:${weekdays}),?\\s+)?(?:(?:le|den|the)\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|er|[.º])?\\s+(?:de\\s+|of\\s+)?(?:${monthPattern})(?!\\p{L})(?:,?\\s+(?:de\\s+|of\\s+)?\\d{4}(?!\\d))?|(?:${monthPattern})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}(?!\\d))`,
  'giu',
);

const plainLine = (byline: string): string =>
  withoutRelativeDates(
    foldSpace(
      byline
        .slice(0, maxBylineLength)
        .replace(/<[^<>]*>/g, ' ')
        .replace(address, ' '),
    ),
  )
    .replace(writtenDate, ' | ')
    .replace(helpers, ', $<names>')
    .replace(pictureMaker, '')
    .replace(otherCredit, '')
    .replace(/^by(?=by\s)/i, '')
    .replace(bylineLead, '')
    .replace(bylineLead, '');

/** Letters of an agency's desk: "dpa/lno". */
const isDeskCode = (part: string): boolean => /^\p{Ll}{2,4}$/u.test(part);

/** "Harbour Tax & Accounting", "Marsh & Marsh": the second part is one word, or the first one again. */
const firmName =
  /^(?:\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)+ & \p{Lu}[\p{L}'’-]*|(?<word>\p{Lu}[\p{L}'’-]*) & (?:\k<word>|\p{Ll}))(?: \p{Lu}{2,5})?$/u;

/** The names in a byline; empty if it has none. */
export function namesIn(byline: string): string[] {
  const names: string[] = [];
  const line = separateNames(plainName(plainLine(byline)));
  if (firmName.test(line)) return [];
  const parts = line.split(betweenNames, maxParts);
  for (const [at, part] of parts.entries()) {
    const last = names.at(-1);
    const isCredential = last !== undefined && degree.test(part);
    if ((isNoName(part) && !isCredential) || (isDeskCode(part) && isAgency(parts[at - 1] ?? ''))) continue;
    // after a full name, a piece with a profession is that person's role
    if (last?.includes(' ') && (isAgency(part) || profession.test(`- ${part}`))) continue;
    const name = bareName(part);
    if (last !== undefined && isRoleAfter(last, parts[at - 1] ?? '', name)) continue;
    if (last !== undefined && credential.test(name)) names[names.length - 1] = `${last}, ${name}`;
    else if (!/^\d/.test(part) && !opensSentence(part) && isName(name)) names.push(name);
  }
  return names;
}

/** Whether a piece goes on with the role of the person before it: "Ada Marsh, Projektleiterin der HSS", "Ada Marsh Writer, Hardware". */
const isRoleAfter = (person: string, piece: string, name: string): boolean =>
  person.includes(' ') &&
  /^\p{Script=Latin}/u.test(name) &&
  !nobleName.test(name) &&
  ((/\s(?:der|des|für|bei|im|am|for|of|at|chez|à la|du|des|del|della)\s/u.test(name) && roleHead.test(name)) ||
    (profession.test(piece) && !name.includes(' ')));

/** "Pieter van der Meer", "Ada von der Mark": the particle belongs to the name. */
const nobleName = /^\p{Lu}\p{L}+ (?:van|von|op) (?:de[nr]?|het|'t) \p{Lu}\p{L}+$/u;

/** How a role begins: a capital word that is no given name, by its ending. */
const roleHead =
  /^\p{Lu}\p{L}*(?:in|er|or|ist|ent|ant|eur|rice|ire|nte|ora?|tär|leitung|amt|head|chair|member)(?:\s|$)/u;

const organisationWords =
  /(?<!\p{L})(?:gmbh|e\.\s?v\.?|inc|llc|ltd|ag|stiftung|verlag|verband|magazin|magazine|redaktion|team|university|universität|press|media|news|newsroom|editors|agency|society|foundation)(?!\p{L})/iu;

/** "Harbour Press", "Redaktion Kultur". */
export const isOrganisation = (name: string): boolean => organisationWords.test(name);
/** "adamarsh": lower-case letters, digits and marks only. */
export const isUserName = (name: string): boolean => /^[\p{Ll}\d._-]+$/u.test(name);

/** The outlets or desks in a byline: "Redaktion", "The Diggs Team", "gazette.example". Persons, if it names some. */
export function organisationsIn(byline: string): string[] {
  const named = namesIn(byline);
  if (named.length > 0) return named;
  const line = plainLine(byline)
    .replace(afterName, '')
    .replace(/^[\s:,–—-]+|[\s:,–—-]+$/g, '');
  return line.length >= 2 &&
    line.length <= 40 &&
    /\p{L}/u.test(line) &&
    !line.split(betweenNames, maxParts).every(isPlaceholder) &&
    !isPlaceholder(line)
    ? [line]
    : [];
}

/** A profession after the name: "Ada Marsh Senior Review Analyst", also without a space: "Ada MarshFounder". */
const profession =
  /(?:(?<=\S)\s+|(?-i:(?<=\p{Ll})(?=\p{Lu})))(?:(?:contributing|senior|staff|former|deputy|chief|guest|lead|managing|executive|associate|political|national)\s+(?:\p{L}+\s+){0,2})?(?:writer|editor|reporter|author|autorin|autor|correspondent|founder|co-?founder|analyst|columnist|journalist|blogger|producer|professor|lecturer|educators?|specialist|expert|consultant|director|manager|president|ceo|attorney|redakteur(?:in)?|chefredakteur(?:in)?|geschäftsführer(?:in)?|korrespondent(?:in)?|volont[äa]r(?:in)?|journaliste|rédact(?:eur|rice)|correspondante?|periodista|redactora?|corresponsal|giornalista|redattore|redattrice)(?!\p{L}).*$/iu;
/** A function before the name: "Rechtsanwalt Ada Marsh", "Reporter Ada Marsh". */
const roleBefore =
  /^(?:(?:guest|staff|senior|chief|contributing)\s+)?(?:reporter|correspondent|columnist|editor|rechtsanw[aä]lt(?:in)?|redakteur(?:in)?|chefredakteur(?:in)?|gastautor(?:in)?|autor(?:in)?|journaliste|periodista)\s+(?=\p{Lu}\p{Ll}+\s+\p{Lu})/iu;

/** "Zach Marsh Dec" of "Zach Marsh Dec 5, 3 pm": a month behind a full name. May, April, June and August are names, too. */
const monthBehind =
  /(?<=\p{L}\s\p{L}[\p{L}'’.-]*)\s(?:Jan(?:uary)?|Feb(?:ruary)?|Mar|Apr|Jun|July?|Aug|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Januar|Februar|Juli|Oktober|Dezember)\.?(?:\s\d.*)?$/u;

/** The level of a member, beside the name. */
const levelBadge = /\s+(?:Lv|Lvl|Level|LV)\.?\s?\d{0,3}$/u;

const bareName = (part: string): string =>
  cutAtWord(part.replace(bylineLead, '').replace(roleBefore, '').replace(afterName, '').replace(profession, ''))
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}.)]+$/gu, '')
    .replace(/(?<=\p{Ll})(?:Follow|Folgen|Suivre|Seguir)$/u, '')
    .replace(/(?<=\p{Ll}{3})\.$/u, '')
    .replace(/\s(?:on|at|in|am|um|le|el|il)$/u, '')
    .replace(monthBehind, '')
    .replace(levelBadge, '')
    .replace(/^(?<open>[^(]*)\)$/u, '$<open>')
    .trim();

/** Words that begin something else after a full name: "Ada Marsh in London", "Ada Marsh for The Gazette", "Ada Marsh contributed to this report". */
const otherBeginnings = new Set(
  'in from for at at, on reports reported contributed writes is was has aus für im bei schreibt berichtet à pour dans chez est desde para en es redactor per'.split(
    ' ',
  ),
);
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) || particles.test(word);
/** A full name has two words or more. */
const minNameWords = 2;

function cutAtWord(name: string): string {
  const words = name.split(' ');
  const isAfterName = (word: string) =>
    otherBeginnings.has(word.toLowerCase()) || (/^\p{Ll}{3}/u.test(word) && !particles.test(word));
  const at = words.findIndex(
    (word, index) => index >= minNameWords && isAfterName(word) && words.slice(0, index).every(isCapital),
  );
  return at === -1 ? name : words.slice(0, at).join(' ');
}

function isName(name: string): boolean {
  if (
    name.length < 2 ||
    name.length > 60 ||
    isNoName(name) ||
    /^(?:\p{Ll}+\.\p{Ll}|\p{Lu}{2,}[._]\p{Lu}{2})|\s\d{1,2}$|^\d+\s/u.test(name) ||
    /https?:|\.(?:com|org|net)(?!\p{Ll})|[{}<>=:@]/u.test(name)
  )
    return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.length <= 12;
  const words = name.split(/\s+/);
  return words.length <= 6 && !isSentence(words);
}

/** Particles of names: "Ada van der Marsh". */
const particles =
  /^(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|vom|zu|zur|der|den|ten|ter|bin|ibn|al|el|af|av|y|e|i|d[’'].*)$/u;

const opensSentence = (part: string): boolean => /^\p{Ll}/u.test(part) && isSentence(part.split(' '));

/** Three words and more, most of them in lower case: "horticulture educators in Harbour". */
function isSentence(words: readonly string[]): boolean {
  const own = words.filter((word) => !particles.test(word));
  const lower = own.filter((word) => /^\p{Ll}/u.test(word));
  return own.length >= 3 && lower.length * 2 > own.length;
}
