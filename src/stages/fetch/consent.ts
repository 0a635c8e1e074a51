export interface ConsentRule {
  readonly name: string;
  /** The button that accepts; the first visible match is clicked. */
  readonly button: string;
}

/** Consent platforms by their own buttons, most common first (share of the platforms on news sites: OneTrust, Sourcepoint, Didomi, Quantcast, Cookiebot). */
export const consentRules: readonly ConsentRule[] = [
  { name: 'onetrust', button: '#onetrust-accept-btn-handler' },
  {
    name: 'cookiebot',
    button: '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll, #CybotCookiebotDialogBodyButtonAccept',
  },
  { name: 'didomi', button: '#didomi-notice-agree-button' },
  { name: 'quantcast', button: '.qc-cmp2-summary-buttons button[mode="primary"], .qc-cmp-button' },
  { name: 'trustarc', button: '#truste-consent-button, .trustarc-agree-btn' },
  { name: 'usercentrics', button: '[data-testid="uc-accept-all-button"]' },
  { name: 'sourcepoint', button: 'button.sp_choice_type_11' },
  { name: 'consentmanager', button: '.cmpboxbtnyes' },
  { name: 'cookieconsent', button: '.cc-allow, .cc-dismiss, #c-p-bn' },
  { name: 'complianz', button: '.cmplz-accept' },
];

/** A dialog without a known name: looked like one, and a button in it says yes. */
export const consentDialogs =
  '[role="dialog"], [role="alertdialog"], dialog[open], [aria-modal="true"], [class*="consent" i], [id*="consent" i], [class*="cookie" i], [id*="cookie" i], [class*="gdpr" i], [id*="gdpr" i]';
export const acceptWords =
  /^\s*(i )?(accept|agree|allow|got it|ok(ay)?|consent)( (to )?(all|cookies|all cookies|and (close|continue|proceed)))?[.!]?\s*$|^\s*(yes, )?i (agree|accept|consent)\s*$|^\s*(accept|allow|agree to) (all )?cookies\s*$|^\s*(alle(s)? )?(akzeptieren|zustimmen)\s*$|^\s*(tout )?accepter( et fermer)?\s*$|^\s*(aceptar|accetta|aceitar)( todo| tutti| tudo)?\s*$|^\s*(我?(已阅读并)?同意(并继续)?|接受(全部|所有)?(cookie)?|同意する|すべて許可|동의)\s*$/i;

export interface ConsentOptions {
  readonly rules: readonly ConsentRule[];
  readonly dialogs: string;
  /** Source of the regular expression; it ignores case. */
  readonly accept: string;
}

export const consentOptions: ConsentOptions = {
  rules: consentRules,
  dialogs: consentDialogs,
  accept: acceptWords.source,
};

/**
 * Runs in the page (as source text): clicks the button of the first consent dialog that is shown.
 * @returns the rule's name; null where nothing was clicked
 */
export function acceptConsent({ rules, dialogs, accept }: ConsentOptions): string | null {
  const shown = (element: Element): element is HTMLElement => element.checkVisibility({ visibilityProperty: true });
  for (const { name, button } of rules) {
    const found = [...document.querySelectorAll(button)].find(shown);
    if (found instanceof HTMLElement) {
      found.click();
      return name;
    }
  }
  const words = new RegExp(accept, 'i');
  for (const dialog of document.querySelectorAll(dialogs)) {
    if (!shown(dialog)) continue;
    const buttons = dialog.querySelectorAll(
      'button, [role="button"], a[href^="#"], input[type="button"], input[type="submit"]',
    );
    const yes = [...buttons].find(
      (one) => shown(one) && words.test(one.textContent || (one as HTMLInputElement).value || ''),
    );
    if (yes instanceof HTMLElement) {
      yes.click();
      return 'dialog';
    }
  }
  return null;
}
