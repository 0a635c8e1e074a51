/** Longest HTML of a challenge page, characters. */
const maxPageChars = 60_000;
/** Most visible text of a challenge page, characters: Anubis, with its whole explanation, has some 1,900. An article that embeds such markup has more. */
export const maxChallengeText = 3_000;

/**
 * Markup that only challenge pages have, by vendor: with it, neither the status nor the words matter. Scripts that good pages behind Cloudflare and Imperva carry
 * too (`challenge-platform/…/jsd/`, `/_Incapsula_Resource?` as a script) are not in it. A browser's page has no scripts any more, so elements that it keeps are
 * listed too.
 */
const markup: readonly RegExp[] = [
  /\/\.within\.website\/x\/(?:cmd\/anubis|xess)\/|\bid="?anubis_challenge\b/i, // Anubis
  /\/\.well-known\/\.git\.gammaspectra\.live\/git\/go-away\//i, // go-away
  /cf-challenge|_cf_chl_opt|challenge-platform\/h\/\w\/orchestrate|\bid="?challenge-(?:form|running)\b|class="?cf-error-details/i, // Cloudflare
  /captcha-delivery\.com\/(?:c\b|captcha|interstitial)|<iframe[^>]+(?:captcha-delivery\.com|geo\.captcha)/i, // DataDome
  /\bid="?px-captcha\b/i, // HUMAN
  /<iframe[^>]+_Incapsula_Resource/i, // Imperva
  /\bid="?sec-(?:if-)?cpt/i, // Akamai
  /\bgokuProps\b/, // AWS WAF
  /\bid="?nc_1_wrapper\b/i, // Alibaba Cloud
  /\/\.well-known\/sgcaptcha\//i, // SiteGround
  /\/\.well-known\/vercel\/security\//i, // Vercel
  /sucuri_cloudproxy_js/i, // Sucuri
];

/** Tags, but links to other pages; the text of scripts. */
const tagsAndScripts = /<script\b[\s\S]*?(?:<\/script>|$)|<(?!a\s)[^<>]*>/gi;

/**
 * Whether the HTML has the markup of a bot challenge: its text may speak of it, and its links may lead to a description. The caller knows how much text the page
 * shows: see `maxChallengeText`.
 */
export function hasChallengeMarkup(html: string): boolean {
  if (html.length > maxPageChars || !markup.some((pattern) => pattern.test(html))) return false;
  const tags = html.match(tagsAndScripts)?.join('\n') ?? '';
  return markup.some((pattern) => pattern.test(tags));
}

/** Characters of a page's visible text, without an exact parse: up to `maxPageChars` of HTML, else infinite. */
export function visibleLength(html: string): number {
  if (html.length > maxPageChars) return Number.POSITIVE_INFINITY;
  return html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ').length;
}
