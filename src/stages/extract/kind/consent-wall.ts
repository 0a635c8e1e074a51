import { type Block, isLinkLine, lettersIn } from '../page/blocks.ts';
import { isDateLine } from '../text/posts.ts';

// A form for consent in the place of the page: "accept, or pay" in one of many markups. Nearly all its sentences speak of cookies and partners, and one of its buttons accepts.

/** What the sentences of such forms speak of, in the languages of the web. */
const speaksOfConsent =
  /cookie|クッキー|куки|файл(?:ы|ов|ах) cookie|çerez|ciasteczk|ملفات تعريف|consent|einwilligung|consentement|consentimiento|consentimento|consenso|toestemming|zgod[ęay]|personal(?:i[sz]ed|isierte|isées|izad[oa]s) (?:ads|advert|anzeigen|werbung|publicités|anuncios)|trackers?\b|tracking|personenbezogene|données personnelles|datos personales|dados pessoais|datenschutz|confidentialité|隐私|個人情報|プライバシー|개인정보/i;
/** What the button says by which all is accepted. */
const accepts =
  /^(?:(?:yes,? )?(?:i )?(?:accept|agree|allow all|consent)\b|alle?s? (?:cookies )?(?:akzeptieren|zulassen|annehmen|accepteren|toestaan)|(?:mit werbung )?(?:akzeptieren|zustimmen|einverstanden)|tout (?:accepter|autoriser)|accepter|j['’]accepte|acept(?:ar|o)|aceitar|concordo|accett[ao]|acconsento|accepteren|akkoord|(?:za)?akceptuj|zgadzam|godkänn|acceptera|tillad alle|godta|hyväksy|přijmout|souhlasím|elfogad|accept[ăa]|принять|принимаю|согла(?:сен|шаюсь|ситься)|прийняти|(?:tümünü )?kabul|onaylıyorum|全部接受|接受|全部同意|同意|すべて(?:に)?(?:同意|許可)|모두 (?:동의|수락)|동의|قبول|أوافق|αποδοχή|συμφωνώ)/iu;
/** Characters of the label of a button. Chosen by hand, not measured. */
const maxButton = 60;
/** Latin letters of a sentence, and of all that speak of consent, at least. */
const minSentence = 50;
const minConsent = 110;
/** Latin letters of sentences about something else: what a subscription gives, the beginning of the article. As a share of the others, or as many as two sentences. */
const otherShare = 0.6;
const maxOther = 200;
/** Longer texts are a policy, or have other text beside the form. */
const maxLetters = 14_000;

/**
 * Whether a page is a form for consent. An article with such a form above it has sentences of its own, and a date.
 * @param isInForm whether a block stands in a dialog or a box with a name of such forms
 */
export function isConsentWall(blocks: readonly Block[], isInForm: (block: Block) => boolean): boolean {
  // most pages have no such button: what stands in a form is not looked for
  const canAccept = blocks.some(({ text, length }) => length <= maxButton && accepts.test(text));
  if (!canAccept || lettersIn(blocks) > maxLetters) return false;
  let [consent, other] = [0, 0];
  let hasHeadline = false;
  for (const block of blocks) {
    const { text, length } = block;
    const inForm = isInForm(block);
    if (!inForm && block.element.localName === 'h1') hasHeadline = true;
    if (!inForm && isDateLine(block)) return false;
    if (length < minSentence) continue;
    if (speaksOfConsent.test(text) || inForm) consent += length;
    else if (!isLinkLine(block) && !/^h[1-3]$/.test(block.element.localName)) other += length;
  }
  // a long form above a short article: the form's length says nothing about the article
  const mostOther = hasHeadline ? maxOther : Math.max(maxOther, otherShare * consent);
  return consent >= minConsent && other <= mostOther;
}
