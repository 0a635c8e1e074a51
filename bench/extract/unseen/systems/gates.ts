// What stands in the place of a page: challenges, logins, forms for consent.
import type { Draw } from '../types/draw.ts';
import { documentOf, framed } from '../types/frame.ts';
import { meta, page, type System, systemsOf } from './system.ts';

const host = 'www.tin-harbour.example';
const anyPath = (draw: Draw): string =>
  draw.one([
    `/2026/0${draw.number(1, 9)}/${draw.slug()}/`,
    `/${draw.slug()}-${draw.number(10_000, 99_999)}.html`,
    `/article/${draw.number(1_000, 99_999)}`,
  ]);
const code = (draw: Draw, length: number): string =>
  draw.many(length, () => draw.one([...'0123456789abcdef'])).join('');
const at = (path: string, html: string, status = 200) => ({ path, html, status });

const challenge =
  (make: (draw: Draw) => { html: string; status?: number }): System['page'] =>
  (draw) => {
    const { html, status = draw.one([200, 403, 403, 429]) } = make(draw);
    return at(anyPath(draw), html, status);
  };

export const challenges: readonly System[] = systemsOf('bot wall', {
  'cloudflare managed': challenge((draw) => ({
    status: draw.one([200, 403]),
    html: page(
      draw,
      'Just a moment...',
      `<div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div><script>(function(){window._cf_chl_opt = {cvId: '3',cZone: '${host}',cRay: '${code(draw, 16)}'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=${code(draw, 16)}';})();</script>`,
    ),
  })),
  'datadome frame': challenge((draw) => ({
    html: page(
      draw,
      host,
      `<script>var dd={'rt':'i','cid':'${code(draw, 40)}','t':'bv','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/i.js"></script><iframe src="https://geo.captcha-delivery.com/interstitial/?initialCid=${code(draw, 20)}" title="DataDome Device Check" width="100%" height="100%"></iframe>`,
    ),
  })),
  'kasada script': challenge((draw) => ({
    status: 429,
    html: `<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance!=='undefined';</script><script src="/${code(draw, 8)}-${code(draw, 4)}/${code(draw, 4)}/ips.js?KP_UIDz=${code(draw, 30)}"></script></body></html>`,
  })),
  'hcaptcha page': challenge((draw) => ({
    html: page(
      draw,
      draw.word('human'),
      framed(
        draw,
        `<main><h1>${draw.word('human')}</h1><form method="POST"><div class="h-captcha" data-sitekey="${code(draw, 20)}"></div><button>${draw.word('send')}</button></form><p>${draw.word('unusual')}</p></main>`,
      ),
    ),
  })),
  'shop robot check': challenge((draw) => ({
    status: draw.one([200, 503]),
    html: page(
      draw,
      host,
      `<div class="a-container"><h4>Enter the characters you see below</h4><p class="a-last">Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser is accepting cookies.</p><form method="get" action="/errors/validateCaptcha"><h4>Type the characters you see in this image:</h4><img src="https://images.example/captcha/${code(draw, 8)}.jpg"><input type="text" id="captchacharacters" name="field-keywords"><button type="submit">Continue shopping</button></form><a href="/terms">Conditions of Use</a></div>`,
    ),
  })),
  'search sorry page': challenge((draw) => ({
    status: draw.one([200, 429]),
    html: page(
      draw,
      `https://${host}/`,
      `<div><form id="captcha-form" action="index" method="post"><div class="g-recaptcha" data-sitekey="x"></div></form><hr><div><b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a robot.<br><br>IP address: 203.0.113.7<br>Time: 2026-11-04T10:00:00Z<br>URL: https://${host}/<br></div></div>`,
    ),
  })),
  'access denied in the site': challenge((draw) => ({
    html: documentOf(
      draw,
      { title: 'Access denied' },
      framed(
        draw,
        `<main><h1>${draw.one(['Access denied', 'Zugriff verweigert', 'Accès refusé', 'Доступ запрещён', '访问被拒绝'])}</h1><p>${draw.word('denied')}</p><p>Reference: ${code(draw, 12)}</p></main>`,
      ),
    ),
  })),
  'proof of work': challenge((draw) => ({
    status: 200,
    html: page(
      draw,
      'Checking your browser',
      `<main><h1>${draw.word('human')}</h1><p id="status">${draw.word('enableJs')}</p><progress></progress></main><script id="pow_challenge" type="application/json">{"difficulty":4,"nonce":"${code(draw, 20)}"}</script><script src="/.bot/check.js"></script>`,
    ),
  })),
  'too many requests': challenge((draw) => ({
    status: draw.one([200, 429]),
    html: page(
      draw,
      '429 Too Many Requests',
      `<h1>Too Many Requests</h1><p>${draw.word('unusual')}</p><p>Request ID: ${code(draw, 16)}</p>`,
    ),
  })),
  'geo block': challenge((draw) => ({
    status: draw.one([200, 451, 403]),
    html: page(
      draw,
      'Tin Harbour',
      `<div class="box"><h1>451: Unavailable for legal reasons</h1><p>We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) and therefore cannot grant you access at this time.</p><p>Contact: <a href="mailto:a@b.example">a@b.example</a></p></div>`,
    ),
  })),
});

