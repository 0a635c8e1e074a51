/** Words of bylines by language, for patterns with the flags "iu". */

/** "By" before a name, with a space or a colon between. */
export const byWords = [
  'by|from|of', // English
  'von|vom', // German
  'par|por|di|door|av|af', // French, Spanish and Portuguese, Italian, Dutch, Swedish and Norwegian, Danish
  'oleh|bởi|przez', // Indonesian, Vietnamese, Polish
  'โดย|מאת|נכתב על ידי|توسط|به قلم|글', // Thai, Hebrew, Persian, Korean
].join('|');

/** "Author" as a label: a colon or the end of the line follows. */
export const authorWords = [
  'authors?(?:\\(s\\))?|autor(?:in|en|es|as?|ka|i|zy|ři)?|auteurs?(?:\\(s\\))?|autore|autrice', // English, German and Slavic, French, Italian
  'автор(?:ы|ка|и)?|аутор|avtor|autorius|autors|napsala?|napisała?|piše', // Slavic and Baltic
  'författare|forfatter|kirjoittaja|szerző|írta|yazar|yazan|penulis|tác giả', // Nordic, Hungarian, Turkish, Indonesian, Vietnamese
  'συντάκτης|συντάκτρια|συγγραφέας|כותבת?|المؤلف|الكاتبة?|نویسنده|نگارنده|लेखक|লেখক|ผู้เขียน', // Greek, Hebrew, Arabic, Persian, Hindi, Bengali, Thai
  '投稿者|執筆者?|著者|筆者|作成者|ライター|작성자|글쓴이|지은이|저자|作者|撰文者?', // Japanese, Korean, Chinese
].join('|');
