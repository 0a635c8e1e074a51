/** The most frequent family names of China and its neighbours: nine of ten people have one. A name that no word introduces must begin with one. */
export const familyNames: ReadonlySet<string> = new Set(
  '王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫閆段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯焦才柯施洪季关關欧歐裴骆駱尚樊盛倪聂聶章鲁魯殷翁葛柳岳齐齊梅庄莊辛管祝左涂谷祁耿牟卜路詹靳温溫翟包宁寧柴瞿阎閻甘景舒车車单單游鲍鮑喻冉',
);

/** "王小明 李华": two persons. A Japanese name has a space inside, but seldom two characters of this set around it. */
const twoNames =
  /(?<!\p{Script=Han})(?<first>\p{Script=Han}{2,3})[ \u3000](?=(?<second>\p{Script=Han}{2,3})(?!\p{Script=Han}))/gu;

/** Puts a comma between Chinese names that only a space separates. */
export const separateNames = (line: string): string =>
  line.replace(twoNames, (whole, first: string, second: string) =>
    familyNames.has(first.slice(0, 1)) && familyNames.has(second.slice(0, 1)) ? `${first}、` : whole,
  );

/** "王 明" has a space for the width of a name of three characters. */
const spacedName = /(?<!\p{Script=Han})(?<family>\p{Script=Han})[ \u3000]+(?<given>\p{Script=Han})(?!\p{Script=Han})/gu;
/** "王明：北部大学，北京": the affiliation follows. */
const affiliation = /^(?<name>\p{Script=Han}{2,4})[：:].*$/u;

/** Closes the space within a Chinese name of two characters, and cuts off the affiliation behind it. */
export const plainName = (line: string): string =>
  line
    .replace(spacedName, (whole, family: string, given: string) => (familyNames.has(family) ? family + given : whole))
    .replace(affiliation, '$<name>');
