export interface ConsentRule {
  readonly name: string;
  /** Selector of the button that rejects with one click; null: the platform's first dialog has no such button. */
  readonly reject: string | null;
  /** Selector of the button that accepts, for sites that configured no reject button. */
  readonly accept: string;
}

/**
 * Consent platforms and their buttons, from their documentation and scripts, the most common on news sites first. Dialogs in a frame of another origin
 * (Sourcepoint and others) need no rule: the page behind them is in the document, and their text is not.
 */
const consentRules: readonly ConsentRule[] = [
  { name: 'onetrust', reject: '#onetrust-reject-all-handler', accept: '#onetrust-accept-btn-handler' },
  {
    name: 'cookiebot',
    reject: '#CybotCookiebotDialogBodyButtonDecline',
    accept: '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll, #CybotCookiebotDialogBodyButtonAccept',
  },
  {
    name: 'didomi',
    reject: '.didomi-continue-without-agreeing, #didomi-notice-disagree-button',
    accept: '#didomi-notice-agree-button',
  },
  {
    name: 'quantcast',
    reject: '#qc-cmp2-ui #disagree-btn',
    accept: '.qc-cmp2-summary-buttons button[mode="primary"], .qc-cmp-button',
  },
  { name: 'funding-choices', reject: '.fc-cta-do-not-consent', accept: '.fc-cta-consent' },
  {
    name: 'trustarc',
    reject: '#truste-consent-required',
    accept: '#truste-consent-button, .trustarc-agree-btn',
  },
  {
    name: 'usercentrics',
    reject: '[data-testid="uc-deny-all-button"], button#deny.uc-deny-button',
    accept: '[data-testid="uc-accept-all-button"], button#accept.uc-accept-button',
  },
  {
    name: 'sourcepoint',
    reject: 'button.sp_choice_type_13, button.sp_choice_type_REJECT_ALL',
    accept: 'button.sp_choice_type_11, button.sp_choice_type_ACCEPT_ALL',
  },
  { name: 'consentmanager', reject: '.cmpboxbtnno', accept: '.cmpboxbtnyes' },
  { name: 'klaro', reject: '.klaro .cn-decline', accept: '.klaro .cm-btn-success' },
  {
    name: 'osano',
    reject: '.osano-cm-denyAll, .osano-cm-deny',
    accept: '.osano-cm-accept-all, .osano-cm-accept',
  },
  { name: 'iubenda', reject: '.iubenda-cs-reject-btn', accept: '.iubenda-cs-accept-btn' },
  { name: 'cookieyes', reject: '.cky-btn-reject', accept: '.cky-btn-accept' },
  { name: 'complianz', reject: '.cmplz-deny', accept: '.cmplz-accept' },
  {
    name: 'borlabs',
    reject: '.brlbs-btn-accept-only-essential, [data-cookie-refuse]',
    accept: '.brlbs-btn-accept-all, [data-cookie-accept-all]',
  },
  { name: 'axeptio', reject: '#axeptio_btn_dismiss', accept: '#axeptio_btn_acceptAll' },
  { name: 'civic', reject: '#ccc-notify-reject', accept: '#ccc-notify-accept' },
  { name: 'cookieconsent', reject: '.cc-deny', accept: '.cc-allow, .cc-dismiss' },
  {
    name: 'cookieconsent-3',
    reject: '#cc-main [data-role="necessary"]',
    accept: '#cc-main [data-role="all"], #c-p-bn',
  },
];

/** Elements with the shadow root of a platform's dialog. */
const shadowHosts = '#usercentrics-root, #usercentrics-cmp-ui, #cmpwrapper, .axeptio_mount';

/** Elements that look like a consent dialog of an unknown platform. */
const consentDialogs =
  '[role="dialog"], [role="alertdialog"], dialog[open], [aria-modal="true"], [class*="consent" i], [id*="consent" i], [class*="cookie" i], [id*="cookie" i], [class*="gdpr" i], [id*="gdpr" i], [class*="privacy" i], [id*="privacy" i]';
