// What stands in the way of a page: checks for bots, logins, consent; and pages that are not there, answered with 200.
import type { Draw, Family } from './draw.ts';
import { documentOf, framed } from './frame.ts';

const bare = (draw: Draw, title: string, body: string): string =>
  `<!DOCTYPE html><html lang="${draw.language}"><head><meta charset="utf-8"><title>${title}</title><meta name="robots" content="noindex,nofollow"></head><body>${body}</body></html>`;
const anyPath = (draw: Draw): string =>
  draw.one([
    `/2026/0${draw.number(1, 9)}/${draw.slug()}/`,
    `/article/${draw.number(100, 99_999)}`,
    '/',
    `/${draw.slug()}.html`,
  ]);
const code = (draw: Draw, length: number): string => draw.many(length, () => draw.number(0, 15).toString(16)).join('');
const status = (draw: Draw, ...some: number[]): number => draw.one(some);
const host = 'www.tin-harbour.example';

type Wall = (draw: Draw) => { html: string; status: number };

const bots: Readonly<Record<string, Wall>> = {
  'cloudflare challenge': (draw) => ({
    status: status(draw, 200, 403, 503),
    html: bare(
      draw,
      'Just a moment...',
      `<div class="main-wrapper" role="main"><div class="main-content"><h1 class="zone-name-title h1"><img class="heading-favicon" src="/favicon.ico" alt=""> ${host}</h1><p id="cf-please-wait">${draw.word('human')}</p><noscript><div id="challenge-error-title">${draw.word('enableJs')}</div></noscript><div id="challenge-body-text">${host} needs to review the security of your connection before proceeding.</div></div></div><script>(function(){window._cf_chl_opt={cvId:'3',cZone:"${host}",cType:'managed'};})();</script><script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=${code(draw, 16)}"></script><div class="footer">Ray ID: <code>${code(draw, 16)}</code> Performance &amp; security by Cloudflare</div>`,
    ),
  }),
  'cloudflare block': (draw) => ({
    status: status(draw, 200, 403),
    html: bare(
      draw,
      `Attention Required! | Cloudflare`,
      `<div id="cf-wrapper"><div id="cf-error-details" class="cf-error-details-wrapper"><h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2>You are unable to access ${host}</h2><div class="cf-section"><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution.</p><h2>What can I do to resolve this?</h2><p>You can email the site owner to let them know you were blocked.</p></div><p>Cloudflare Ray ID: ${code(draw, 16)}</p></div></div>`,
    ),
  }),
  datadome: (draw) => ({
    status: status(draw, 200, 403),
    html: bare(
      draw,
      host,
      `<style>#cmsg{animation: A 1.5s;}</style><p id="cmsg">${draw.word('enableJs')}</p><script data-cfasync="false">var dd={'rt':'c','cid':'${code(draw, 40)}','hsh':'${code(draw, 30)}','t':'fe','s':${draw.number(100, 9_999)},'host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`,
    ),
  }),
  perimeterx: (draw) => ({
    status: status(draw, 200, 403),
    html: bare(
      draw,
      `Access to this page has been denied.`,
      `<div class="page-title-wrapper"><h1>${draw.word('human')}</h1></div><div class="content-wrapper"><div class="content"><div id="px-captcha"></div><p>${draw.word('unusual')}</p><p>Reference ID: #${code(draw, 8)}-${code(draw, 4)}-11f0</p></div></div><script>window._pxAppId='PX${code(draw, 6)}';</script><script src="/${code(draw, 8)}/captcha/captcha.js"></script>`,
    ),
  }),
  akamai: (draw) => ({
    status: status(draw, 200, 403),
    html: `<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don't have permission to access "http://${host}/" on this server.<P>\nReference #18.${code(draw, 8)}.1762943${draw.number(100, 999)}.${code(draw, 7)}\n<P>https://errors.edgesuite.net/18.${code(draw, 8)}\n</BODY>\n</HTML>`,
  }),
  imperva: (draw) => ({
    status: status(draw, 200, 403),
    html: `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><title></title></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=${draw.number(1, 99)}-${draw.number(10_000, 99_999)}" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: ${draw.number(100_000, 999_999)}000${draw.number(1_000, 9_999)}</iframe></body></html>`,
  }),
  'generic captcha': (draw) => ({
    status: status(draw, 200, 200, 403, 429),
    html: documentOf(
      draw,
      { title: draw.word('human') },
      framed(
        draw,
        `<div class="verify"><h1>${draw.word('human')}</h1><p>${draw.word('unusual')}</p><form method="post"><img src="/captcha.png?${code(draw, 6)}" alt="captcha"><input name="code"><button>${draw.word('send')}</button></form></div>`,
      ),
    ),
  }),
  recaptcha: (draw) => ({
    status: status(draw, 200, 429),
    html: bare(
      draw,
      host,
      `<div style="max-width:400px"><form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="${code(draw, 20)}"></div></form><hr><b>${draw.word('unusual')}</b><br>IP: 203.0.113.${draw.number(1, 250)}<br>Time: 2026-11-1${draw.number(0, 9)}T08:0${draw.number(0, 9)}:00Z<br>URL: https://${host}/<br></div>`,
    ),
  }),
  'server 403': (draw) => ({
    status: status(draw, 200, 403),
    html: draw.chance(0.5)
      ? '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx/1.26.2</center>\r\n</body>\r\n</html>\r\n'
      : documentOf(draw, { title: '403' }, framed(draw, `<main><h1>403</h1><p>${draw.word('denied')}</p></main>`)),
  }),
  maintenance: (draw) => ({
    status: status(draw, 200, 503),
    html: bare(
      draw,
      draw.word('maintenance'),
      `<article><h1>${draw.word('maintenance')}</h1><div><p>${draw.word('maintenance')} <a href="mailto:mail@tin-harbour.example">${draw.word('contact')}</a></p><p>— Tin Harbour</p></div></article>`,
    ),
  }),
  'script only': (draw) => ({
    status: 200,
    html: bare(
      draw,
      draw.one(['', host, 'Loading...']),
      `<noscript>${draw.word('enableJs')}</noscript><script>var _0x${code(draw, 4)}=['${code(draw, 60)}','cookie','reload'];document.cookie='t='+_0x${code(draw, 4)}[0]+';path=/';location.reload();</script>`,
    ),
  }),
  'slider check': (draw) => ({
    status: status(draw, 200, 405),
    html: bare(
      draw,
      draw.word('human'),
      `<div id="nocaptcha"><h3>${draw.word('human')}</h3><p>${draw.word('unusual')}</p><div class="nc-container"><div id="nc_1_wrapper"><span id="nc_1_n1z" class="nc_iconfont btn_slide"></span></div></div><p>ID: ${code(draw, 32)}</p></div><script src="/punish.js"></script>`,
    ),
  }),
  'waiting room': (draw) => ({
    status: status(draw, 200, 503),
    html: bare(
      draw,
      host,
      `<div class="queue"><h1>Tin Harbour</h1><p>${draw.word('unusual')}</p><div class="bar"><div style="width:${draw.number(5, 90)}%"></div></div><p>${draw.number(2, 40)} min</p></div>`,
    ),
  }),
};

