/** A bulletin: the same words with different names. All names are invented. */
export interface Form {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
  /** The names of each bulletin; `{0}` in the text is the first. */
  readonly fills: readonly (readonly string[])[];
}

const council = `The parish council of {0} has elected {1} as its new chair, the clerk said after the meeting in the village hall. {1} follows {2}, who steps down after
many years and was thanked with a long round of applause. Members from {3} and {4} had asked for a secret ballot, which was granted without debate. The new chair said that the
repair of the road to {3} would come first, before the playground and the roof of the chapel. Objections may be handed in at the office in {0} until the end of the month.`;

const match = `{0} have beaten {1} in the regional handball league after a second half in which they hardly made a mistake. {2} opened the scoring from the left wing,
and {3} kept the visitors out with one save after the other. Coach {4} praised the defence and said that the team had at last shown what it can do at home. For {1}
the defeat means that the place among the leaders is gone for now. {2} was carried from the court on the shoulders of the supporters of {0} when it was over.`;

const wechsel = `Der Gemeinderat von {0} hat {1} zur neuen Leiterin des Bauhofs bestimmt, wie die Verwaltung nach der Sitzung mitteilte. {1} folgt auf {2}, der nach vielen
Jahren in den Ruhestand geht und mit langem Beifall verabschiedet wurde. Vertreter aus {3} und {4} hatten eine geheime Wahl beantragt. Die neue Leiterin will zuerst die Straße nach
{3} ausbessern lassen, danach den Spielplatz. Einwände nimmt das Rathaus in {0} bis zum Ende des Monats entgegen, {2} bleibt bis dahin beratend tätig.`;

const renming = `{0}人民代表大会常务委员会会议决定，任命{1}为{0}文化和旅游局局长，免去{2}的上述职务。会议听取了有关说明，与会人员进行了审议和表决。{1}在表态发言中说，将认真履行职责，
推动当地文化事业发展，重点做好{3}古城保护和{4}博物馆建设。{2}对继任者表示祝贺，感谢同事多年来的支持。会议由{0}人大常委会主任主持，{3}和{4}的代表列席了会议。`;

const ninmei = `{0}市は、次の図書館長に{1}氏を起用すると発表した。{2}館長の退任に伴う人事で、市議会の同意を得て決まった。{1}氏は{3}市の出身で、長く学校の司書として働き、
{4}町の読書会でも活動してきた。会見で{1}氏は、子どもが一人で来ても安心して過ごせる図書館にしたいと話した。{2}館長は、{0}市の皆さんに支えられたと感謝を述べた。`;

export const forms: readonly Form[] = [
  {
    lang: 'en',
    title: '{1} to chair the council of {0}',
    text: council,
    fills: [
      ['Northport', 'Ines Calder', 'Tom Harrow', 'Little Wick', 'Saltmarsh'],
      ['Ashby Cross', 'Miriam Oduya', 'Peter Lund', 'Fenwater', 'Upper Mill'],
      ['Carrow', 'Hugh Penrose', 'Anna Vale', 'Stonebeck', 'Thornlea'],
      ['Westering', 'Leonie Strand', 'Gareth Moss', 'Kilnsey', 'Brackwell'],
      ['Dunmore', 'Yusuf Karim', 'Helen Frost', 'Oldcastle', 'Merrow'],
    ],
  },
  {
    lang: 'en',
    title: '{0} beat {1} at home',
    text: match,
    fills: [
      ['Harbour Lions', 'Castle Rovers', 'Dana Whitlock', 'Sofia Brandt', 'Ruth Aller'],
      ['Riverside', 'Milltown Hawks', 'Kerry Nolan', 'Ida Sommer', 'Paul Etchells'],
      ['Hillside Foxes', 'Abbey United', 'Nora Quist', 'Wendy Lamb', 'Omar Haddad'],
      ['Quayside', 'Forest Owls', 'Tess Marlow', 'Greta Holm', 'Simon Pike'],
    ],
  },
  {
    lang: 'de',
    title: '{1} leitet den Bauhof von {0}',
    text: wechsel,
    fills: [
      ['Grünau', 'Katrin Lohse', 'Bernd Ackermann', 'Lindenau', 'Steinfurt'],
      ['Oberwalden', 'Miriam Täuber', 'Josef Krings', 'Talheim', 'Rehbach'],
      ['Nordhafen', 'Silke Jansen', 'Uwe Petersen', 'Dünenfeld', 'Katenbüll'],
      ['Weißenbrunn', 'Helga Moosbauer', 'Ludwig Sandner', 'Kirchsee', 'Hochried'],
    ],
  },
  {
    lang: 'zh',
    title: '{1}任{0}文化和旅游局局长',
    text: renming,
    fills: [
      ['临屿市', '王晓堃', '张立民', '青石', '海州'],
      ['白河县', '李文秀', '陈国强', '凤山', '长宁'],
      ['云溪市', '赵明远', '刘桂芳', '安平', '龙泉'],
      ['东岭县', '周雅琴', '孙德胜', '丰镇', '永安'],
    ],
  },
  {
    lang: 'ja',
    title: '{0}市の図書館長に{1}氏',
    text: ninmei,
    fills: [
      ['青浜', '高橋美咲', '佐藤健一', '白川', '松原'],
      ['北沢', '山田太郎', '鈴木花子', '東野', '竹下'],
      ['南港', '中村由紀', '小林直樹', '西山', '梅田'],
    ],
  },
];

export const fillForm = (text: string, fill: readonly string[]): string =>
  text.replace(/\{(\d)\}/g, (_, slot: string) => fill[Number(slot)] ?? '').replace(/\s*\n\s*/g, ' ');