const fields = (draw: Draw, user: string): string =>
  `<label>${draw.word('email')}</label><input ${user}><label>${draw.word('password')}</label><input type="password" name="${draw.one(['password', 'pass', 'pwd', 'os_password'])}">`;
const login =
  (make: (draw: Draw) => { path: string; html: string; status?: number }): System['page'] =>
  (draw) => ({ status: 200, ...make(draw) });

export const logins: readonly System[] = systemsOf('login wall', {
  'wordpress login': login((draw) => ({
    path: `/wp-login.php?redirect_to=${draw.slug()}`,
    html: page(
      draw,
      `${draw.word('login')} ‹ Tin Harbour — WordPress`,
      `<div id="login"><h1><a href="https://wordpress.org/">WordPress</a></h1><form name="loginform" id="loginform" action="/wp-login.php" method="post"><p>${fields(draw, 'type="text" name="log"')}</p><p class="forgetmenot"><input name="rememberme" type="checkbox"></p><input type="submit" name="wp-submit" class="button" value="${draw.word('login')}"></form><p id="nav"><a href="/wp-login.php?action=lostpassword">${draw.word('forgot')}</a></p></div>`,
      '',
      'login',
    ),
  })),
  'keycloak login': login((draw) => ({
    path: `/realms/harbour/protocol/openid-connect/auth?client_id=x`,
    html: page(
      draw,
      draw.word('login'),
      `<div class="login-pf-page"><div id="kc-header">HARBOUR</div><div class="card-pf"><h1 id="kc-page-title">${draw.word('login')}</h1><div id="kc-form"><form id="kc-form-login" method="post">${fields(draw, 'name="username" type="text"')}<a href="/reset">${draw.word('forgot')}</a><input type="submit" value="${draw.word('login')}"></form></div><div id="kc-registration"><a href="/registration">${draw.word('register')}</a></div></div></div>`,
    ),
  })),
  'mail first login': login((draw) => ({
    path: draw.one(['/login', '/signin', '/account/login?returnUrl=/x', anyPath(draw)]),
    html: documentOf(
      draw,
      { title: draw.word('login') },
      `<main class="auth"><img src="/logo.svg" alt=""><h1>${draw.word('login')}</h1><form action="/login" method="post"><label>${draw.word('email')}<input type="email" name="email" autocomplete="username"></label><button type="submit">${draw.word('nextPage')}</button></form><a href="/auth/google">Google</a><a href="/auth/apple">Apple</a><p>${draw.word('terms')}</p><a href="/register">${draw.word('register')}</a></main>`,
    ),
  })),
  'shop account': login((draw) => ({
    path: `/customer/account/login/`,
    html: documentOf(
      draw,
      { title: draw.word('login') },
      framed(
        draw,
        `<main><h1>${draw.word('login')}</h1><div class="login-container"><div class="block-customer-login"><p>${draw.sentence()}</p><form id="login-form" method="post" action="/customer/account/loginPost/">${fields(draw, 'name="login[username]" type="email"')}<button>${draw.word('login')}</button><a href="/forgot">${draw.word('forgot')}</a></form></div><div class="block-new-customer"><h2>${draw.word('register')}</h2><p>${draw.sentence()}</p><a class="button" href="/customer/account/create/">${draw.word('register')}</a></div></div></main>`,
      ),
    ),
  })),
  'board login': login((draw) => ({
    path: draw.one([
      `/ucp.php?mode=login`,
      `/index.php?topic=${draw.number(100, 9_000)}.0`,
      `/threads/${draw.slug()}.${draw.number(100, 9_000)}/`,
    ]),
    html: documentOf(
      draw,
      { title: `${draw.word('login')}` },
      framed(
        draw,
        `<div class="panel"><div class="content"><p>${draw.word('membersOnly')}</p><h2 class="login-title">${draw.word('login')}</h2><form method="post" action="./ucp.php?mode=login"><dl><dt><label>${draw.word('email')}</label></dt><dd><input type="text" name="username"></dd></dl><dl><dt><label>${draw.word('password')}</label></dt><dd><input type="password" name="password"></dd></dl><input type="submit" name="login" value="${draw.word('login')}"></form></div></div>`,
      ),
    ),
  })),
  'newspaper sign-in': login((draw) => ({
    path: anyPath(draw),
    html: documentOf(
      draw,
      { title: draw.title(), ogType: 'article' },
      framed(
        draw,
        `<div class="regwall"><h1>${draw.title()}</h1><p>${draw.paragraph().slice(0, 90)}…</p><div class="regwall-box"><h2>${draw.word('login')}</h2><form action="/sso" method="post">${fields(draw, 'type="email" name="email"')}<button>${draw.word('login')}</button></form><a href="/register">${draw.word('register')}</a></div></div>`,
      ),
    ),
  })),
  'social network wall': login((draw) => ({
    path: `/posts/${draw.number(100_000, 900_000)}`,
    html: page(
      draw,
      `${draw.word('login')}`,
      `<div class="authwall"><h2>${draw.word('register')}</h2><form class="join-form">${fields(draw, 'name="session_key" type="text"')}<p>${draw.word('terms')} ${draw.word('privacy')}</p><button>${draw.word('register')}</button></form><div>${draw.word('login')}</div><form class="sign-in">${fields(draw, 'name="user" type="text"')}<button>${draw.word('login')}</button></form></div>`,
    ),
  })),
  'registration form': login((draw) => ({
    path: draw.one(['/register', '/signup', '/member.php?action=register']),
    html: documentOf(
      draw,
      { title: draw.word('register') },
      framed(
        draw,
        `<div class="form-page"><h1>${draw.word('register')}</h1><p>${draw.sentence()}</p><form method="post"><input type="text" name="name"><input type="email" name="email"><input type="password" name="p1"><input type="password" name="p2"><label><input type="checkbox" name="tos"> ${draw.word('terms')}</label><button>${draw.word('register')}</button></form></div>`,
      ),
    ),
  })),
});