const form = (draw: Draw): string =>
  `<form method="post" action="/login"><label>${draw.word('email')} <input type="email" name="email"></label><label>${draw.word('password')} <input type="password" name="password"></label><button>${draw.word('login')}</button><a href="/forgot">${draw.word('forgot')}</a><a href="/register">${draw.word('register')}</a></form>`;

const logins: Readonly<Record<string, Wall>> = {
  'login page': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.word('login') },
      framed(draw, `<main><h1>${draw.word('login')}</h1>${form(draw)}</main>`),
    ),
  }),
  'members only': (draw) => ({
    status: status(draw, 200, 401, 403),
    html: documentOf(
      draw,
      { title: draw.word('login') },
      framed(draw, `<div class="panel"><p class="message">${draw.word('membersOnly')}</p>${form(draw)}</div>`),
    ),
  }),
  'single sign-on': (draw) => ({
    status: 200,
    html: bare(
      draw,
      draw.word('login'),
      `<div class="sso"><img src="/logo.svg" alt=""><h1>${draw.word('login')}</h1><button>Google</button><button>Apple</button><button>Facebook</button>${form(draw)}<p>${draw.word('terms')} · ${draw.word('privacy')}</p></div>`,
    ),
  }),
  // the title of the article, and nothing of its text
  'title and login': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.title(), ogType: 'article' },
      framed(
        draw,
        `<article><h1>${draw.title()}</h1><div class="gate"><p>${draw.word('membersOnly')}</p>${form(draw)}</div></article>`,
      ),
    ),
  }),
};

