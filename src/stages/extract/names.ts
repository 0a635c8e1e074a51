import { fold } from './blocks.ts';

/** Words before a name that say that it is the writer's. */
export const lead =
  /^(?:(?:written|posted|reported|published|edited|story|words|text|recipe|review(?:ed)?|article|interview|veröffentlicht|erstellt|eingestellt|gespeichert|publié|(?:show|view) all (?:articles|posts)|zeige alle beiträge|alles|(?:ein )?artikel|more)\s+)?(?:by|von|par|por|di|door|av|of)(?:\s*:?\s+|(?-i:(?=\p{Lu})))|^(?:authors?|autor(?:in|en)?|auteur|autore|interview|text|作者|文|记者|記者|本报记者|撰文|编辑|編輯)\s*[:：／/]\s*|^(?:本报记者|记者)\s+/iu;

/** Degrees and orders stay with the name before them: `MD`, `FAND`, `E-RYT 200`. */
const credential = /^[A-Z][A-Z-]{1,6}(?: \d+)?\.?$/;

/** What follows a name in the same line: a place, a date, a role. */
const tail =
  /\s*(?:\||•|·|⋅|–|—|\s-\s|@|(?-i:(?<=\p{Ll})(?=(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\s\d))|\b(?:am|um)\s+\d|\bim gespräch\b|\b(?:illustration|fotos?|photos?)\b|\(|\d{1,2}[.:/]\d|\b(?:published|updated|posted|on\s+\p{L}+\s\d|for\s+(?:the\s)?\p{Lu}|view\s+(?:all|more)|more\s+(?:by|from))\b|\b\d{4}\b).*$/iu;
const role =
  /^(?:staff(?: writer| reporter)?|editor(?:ial)?(?: team| staff| board)?|admin(?:istrator)?|redaktion|la rédaction|redacción|redazione|guest(?: author)?|contributor|correspondent|reporter|senior \p{L}+|author|team|founder|m\.?d\.?|ph\.?d\.?|jr\.?|news desk|web desk|webmaster|anonymous|unknown|null|undefined|follow|facebook|twitter|email|by|via|trending editor|contributing(?: writer)?|written by|posted by|von|insights from|view all posts.*)$/iu;

/** Single names of one byline. */
export function namesIn(byline: string): string[] {
  const line = fold(byline.replace(/<[^<>]*>/g, ' '))
    .replace(lead, '')
    .replace(lead, '');
  if (/^(?:https?:|www\.|@)|@[\w.-]+\.\w+$/.test(line)) return [];
  const names: string[] = [];
  for (const part of line.split(/\s*[,;/&、，|]\s*|\s+(?:and|und|et|y|e|en|och|og|with|mit|和)\s+/iu)) {
    const name = bare(part);
    const last = names.at(-1);
    if (last !== undefined && credential.test(name)) names[names.length - 1] = `${last}, ${name}`;
    else if (!/^\d/.test(part) && isName(name)) names.push(name);
  }
  return names;
}

/** "Ada Marsh Senior Review Analyst": what a person is, after the name. */
const profession =
  /(?<=\S)\s+(?:(?:contributing|senior|staff|former|deputy|chief|guest|lead)\s+(?:\p{L}+\s+){0,2})?(?:writer|editor|reporter|author|autorin|autor|correspondent|founder|analyst|columnist)\b.*$/iu;

const bare = (part: string): string =>
  part
    .replace(lead, '')
    .replace(tail, '')
    .replace(profession, '')
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}.)]+$/gu, '')
    .trim();

function isName(name: string): boolean {
  if (
    name.length < 2 ||
    name.length > 60 ||
    role.test(name) ||
    /^\p{Ll}+[._]\p{Ll}/u.test(name) ||
    /https?:|\.(?:com|org|net)\b|[{}<>=]/.test(name)
  )
    return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.length <= 12;
  return name.split(/\s+/).length <= 6;
}
