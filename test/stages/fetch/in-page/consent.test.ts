import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { answerConsent, consentOptions } from '../../../../src/stages/fetch/in-page/consent.ts';

/** The structure of each platform's first dialog, without its text; in a shadow root if the platform uses one. */
const dialogs: Readonly<Record<string, { html: string; host?: string; clicked?: string; rule?: string }>> = {
  onetrust: {
    html: '<div id=onetrust-banner-sdk role=dialog><button id=onetrust-pc-btn-handler>Settings</button><button id=onetrust-reject-all-handler>no</button><button id=onetrust-accept-btn-handler>yes</button></div>',
  },
  'onetrust without a no': {
    html: '<div id=onetrust-banner-sdk><button id=onetrust-reject-all-handler style="display:none">no</button><button id=onetrust-accept-btn-handler>yes</button></div>',
    rule: 'onetrust',
    clicked: 'yes',
  },
  cookiebot: {
    html: '<div id=CybotCookiebotDialog><button id=CybotCookiebotDialogBodyButtonDecline>no</button><button id=CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll>yes</button></div>',
  },
  didomi: {
    html: '<div id=didomi-host><div id=didomi-notice><span class=didomi-continue-without-agreeing role=button>no</span><button id=didomi-notice-agree-button>yes</button></div></div>',
  },
  quantcast: {
    html: '<div id=qc-cmp2-ui><div class=qc-cmp2-summary-buttons><button mode=secondary>More options</button><button mode=primary>yes</button></div></div>',
    clicked: 'yes',
  },
  'funding-choices': {
    html: '<div class=fc-consent-root><div class=fc-dialog><button class="fc-button fc-cta-do-not-consent">no</button><button class="fc-button fc-cta-consent">yes</button></div></div>',
  },
  trustarc: {
    html: '<div id=truste-consent-track><button id=truste-consent-required>no</button><button id=truste-consent-button>yes</button></div>',
  },
  usercentrics: {
    host: 'usercentrics-root',
    html: '<div data-testid=uc-container><button data-testid=uc-deny-all-button>no</button><button data-testid=uc-accept-all-button>yes</button></div>',
  },
  sourcepoint: {
    html: '<div class=message><button class="sp_choice_type_12">Options</button><button class="sp_choice_type_13">no</button><button class="sp_choice_type_11">yes</button></div>',
  },
  consentmanager: { html: '<div id=cmpbox><a class="cmpboxbtn cmpboxbtnyes" href="#">yes</a></div>', clicked: 'yes' },
  klaro: {
    html: '<div class=klaro><div class=cookie-notice><button class="cm-btn cn-decline">no</button><button class="cm-btn cm-btn-success">yes</button></div></div>',
  },
  osano: {
    html: '<div class=osano-cm-dialog><button class=osano-cm-denyAll>no</button><button class=osano-cm-accept-all>yes</button></div>',
  },
  iubenda: {
    html: '<div id=iubenda-cs-banner><button class=iubenda-cs-reject-btn>no</button><button class=iubenda-cs-accept-btn>yes</button></div>',
  },
  cookieyes: {
    html: '<div class=cky-consent-bar><button class="cky-btn cky-btn-reject">no</button><button class="cky-btn cky-btn-accept">yes</button></div>',
  },
  complianz: {
    html: '<div class=cmplz-cookiebanner><button class="cmplz-btn cmplz-accept">yes</button><button class="cmplz-btn cmplz-deny">no</button></div>',
  },
  borlabs: {
    html: '<div id=BorlabsCookieBox><a href="#" data-cookie-accept-all>yes</a><a href="#" data-cookie-refuse>no</a></div>',
  },
  axeptio: {
    host: 'axeptio_overlay" class="axeptio_mount',
    html: '<button id=axeptio_btn_dismiss>no</button><button id=axeptio_btn_acceptAll>yes</button>',
  },
  civic: {
    html: '<div id=ccc><button id=ccc-notify-accept>yes</button><button id=ccc-notify-reject>no</button></div>',
  },
  cookieconsent: {
    html: '<div class=cc-window><a class="cc-btn cc-dismiss" role=button>yes</a></div>',
    clicked: 'yes',
  },
  'cookieconsent-3': {
    html: '<div id=cc-main><button data-role=all>yes</button><button data-role=necessary>no</button></div>',
  },
  'a German dialog': {
    html: '<div role=dialog>Datenschutz und Cookies <button>Einstellungen</button><button>Alle akzeptieren</button><button>Alle ablehnen</button></div>',
    rule: 'dialog',
    clicked: 'Alle ablehnen',
  },
  'a French dialog': {
    html: '<div class="popin" id="privacy-wall">Nos partenaires <a href="#">Continuer sans accepter →</a><button>Tout accepter</button></div>',
    rule: 'dialog',
    clicked: 'Continuer sans accepter →',
  },
  'a Chinese overlay': {
    html: '<div class="cookie-tip">本网站使用Cookie <span role=button>我知道了</span></div>',
    rule: 'dialog',
    clicked: '我知道了',
  },
};

/** Dialogs that ask for something else, or nothing. */
const others: Readonly<Record<string, string>> = {
  newsletter: '<div role=dialog>Our letter, every morning <button>OK</button></div>',
  'a recipe for cookies':
    '<article class=recipe><h1>Cookies</h1><p>Accept no others.</p><a href="#top">Up</a></article>',
  'a hidden dialog': '<div role=dialog hidden>Cookies <button>Accept</button></div>',
  comments: '<form class=comments><button>Reject all</button></form>',
};

describe('consent dialogs', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
    browser = await chromium.launch({ executablePath, env: { ...env } });
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  const answer = (html: string, host?: string): Promise<[string | null, string]> =>
    page.evaluate(`(() => {
      const [html, host] = ${JSON.stringify([html, host ?? null])};
      document.body.innerHTML = host ? '<div id="' + host + '"></div>' : html;
      const root = host ? document.body.firstChild.attachShadow({ mode: 'open' }) : document.body;
      if (host) root.innerHTML = html;
      let clicked = '';
      root.addEventListener('click', (event) => { clicked = event.target.textContent; event.preventDefault(); });
      const rule = (${String(answerConsent)})(${JSON.stringify(consentOptions)});
      return [rule, clicked];
    })()`);

  it.each(Object.entries(dialogs))('%s is answered with one click', async (name, { html, host, clicked, rule }) => {
    expect(await answer(html, host)).toEqual([rule ?? name, clicked ?? 'no']);
  });

  it.each(Object.entries(others))('%s is left alone', async (_, html) => {
    expect(await answer(html)).toEqual([null, '']);
  });

  it('every rule is tried', () => {
    const tried = Object.entries(dialogs).map(([name, { rule }]) => rule ?? name);
    expect(consentOptions.rules.map(({ name }) => name).filter((name) => !tried.includes(name))).toEqual([]);
  });
});
