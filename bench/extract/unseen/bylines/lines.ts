/** How bylines are written in the text of an article, by language. `{a}`: the names, joined; `{1}`: one name, for lines with a role or an agency. */
interface Lines {
  /** What stands between two names: commas, and before the last one. */
  readonly join: readonly [between: string, last: string];
  readonly head: readonly string[];
  /** At the end of the text. */
  readonly tail: readonly string[];
  /** With a role, a place or an agency that is no part of the name. */
  readonly withRole: readonly string[];
  /** Names somebody who did not write the article: an editor, a photographer, a translator. */
  readonly others: readonly string[];
  /** Says on which day the text was changed; `{d}`: the date in the manner of the language. */
  readonly updated: string;
}

const lines: Readonly<Record<string, Lines>> = {
  en: {
    join: [', ', ' and '],
    head: ['By {a}', 'Written by {a}', 'Words: {a}', 'BY {a}', 'By {a} | Features'],
    tail: ['— {a}', 'Reporting by {a}', '{a} wrote this story.'],
    withRole: ['By {1}, science editor', 'By {1} (Reuters)', '{1}, our correspondent in the north', 'By {1} | AP'],
    others: ['Edited by {1}', 'Photographs by {1}', 'Translated by {1}'],
    updated: 'Updated: {d}',
  },
  de: {
    join: [', ', ' und '],
    head: ['Von {a}', 'Text: {a}', 'Ein Bericht von {a}', 'VON {a}'],
    tail: ['Autor: {a}', '({a})', 'Text: {a}'],
    withRole: [
      'Von {1}, dpa',
      'Von {1} (Redaktion Wirtschaft)',
      'Aus dem Tal berichtet {1}',
      'Von {1}, Wissenschaftsredakteurin',
    ],
    others: ['Redaktion: {1}', 'Fotos: {1}', 'Aus dem Englischen von {1}'],
    updated: 'Aktualisiert am {d}',
  },
  fr: {
    join: [', ', ' et '],
    head: ['Par {a}', 'Texte : {a}', 'Un article de {a}', 'PAR {a}'],
    tail: ['{a}', 'Propos recueillis par {a}'],
    withRole: ['Par {1}, avec AFP', 'Par {1}, correspondante à Lille', 'Par {1} (rédaction locale)'],
    others: ['Photos : {1}', 'Traduit de l’anglais par {1}'],
    updated: 'Mis à jour le {d}',
  },
  es: {
    join: [', ', ' y '],
    head: ['Por {a}', 'Texto: {a}', 'Escrito por {a}'],
    tail: ['Redacción: {a}', '{a}'],
    withRole: ['Por {1}, enviada especial', 'Por {1} (EFE)', '{1} | Redacción'],
    others: ['Fotografía: {1}', 'Traducción de {1}'],
    updated: 'Actualizado el {d}',
  },
  it: {
    join: [', ', ' e '],
    head: ['di {a}', 'Di {a}', 'A cura di {a}'],
    tail: ['{a}'],
    withRole: ['di {1}, inviata', 'di {1} (ANSA)'],
    others: ['Foto di {1}'],
    updated: 'Aggiornato il {d}',
  },
  pt: {
    join: [', ', ' e '],
    head: ['Por {a}', 'Texto de {a}', 'Escrito por {a}'],
    tail: ['Reportagem de {a}'],
    withRole: ['Por {1}, da redação', 'Por {1} (Lusa)'],
    others: ['Fotos: {1}', 'Edição de {1}'],
    updated: 'Atualizado em {d}',
  },
  nl: {
    join: [', ', ' en '],
    head: ['Door {a}', 'Tekst: {a}', 'Door: {a}'],
    tail: ['Tekst: {a}'],
    withRole: ['Door {1}, onze verslaggever', 'Door {1} (ANP)'],
    others: ['Foto’s: {1}'],
    updated: 'Bijgewerkt op {d}',
  },
  pl: {
    join: [', ', ' i '],
    head: ['Autor: {a}', 'Tekst: {a}', 'Autorzy: {a}'],
    tail: ['Tekst: {a}', '{a}'],
    withRole: ['{1}, PAP', 'Autor: {1} (redakcja lokalna)'],
    others: ['Zdjęcia: {1}', 'Redakcja: {1}'],
    updated: 'Aktualizacja: {d}',
  },
  ru: {
    join: [', ', ' и '],
    head: ['Автор: {a}', 'Текст: {a}', 'Авторы: {a}'],
    tail: ['Автор текста: {a}', '{a}'],
    withRole: ['{1}, специальный корреспондент', 'Автор: {1}, ТАСС'],
    others: ['Фото: {1}', 'Редактор: {1}'],
    updated: 'Обновлено {d}',
  },
  zh: {
    join: ['、', '、'],
    head: ['文/{a}', '作者：{a}', '记者 {a}', '撰文｜{a}', '本报记者 {a} 报道'],
    tail: ['（作者：{a}）', '（记者 {a}）'],
    withRole: ['新华社记者 {1}', '文｜{1}（特约撰稿人）', '本报驻地记者 {1}'],
    others: ['（责任编辑：{1}）', '摄影：{1}', '编辑/{1}'],
    updated: '更新时间：{d}',
  },
  ja: {
    join: ['、', '、'],
    head: ['文・{a}', '取材・文＝{a}', '執筆：{a}', '{a} 著'],
    tail: ['（文・{a}）', '文／{a}'],
    withRole: ['【{1}記者】', '文・{1}（ライター）'],
    others: ['写真・{1}', '編集：{1}'],
    updated: '更新日：{d}',
  },
  ko: {
    join: [', ', ', '],
    head: ['글 {a}', '{a} 기자', '글쓴이: {a}'],
    tail: ['글 = {a}', '{a} 기자'],
    withRole: ['{1} 기자 (연합뉴스)', '{1} 객원기자'],
    others: ['사진 {1}', '편집 {1}'],
    updated: '업데이트 {d}',
  },
  ar: {
    join: ['، ', ' و'],
    head: ['بقلم: {a}', 'كتب: {a}', 'بقلم {a}'],
    tail: ['إعداد: {a}'],
    withRole: ['بقلم: {1} - وكالات'],
    others: ['تصوير: {1}', 'تحرير: {1}'],
    updated: 'آخر تحديث: {d}',
  },
  fa: {
    join: ['، ', ' و '],
    head: ['نویسنده: {a}', 'نوشتهٔ {a}'],
    tail: ['نویسنده: {a}'],
    withRole: ['نویسنده: {1}، خبرنگار'],
    others: ['عکس: {1}'],
    updated: 'به‌روزرسانی: {d}',
  },
  he: {
    join: [', ', ' ו'],
    head: ['מאת: {a}', 'מאת {a}'],
    tail: ['כתבו: {a}'],
    withRole: ['מאת {1}, כתב לענייני מדע'],
    others: ['צילום: {1}'],
    updated: 'עודכן: {d}',
  },
};

const edits = /^（?(Edited by|Redaktion|Redakcja|Edição|Редактор|责任编辑|编辑|編集|편집|تحرير)/;
/** Whether such a line names an editor, who stands for the author where nobody else is named. */
export const namesEditor = (line: string): boolean => edits.test(line);

export const linesOf = (language: string): Lines => {
  const known = lines[language];
  if (known === undefined) throw new RangeError(`no bylines of ${language}`);
  return known;
};

/** `A`, `A and B`, `A, B and C`. */
export function joinNames(names: readonly string[], language: string): string {
  const [between, last] = linesOf(language).join;
  const [final = ''] = names.slice(-1);
  return names.length < 2 ? final : `${names.slice(0, -1).join(between)}${last}${final}`;
}

/** The day in the manner of the language: `5. März 2026`, `2026年3月5日`. */
export const localDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-u-ca-gregory' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00:00Z`));
