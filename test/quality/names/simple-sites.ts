// Simple hand-written pages: a headline, a byline, an advertisement, paragraphs. All combinations of a few axes.

interface LanguageText {
  readonly lang: string;
  readonly by: string;
  readonly name: string;
  readonly date: string;
  readonly ad: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const languageTexts: readonly LanguageText[] = [
  {
    lang: 'en',
    by: 'By ',
    name: 'Ada Marsh',
    date: '20 November 2026',
    ad: 'Advertisement: buy two kettles at Rowan & Daughters and get the third one free.',
    title: 'Harbour bridge reopens after eleven months',
    paragraphs: [
      'The harbour bridge opened again on Friday morning, eleven months after a barge had struck its northern pier and closed the only road between the two halves of the town.',
      'About four hundred people walked across before the first bus was let through, some of them carrying the lanterns that they had used on the ferry during the winter.',
      'The council says that the repair cost nine million, a third less than was feared, because the foundations turned out to be sound.',
    ],
  },
  {
    lang: 'de',
    by: 'Von ',
    name: 'Jonas Lindner',
    date: '20. November 2026',
    ad: 'Anzeige: Jetzt zwei Kessel bei Rowan kaufen und den dritten geschenkt bekommen.',
    title: 'Hafenbrücke nach elf Monaten wieder offen',
    paragraphs: [
      'Die Hafenbrücke ist seit Freitagmorgen wieder offen, elf Monate nachdem ein Lastkahn ihren nördlichen Pfeiler gerammt und die einzige Straße zwischen beiden Stadthälften unterbrochen hatte.',
      'Rund vierhundert Menschen gingen hinüber, bevor der erste Bus fahren durfte, manche mit den Laternen, die sie im Winter auf der Fähre benutzt hatten.',
      'Nach Angaben des Rates hat die Reparatur neun Millionen gekostet, ein Drittel weniger als befürchtet, weil die Fundamente sich als gesund erwiesen.',
    ],
  },
  {
    lang: 'fr',
    by: 'Par ',
    name: 'Claire Fontanel',
    date: '20 novembre 2026',
    ad: 'Publicité : deux bouilloires achetées chez Rowan, la troisième est offerte.',
    title: 'Le pont du port rouvre après onze mois',
    paragraphs: [
      "Le pont du port a rouvert vendredi matin, onze mois après qu'une péniche avait heurté sa pile nord et fermé la seule route entre les deux moitiés de la ville.",
      "Environ quatre cents personnes l'ont traversé avant le premier autobus, certaines avec les lanternes qui leur avaient servi sur le bac pendant l'hiver.",
      'Selon le conseil, la réparation a coûté neuf millions, un tiers de moins que prévu, parce que les fondations étaient saines.',
    ],
  },
  {
    lang: 'zh',
    by: '作者：',
    name: '林晓舟',
    date: '2026年11月20日',
    ad: '广告：在罗文商店买两把水壶，第三把免费赠送。',
    title: '港口大桥停用十一个月后重新开放',
    paragraphs: [
      '港口大桥于星期五早晨重新开放。十一个月前，一艘驳船撞上北侧桥墩，切断了这座小城两半之间唯一的公路，居民只能依靠渡船往来于两岸之间。',
      '第一辆公共汽车获准通过之前，大约四百人步行走过大桥，其中一些人手里提着冬天在渡船上用过的灯笼，沿途向对岸的邻居挥手致意。',
      '市议会表示，维修费用为九百万，比原先担心的少三分之一，因为检查发现桥基完好，只有上部的石层需要重新砌筑。',
    ],
  },
];

const bylines = {
  'a paragraph': (line: string) => `<p>${line}</p>`,
  'a named paragraph': (line: string) => `<p class="byline">${line}</p>`,
  'a division': (line: string) => `<div class="author">${line}</div>`,
  'a span': (line: string) => `<span class="writer">${line}</span>`,
  'an address': (line: string) => `<address>${line}</address>`,
};
const withDate = {
  'no date': (by: string) => by,
  'the date after': (by: string, date: string) => `${by}, ${date}`,
  'the date before': (by: string, date: string) => `${date} | ${by}`,
};
const adPlaces = ['first', 'between', 'last', 'none'] as const;

export interface SimplePage {
  readonly name: string;
  readonly html: string;
  readonly byline: string;
  readonly ad: string | null;
  readonly title: string;
  readonly author: string;
  readonly paragraphs: readonly string[];
}

/** Every combination of language, byline, date, "by" and advertisement. */
export const simplePages: readonly SimplePage[] = languageTexts.flatMap((tongue) =>
  Object.entries(bylines).flatMap(([shape, markup]) =>
    Object.entries(withDate).flatMap(([dated, line]) =>
      adPlaces.flatMap((place) =>
        [true, false].map((says) => {
          const byline = line(`${says ? tongue.by : ''}${tongue.name}`, tongue.date);
          const ad = `<div class="ad">${tongue.ad}</div>`;
          const [first = '', ...rest] = tongue.paragraphs.map((text) => `<p>${text}</p>`);
          const text = [
            ...(place === 'first' ? [ad] : []),
            first,
            ...(place === 'between' ? [ad] : []),
            ...rest,
            ...(place === 'last' ? [ad] : []),
          ].join('\n');
          return {
            name: `${tongue.lang}, ${shape}, ${dated}, ${says ? '' : 'no '}"${tongue.by.trim()}", ad ${place}`,
            html: `<!doctype html><html lang="${tongue.lang}"><head><meta charset="utf-8"><title>${tongue.title}</title>
<meta name="author" content="${tongue.name}"></head><body><h1>${tongue.title}</h1>\n${markup(byline)}\n${text}
<p><a href="/">Home</a></p></body></html>`,
            byline,
            ad: place === 'none' ? null : tongue.ad,
            title: tongue.title,
            author: tongue.name,
            paragraphs: tongue.paragraphs,
          };
        }),
      ),
    ),
  ),
);
