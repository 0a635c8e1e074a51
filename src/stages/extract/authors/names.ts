import { foldSpace } from '../page/blocks.ts';

/** Words before an author's name: "by", "Text:", "作者：". */
export const bylineLead =
  /^(?:(?:written|posted|reported|published|edited|story|words|text|recipe|review(?:ed)?|article|interview|veröffentlicht|erstellt|eingestellt|gespeichert|publié|(?:text|foto|photo)s?\s+(?:und|and|&)\s+(?:interview|fotos?|photos?|text)|(?:show|view) all (?:articles|posts)|zeige alle beiträge|alles|(?:ein )?artikel|more)\s+)?(?:(?:by|von|vom|par|por|di|door|av|of)\s*:?\s+|(?-i:(?:[Bb]y|[Vv]on|OF)(?=\p{Lu}\p{Ll})))|^(?:authors?|autor(?:in|en)?|auteur|autore|interview|(?:text|foto|photo)s?\s+(?:und|and|&)\s+(?:interview|fotos?|photos?|text)|text|redaktion|作者|文|记者|記者|本报记者|撰文|编辑|編輯)\s*[:：／/]\s*|^(?:本报记者|记者)\s+|^(?:取材・文|文・写真|文|聞き手|執筆)\s*[・＝=]\s*|^(?:بقلم|كتبت?|كتابة|تقرير|حوار|إعداد|تحرير)(?:\s*:\s*|\s+)/iu;

/** Degrees and titles that belong to the name before them: `MD`, `FAND`, `E-RYT 200`. */
const credential = /^[A-Z][A-Z-]{1,6}(?: \d+)?\.?$/;

/** What may follow a name in the same line: a place, a date, a role. */
const afterName =
  /\s*(?:\||•|·|⋅|–|—|\s-\s|@|(?-i:(?<=\p{Ll})(?=(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\s\d))|\b(?:am|um)\s+\d|\bim gespräch\b|\b(?:symbolbild|photograph|sponsored)\b|\s(?-i:In\s\p{Lu})|\s\d{1,2}\.(?=\s\d)|\b(?:illustration|fotos?|photos?)\b|\(|\d{1,2}[.:/]\d|\b(?:published|updated|posted|on\s+\p{L}+\s\d|for\s+(?:the\s)?\p{Lu}|view\s+(?:all|more)|more\s+(?:by|from))\b|\b\d{4}\b).*$/iu;
const roleWords =
  /^(?:staff(?: writer| reporter)?|editor(?:ial)?(?: team| staff| board)?|admin(?:istrator)?|redaktion|la rédaction|redacción|redazione|guest(?: author)?|contributor|correspondent|reporter|senior \p{L}+|author|team|founder|m\.?d\.?|ph\.?d\.?|jr\.?|news desk|web desk|webmaster|anonymous|unknown|null|undefined|follow|facebook|twitter|email|by|via|trending editor|contributing(?: writer)?|written by|posted by|von|insights from|view all posts.*)$/iu;

/**
 * Separators of names. Arabic joins "and" to the next name, and some names begin with the same letter. A space separates Chinese names of three characters each
 * (a Japanese name has a space inside).
 */
const betweenNames =
  /\s*[,;/&、，|]\s*|\s+(?:and|und|et|y|e|en|och|og|with|mit|和)\s+|(?<=\p{L}\s\p{Script=Arabic}{1,30})\s+و(?!(?:ليد|ائل|سام|داد|فاء|جدي|حيد|ردة|سيم|هبي)(?!\p{L}))(?=\p{Script=Arabic}{2})|(?<=(?<!\p{Script=Han})\p{Script=Han}{3})\s+(?=\p{Script=Han}{3}(?!\p{Script=Han}))/iu;

/** Characters. A byline of fifty names is shorter; hostile pages have very long ones. */
const maxBylineLength = 2_000;

/** The names in a byline; empty if it has none. */
export function namesIn(byline: string): string[] {
  const line = foldSpace(byline.slice(0, maxBylineLength).replace(/<[^<>]*>/g, ' '))
    .replace(bylineLead, '')
    .replace(bylineLead, '');
  if (/^(?:https?:|www\.|@)|@[\w.-]+\.\w+$/.test(line)) return [];
  const names: string[] = [];
  for (const part of line.split(betweenNames)) {
    const name = bareName(part);
    const last = names.at(-1);
    if (last !== undefined && credential.test(name)) names[names.length - 1] = `${last}, ${name}`;
    else if (!/^\d/.test(part) && isName(name)) names.push(name);
  }
  return names;
}

const organisationWords =
  /(?<!\p{L})(?:gmbh|e\.\s?v\.?|inc|llc|ltd|ag|stiftung|verlag|verband|magazin|magazine|redaktion|team|university|universität|press|media|news|newsroom|editors|agency|society|foundation)(?!\p{L})/iu;

/** "Harbour Press", "Redaktion Kultur". */
export const isOrganisation = (name: string): boolean => organisationWords.test(name);
/** "adamarsh": lower-case letters, digits and marks only. */
export const isUserName = (name: string): boolean => /^[\p{Ll}\d._-]+$/u.test(name);

/** Placeholders of content management systems, and texts that cannot be names. */
const placeholder =
  /^(?:unknown|anonymous|null|undefined|author|autor|admin(?:istrator)?|follow|none|n\/a)$|https?:|[{}<>=]|^[a-z]+(?:\.[a-z]+){2,}$/i;

/** The outlets or desks in a byline: "Redaktion", "The Diggs Team", "gazette.example". Persons, if it names some. */
export function organisationsIn(byline: string): string[] {
  const named = namesIn(byline);
  if (named.length > 0) return named;
  const line = foldSpace(byline.slice(0, maxBylineLength).replace(/<[^<>]*>/g, ' '))
    .replace(bylineLead, '')
    .replace(afterName, '')
    .replace(/^[\s:,–—-]+|[\s:,–—-]+$/g, '');
  return line.length >= 2 && line.length <= 40 && /\p{L}/u.test(line) && !placeholder.test(line) ? [line] : [];
}

/** A profession after the name: "Ada Marsh Senior Review Analyst". */
const profession =
  /(?<=\S)\s+(?:(?:contributing|senior|staff|former|deputy|chief|guest|lead)\s+(?:\p{L}+\s+){0,2})?(?:writer|editor|reporter|author|autorin|autor|correspondent|founder|analyst|columnist)\b.*$/iu;

const bareName = (part: string): string =>
  part
    .replace(bylineLead, '')
    .replace(afterName, '')
    .replace(profession, '')
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}.)]+$/gu, '')
    .trim();

function isName(name: string): boolean {
  if (
    name.length < 2 ||
    name.length > 60 ||
    roleWords.test(name) ||
    /^\p{Ll}+[._]\p{Ll}|\s\d{1,2}$/u.test(name) ||
    /https?:|\.(?:com|org|net)\b|[{}<>=:]/.test(name)
  )
    return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.length <= 12;
  return name.split(/\s+/).length <= 6;
}