const partners = (draw: Draw): string =>
  `<ul>${draw.many(draw.number(5, 60), () => `<li><label><input type="checkbox"> ${draw.nick()} Ltd.</label></li>`).join('')}</ul>`;
const consent =
  (make: (draw: Draw) => string): System['page'] =>
  (draw) =>
    at(anyPath(draw), make(draw));

export const consents: readonly System[] = systemsOf('consent wall', {
  'mail portal consent': consent((draw) =>
    page(
      draw,
      'Tin Harbour',
      `<div class="consent-overlay"><div class="con-wizard" id="con-wizard-page"><h1>${draw.word('privacy')}</h1><p>${draw.word('cookies')}</p><p>${draw.word('cookies')}</p><form method="post" class="consent-form"><input type="hidden" name="csrfToken" value="x"><button type="submit" name="agree" value="agree">${draw.word('acceptAll')}</button><button name="reject" value="reject">${draw.word('rejectAll')}</button><a href="/partners">${draw.word('details')}</a></form></div></div>`,
    ),
  ),
  'sourcepoint page': consent((draw) =>
    documentOf(
      draw,
      { title: draw.title(), ogType: 'article' },
      `<div id="sp_message_container_1"><div class="message type-modal"><div class="message-component message-row"><h2>${draw.word('privacy')}</h2><p>${draw.word('cookies')}</p></div><div class="stack">${draw.many(4, () => `<div class="tcfv2-stack"><h3>${draw.heading()}</h3></div>`).join('')}</div><button class="sp_choice_type_11" title="${draw.word('acceptAll')}">${draw.word('acceptAll')}</button><button class="sp_choice_type_12">${draw.word('details')}</button></div></div>`,
    ),
  ),
  'onetrust page': consent((draw) =>
    page(
      draw,
      'Tin Harbour',
      `<div id="onetrust-consent-sdk"><div id="onetrust-pc-sdk" role="dialog"><h2>${draw.word('privacy')}</h2><div id="ot-pc-desc">${draw.word('cookies')}</div><button id="accept-recommended-btn-handler">${draw.word('acceptAll')}</button><section class="ot-cat-grp">${draw.many(5, () => `<h4>${draw.heading()}</h4><p>${draw.word('cookies')}</p>`).join('')}</section>${partners(draw)}<button class="ot-pc-refuse-all-handler">${draw.word('rejectAll')}</button></div></div>`,
    ),
  ),
  contentpass: consent((draw) =>
    documentOf(
      draw,
      { title: draw.title(), ogType: 'article' },
      framed(
        draw,
        `<section id="cp-wall"><h1>${draw.one([draw.title(), 'Tin Harbour'])}</h1><div class="cp-col"><h2>${draw.word('acceptAll')}</h2><p>${draw.word('cookies')}</p><button>${draw.word('acceptAll')}</button><a href="/privacy">${draw.word('privacy')}</a></div><div class="cp-col"><h2>${draw.word('subscribe')}</h2><ul><li>${draw.sentence()}</li></ul><p>${draw.price()} ${draw.word('perMonth')}</p><button>${draw.word('subscribe')}</button><a href="/login">${draw.word('login')}</a></div></section>`,
      ),
    ),
  ),
  'pure subscription': consent((draw) =>
    page(
      draw,
      `Tin Harbour pur`,
      `<main class="pur"><div class="offer"><h2>pur</h2><p>${draw.price()} ${draw.word('perMonth')}</p><a class="btn" href="/pur">${draw.word('subscribe')}</a></div><div class="accept"><h2>${draw.word('acceptAll')}</h2><p>${draw.word('cookies')}</p><button>${draw.word('acceptAll')}</button></div><details><summary>${draw.word('details')}</summary>${draw.many(6, () => `<p>${draw.word('cookies')}</p>`).join('')}</details><footer><a href="/privacy">${draw.word('privacy')}</a></footer></main>`,
      meta('og:type', 'website'),
    ),
  ),
  'didomi page': consent((draw) =>
    documentOf(
      draw,
      { title: 'Tin Harbour' },
      `<div id="didomi-host"><div class="didomi-popup-container" role="dialog"><div class="didomi-popup-notice-text"><p>${draw.word('cookies')}</p></div>${draw.many(3, () => `<div class="didomi-consent-popup-data-processing"><h3>${draw.heading()}</h3><p>${draw.sentence()}</p></div>`).join('')}<div class="buttons"><button id="didomi-notice-agree-button">${draw.word('acceptAll')}</button><button>${draw.word('rejectAll')}</button></div></div></div>`,
    ),
  ),
  'search consent': consent((draw) =>
    page(
      draw,
      draw.word('privacy'),
      `<c-wiz><div role="main"><h1>${draw.word('privacy')}</h1><div>${draw.word('cookies')}</div><ul><li>${draw.sentence()}</li><li>${draw.sentence()}</li></ul><div>${draw.word('cookies')}</div><form action="https://consent.example/save" method="POST"><button aria-label="${draw.word('rejectAll')}">${draw.word('rejectAll')}</button></form><form action="https://consent.example/save" method="POST"><button>${draw.word('acceptAll')}</button></form><a href="/privacy">${draw.word('privacy')}</a> <a href="/terms">${draw.word('terms')}</a></div></c-wiz>`,
    ),
  ),
});