const partners = (draw: Draw, count: number): string =>
  `<ul class="vendors">${draw.many(count, () => `<li><label><input type="checkbox"> ${draw.nick()} Ltd.</label> <a href="#">${draw.word('privacy')}</a></li>`).join('')}</ul>`;
const consents: Readonly<Record<string, Wall>> = {
  'consent page': (draw) => ({
    status: 200,
    html: bare(
      draw,
      'Tin Harbour',
      `<div class="consent-overlay"><div class="con-wizard"><img src="/logo.svg" alt=""><h2>${draw.word('privacy')}</h2><p>${draw.word('cookies')}</p><form method="post" action="/v2/collectConsent"><button name="agree">${draw.word('acceptAll')}</button><button name="reject">${draw.word('rejectAll')}</button><a href="/partners">${draw.word('details')}</a></form></div></div>`,
    ),
  }),
  'consent with partners': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.word('privacy') },
      `<div id="cmp"><h1>${draw.word('privacy')}</h1><p>${draw.word('cookies')}</p>${draw.many(5, () => `<h3>${draw.heading()}</h3><p>${draw.word('cookies')}</p>`).join('')}${partners(draw, draw.number(10, 60))}<button>${draw.word('acceptAll')}</button><button>${draw.word('rejectAll')}</button></div>`,
    ),
  }),
  'pay or accept': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.title(), ogType: 'article' },
      `<div class="purabo"><div class="col"><h2>${draw.word('subscribe')}</h2><p>${draw.price()} ${draw.word('perMonth')}</p><a class="button">${draw.word('subscribe')}</a></div><div class="col"><h2>${draw.word('acceptAll')}</h2><p>${draw.word('cookies')}</p><button>${draw.word('acceptAll')}</button></div><footer>${draw.word('privacy')} ${draw.word('contact')}</footer></div>`,
    ),
  }),
  'age gate': (draw) => ({
    status: 200,
    html: bare(
      draw,
      'Tin Harbour',
      `<div class="agegate"><h1>Tin Harbour</h1><p>${draw.word('age')}</p><form><input size="4"><input size="2"><input size="2"><button>${draw.word('send')}</button></form></div>`,
    ),
  }),
};

const cards = (draw: Draw): string =>
  `<h2>${draw.word('related')}</h2><ul>${draw.many(draw.number(3, 8), () => `<li><a href="/${draw.slug()}">${draw.title()}</a><p>${draw.sentence()}</p></li>`).join('')}</ul>`;
const missing: Readonly<Record<string, Wall>> = {
  'not found': (draw) => ({
    status: status(draw, 200, 404),
    html: documentOf(
      draw,
      { title: draw.word('notFound') },
      framed(
        draw,
        `<main><h1>${draw.word('notFound')}</h1><p>${draw.word('notFoundText')}</p><form><input type="search"><button>${draw.word('search')}</button></form></main>`,
      ),
    ),
  }),
  'not found with cards': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.word('notFound'), ogType: 'article' },
      framed(
        draw,
        `<main><article><h1>${draw.word('notFound')}</h1><p>${draw.word('notFoundText')}</p></article>${cards(draw)}</main>`,
      ),
    ),
  }),
  'article removed': (draw) => ({
    status: status(draw, 200, 410),
    html: documentOf(
      draw,
      { title: 'Tin Harbour' },
      framed(
        draw,
        `<div class="notice"><p>${draw.word('removed')}</p><a href="/">${draw.word('home')}</a></div>${cards(draw)}`,
      ),
    ),
  }),
  'no results': (draw) => ({
    status: 200,
    html: documentOf(
      draw,
      { title: draw.word('search') },
      framed(
        draw,
        `<div class="results"><h1>${draw.word('resultsFor')} “${draw.thing()}”: 0</h1><p>${draw.word('notFoundText')}</p></div>`,
      ),
    ),
  }),
};

const families = (walls: Readonly<Record<string, Wall>>): Family[] =>
  Object.entries(walls).map(([family, wall]) => (draw: Draw) => {
    const { html, status: answered } = wall(draw);
    return { family, path: anyPath(draw), html, status: answered, axes: { status: answered } };
  });

export const botWalls: readonly Family[] = families(bots);
export const loginWalls: readonly Family[] = families(logins);
export const consentWalls: readonly Family[] = families(consents);
export const softMissing: readonly Family[] = families(missing);
