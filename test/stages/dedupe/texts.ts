import type { Draft } from '../../../src/model/article/draft.ts';
import type { CanonicalUrl } from '../../../src/model/web/canonical-url.ts';

/** Texts written for these tests. */
export const ferry = `The last wooden ferry on the lake will stop running in October, the harbour office announced on Monday. Its hull, built in the yard at Morrow in 1931, no longer passes inspection, and a repair would cost more than the town earns from fares in ten years.

"We looked for every way to keep her," said the harbour master, Ines Calder, who learned to steer on the boat as a girl. A group of islanders has offered to take the vessel over and to show it as a museum beside the old customs shed.

From November a smaller electric boat is to cross four times a day. Cyclists complain that it carries only six bicycles, while the wooden ferry found room for thirty. The council votes on the timetable next week.`;

export const orchard = `Growers in the upper valley expect the smallest apple harvest for a generation after frost in three nights of May. Early varieties lost almost all of their blossom, and even the hardy cider apples set little fruit.

The cooperative, which presses juice for forty villages, will buy apples from the coast this year and label the bottles accordingly. Its chairman hopes that the members stay patient until the new trees bear.`;

export const chinese = `市港务局周一宣布，湖上最后一艘木质渡轮将于十月停运。这艘船于1931年在莫罗船厂建造，船体已无法通过检验，修理费用超过全镇十年的船票收入。

港务长表示，他们想尽了一切办法保留这艘船。一群岛民提出接管渡轮，把它放在旧海关仓库旁边作为博物馆展出。从十一月起，一艘较小的电动船每天往返四次。`;

/** A bulletin of one template: filled with other numbers it is another story. */
export const bulletin = (place: string, numbers: readonly number[]): string =>
  `Weather for ${place}. The morning begins with ${numbers[0]} degrees and light cloud over the hills, and by noon the thermometer reaches ${numbers[1]} degrees in the town centre. Wind from the west blows at ${numbers[2]} kilometres an hour, with gusts of up to ${numbers[3]} on exposed ridges. The chance of rain is ${numbers[4]} per cent in the afternoon. Pressure stands at ${numbers[5]} hectopascals and is expected to hold until the weekend, when the next front comes in from the sea.`;

export const draft = (title: string, body: string): Draft => ({
  url: 'https://gazette.example/a' as CanonicalUrl,
  canonicalUrl: 'https://gazette.example/a' as CanonicalUrl,
  site: 'gazette.example',
  pageType: 'article',
  title,
  body,
  bodyHtml: '',
  markdown: '',
  authors: [],
  publishedAt: null,
  modifiedAt: null,
  source: null,
  section: null,
  tags: [],
  description: null,
  lang: 'en',
  leadImage: null,
  images: [],
  media: [],
  data: {},
  posts: [],
  provenance: {},
  extractor: 'generic/1',
});