/** Whole labels of buttons that reject. */
const rejectWords =
  /^\s*(reject|decline|refuse|deny)( all)?( optional| non-essential)?( cookies)?\s*$|^\s*continue without (accepting|agreeing)[\s→]*$|^\s*(use |accept )?(only )?(strictly )?(necessary|essential)( cookies)?( only)?\s*$|^\s*(alle(s)? )?(ablehnen|verweigern)\s*$|^\s*nur (notwendige|essenzielle)( cookies)?( akzeptieren)?\s*$|^\s*tout refuser\s*$|^\s*continuer sans accepter[\s→]*$|^\s*rechazar( todo| todas)?\s*$|^\s*rifiuta( tutti| tutto)?\s*$|^\s*(recusar|rejeitar)( tudo)?\s*$|^\s*(全部|一律)?(拒绝|不同意)(全部|所有)?(cookie)?\s*$|^\s*すべて拒否\s*$/i;
/** Whole labels of buttons that accept. */
const acceptWords =
  /^\s*(i )?(accept|agree|allow|got it|ok(ay)?|consent)( (to )?(all|cookies|all cookies|and (close|continue|proceed)))?[.!]?\s*$|^\s*(yes, )?i (agree|accept|consent)\s*$|^\s*(accept|allow|agree to) (all )?cookies\s*$|^\s*(alle(s)? )?(akzeptieren|zustimmen)\s*$|^\s*(tout )?accepter( et fermer)?\s*$|^\s*(aceptar|accetta|aceitar)( todo| tutti| tudo)?\s*$|^\s*(我?(已阅读并)?同意(并继续)?|(我)?知道了|接受(全部|所有)?(cookie)?|同意する|すべて許可|동의)\s*$/i;
/** A dialog without any of these words is about something else, such as a newsletter or the reader's age. */
const consentWords =
  /cookie|consent|privacy|gdpr|personal data|partners|datenschutz|einwilligung|confidentialité|vie privée|privacidad|隐私|プライバシー|개인정보/i;

export interface ConsentOptions {
  readonly rules: readonly ConsentRule[];
  readonly shadowHosts: string;
  readonly dialogs: string;
  /** Source of a regular expression that ignores case; `accept` and `about` too. */
  readonly reject: string;
  readonly accept: string;
  readonly about: string;
}

export const consentOptions: ConsentOptions = {
  rules: consentRules,
  shadowHosts,
  dialogs: consentDialogs,
  reject: rejectWords.source,
  accept: acceptWords.source,
  about: consentWords.source,
};

/**
 * For a page that is played: many load their player only with consent, and a context in which a page is played keeps nothing. So this accepts where it can.
 */
export const playerConsentOptions: ConsentOptions = {
  ...consentOptions,
  rules: consentRules.map(({ name, accept }) => ({ name, reject: null, accept })),
  reject: acceptWords.source,
  accept: rejectWords.source,
};

/**
 * Runs in the page (as source text). Answers the first visible consent dialog with one click: rejects if there is a button for it, otherwise accepts.
 * @returns the rule's name; null: nothing was clicked
 */
export function answerConsent(options: ConsentOptions): string | null {
  const roots = [
    document,
    ...[...document.querySelectorAll(options.shadowHosts)].flatMap((host) => host.shadowRoot ?? []),
  ];
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const click = (button: Element | undefined): boolean => {
    if (!(button instanceof HTMLElement)) return false;
    button.click();
    return true;
  };
  const find = (selector: string): Element | undefined =>
    roots.flatMap((root) => [...root.querySelectorAll(selector)]).find(isShown);
  for (const { name, reject, accept } of options.rules)
    if ((reject !== null && click(find(reject))) || click(find(accept))) return name;
  const about = new RegExp(options.about, 'i');
  for (const dialog of document.querySelectorAll(options.dialogs)) {
    if (!isShown(dialog) || !about.test(`${dialog.id} ${dialog.className} ${dialog.textContent}`)) continue;
    const buttons = [
      ...dialog.querySelectorAll('button, [role="button"], a[href^="#"], input[type="button"], input[type="submit"]'),
    ].filter(isShown);
    for (const words of [options.reject, options.accept]) {
      const label = new RegExp(words, 'i');
      if (click(buttons.find((button) => label.test(button.textContent || (button as HTMLInputElement).value || ''))))
        return 'dialog';
    }
  }
  return null;
}
