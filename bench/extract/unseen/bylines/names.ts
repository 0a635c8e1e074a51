/** Names of made-up people by the shape that is hard about them. Bylines of every language may have a foreign one. */
const shapes = {
  hyphenated: ['Anne-Kathrin Vogt-Lüders', 'Jean-Baptiste Arnoult', 'Marie-Ève Tessier', 'Olga Smirnova-Weil'],
  particle: [
    'Pieter van der Hoeven',
    'Ludwig von Ahlen',
    'Sofia de la Cruz Medina',
    'Iris ten Broek',
    'Caterina Dall’Orto',
  ],
  initials: ['J. R. Whitlock', 'T.K. Osei', 'Mary B. Aldous', 'A. S. Petrescu'],
  apostrophe: ["Siobhán O'Dwyer", 'Gabriele D’Amelio', 'Liam O’Hagan'],
  vietnamese: ['Nguyễn Thị Minh Khuê', 'Trần Quốc Đạt', 'Lê Hoài Phương'],
  turkish: ['Ayşe Gül Çelikkol', 'İbrahim Özdoğan', 'Şule Işıkçı'],
  nordic: ['Åsa Bjørnstad', 'Þórunn Hallgrímsdóttir', 'Søren Kjær'],
  mononym: ['Madhavi', 'Teju', 'Ronaldinha'],
  pseudonym: ['the_gardener', 'Captain Sprocket', 'NightHeron42'],
  organisation: ['Northlight Data Desk', 'Harbour Press Association', 'Institut Talweg'],
  chinese: ['欧阳晓岚', '李四维', '诸葛明', '王小雨'],
  japanese: ['佐々木 遥', '高橋健太郎', '小野寺ゆり'],
  korean: ['김서연', '남궁민호', '이하늘'],
  arabic: ['عبد الرحمن القاضي', 'ليلى بنت سعيد', 'يوسف الحمداني'],
  cyrillic: ['Анна Вересова', 'Иван Петрович Лугин', 'М. Кольцова'],
  hebrew: ['נועה בן־ארי', 'יואב לוין'],
} as const;

export type NameShape = keyof typeof shapes | 'common';

/** Which of the shapes a byline of the language may have, beside its common names. */
const shapesOf: Readonly<Record<string, readonly (keyof typeof shapes)[]>> = {
  zh: ['chinese', 'pseudonym'],
  ja: ['japanese', 'pseudonym'],
  ko: ['korean', 'pseudonym'],
  ar: ['arabic'],
  fa: ['arabic'],
  he: ['hebrew'],
  ru: ['cyrillic', 'cyrillic', 'pseudonym'],
};
const latin: readonly (keyof typeof shapes)[] = [
  ...(['hyphenated', 'particle', 'initials', 'apostrophe', 'vietnamese', 'turkish', 'nordic'] as const),
  ...(['mononym', 'pseudonym', 'organisation', 'hyphenated', 'particle', 'initials'] as const),
];

export interface Name {
  readonly text: string;
  readonly shape: NameShape;
}

/** Draws a name that is not in use. `common` makes one of the language's ordinary names. */
export function drawName(language: string, next: () => number, common: () => string, used: ReadonlySet<string>): Name {
  for (let attempt = 0; attempt < 50; attempt++) {
    const pool = shapesOf[language] ?? latin;
    const shape = next() < 0.4 ? 'common' : (pool[Math.floor(next() * pool.length)] ?? 'initials');
    const texts = shape === 'common' ? [common()] : shapes[shape];
    const text = texts[Math.floor(next() * texts.length)] ?? '';
    if (!used.has(text)) return { text, shape };
  }
  throw new Error(`no unused name of ${language} came in 50 draws`);
}
