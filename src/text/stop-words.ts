/** Stop words by language, folded; Chinese and Japanese as the segmenter splits them. */
const lists = {
  en: `a about after all also am an and any are as at be because been before being between both but by can could did do does doing down during each few for from
    further had has have having he her here hers him his how i if in into is it its just me more most my no nor not now of off on once only or other our out over own
    said same say says she should so some such than that the their them then there these they this those through to too under until up us very was we were what when
    where which while who whom why will with would you your`,
  zh: `的 了 和 是 在 有 我 他 她 它 们 我们 他们 她们 你 您 这 那 这个 那个 这些 那些 之 与 及 或 也 都 就 而 但 但是 并 并且 被 把 对 对于 从 向 到 于 以 为 因为 所以 等 等等
    着 过 地 得 不 没有 还 又 很 更 最 将 已 已经 可以 一个 一 上 下 中 里 后 前 说 表示 称 其 该 各 每 个 则 如果 由 由于 会 能 要 让 使 给 比 年 月 日`,
  ja: `の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ
    によって により おり より による ず なり られる において です ます でし まし`,
  de: `aber als am an auch auf aus bei bin bis bist da damit das dass dem den der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem
    einen einer eines er es für hat haben hatte hier ich ihr ihre im in ist ja kann kein keine man mehr mit nach nicht noch nur ob oder ohne sein seine sich sie sind so
    über um und uns unter vom von vor war waren was wie wird wir zu zum zur zwischen`,
  fr: `à au aux avec ce ces cette comme dans de des du elle elles en entre est et eux il ils je la le les leur leurs lui ma mais me même mes moi mon ne nos notre nous on
    ont ou où par pas plus pour qu que qui sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous été être avait d l s n c j`,
  es: `a al algo algunos ante antes como con contra cual cuando de del desde donde durante e el ella ellos en entre era es esa ese eso esta estado este esto estos fue
    ha había han hasta hay la las le les lo los más me mi mucho muy nada ni no nos o otra otro para pero poco por porque que quien se según ser si sin sobre son su
    sus también te tiene todo todos tu un una uno unos y ya yo`,
} as const;

const byLanguage = new Map<string, ReadonlySet<string>>(
  Object.entries(lists).map(([lang, words]) => [lang, new Set(words.split(/\s+/))]),
);

/** For an unknown language: English and Chinese, whose stop words rarely carry meaning in other languages. */
const unknownLanguage: ReadonlySet<string> = new Set([...lists.en.split(/\s+/), ...lists.zh.split(/\s+/)]);

/**
 * Stop words of a language, folded as the tokenizer folds.
 * @param lang ISO 639-1, a longer tag such as `zh-CN`, or null; for a language without a list, the result is empty
 */
export function stopWords(lang: string | null): ReadonlySet<string> {
  if (lang === null) return unknownLanguage;
  return byLanguage.get(lang.slice(0, 2).toLowerCase()) ?? new Set();
}
