import { type Ending, ends, type HostilePage, html, kept, scripted, story, storyKept } from './hostile-page.ts';

const page = (name: string, script: string, browser: HostilePage['browser'] = storyKept): HostilePage => ({
  name,
  answer: scripted(script),
  more: (_, response) => html(response, '<p>elsewhere</p>'),
  browser,
  static: storyKept,
});

/** Reloads for ever: what stands there at the end of its time is read, where the page lets that happen between two loads. */
const restless = (text: RegExp): Ending => ({ either: [ends('timed-out', /not done in|not loaded in/), kept(text)] });

/** Pages that want windows, dialogs, permissions, other addresses. */
export const windowPages: readonly HostilePage[] = [
  page('alerts', 'for (let i = 0; i < 30; i++) alert(i)'),
  page('alerts-endless', 'for (;;) alert("again")', ends('timed-out', /not done in \d+ ms/)),
  page('confirms', 'while (confirm("stay?"));'),
  page('prompts', 'for (let i = 0; i < 20 && !prompt("your name?"); i++);'),
  page('prints', 'for (let i = 0; i < 3; i++) print()'),
  page(
    'beforeunload',
    'addEventListener("beforeunload", (e) => { e.preventDefault(); e.returnValue = "stay"; }); onbeforeunload = () => "stay"; document.body.click()',
  ),
  page('pop-ups', 'for (let i = 0; i < 20; i++) window.open("pop-ups/" + i)'),
  page(
    'pop-ups-without-opener',
    'for (let i = 0; i < 20; i++) window.open("pop-ups-without-opener/" + i, "_blank", "noopener")',
  ),
  page(
    'pop-ups-by-click',
    'for (let i = 0; i < 20; i++) { const a = document.createElement("a"); a.href = "pop-ups-by-click/" + i; a.target = "_blank"; document.body.append(a); a.click(); }',
  ),
  page(
    'pop-ups-that-spin',
    'for (let i = 0; i < 3; i++) { const w = open(""); w?.document.write("<script>setInterval(() => open(\'\'), 50)<\\/script>"); }',
  ),
  page(
    'permissions',
    'navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission(); navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => 0); document.documentElement.requestFullscreen().catch(() => 0); document.body.requestPointerLock?.(); navigator.clipboard?.readText().catch(() => 0);',
  ),
  page('history-flood', 'for (let i = 0; i < 5000; i++) history.pushState(i, "", "/history-flood/" + i)'),
  page(
    'history-endless',
    'setInterval(() => { for (let i = 0; i < 50; i++) history.replaceState(i, "", "/history-flood/" + i); }, 1)',
  ),
  page('hash-flood', 'setInterval(() => { location.hash = Math.random(); }, 1)'),
  page(
    'history-back',
    'history.pushState(1, "", "/history-back/1"); setInterval(() => history.back(), 20)',
    kept(/<html/),
  ),
  page(
    'custom-schemes',
    'location.href = "mailto:desk@gazette.example"; setTimeout(() => { location.href = "tel:1"; location.href = "intent://x#Intent;end"; location.href = "newsapp://open" }, 20)',
  ),
  page('to-file', 'location.href = "file:///etc/hostname"'),
  page('to-data', 'location.href = "data:text/html,<p>data</p>"'),
  page('to-chrome', 'location.href = "chrome://crash"; location.href = "view-source:" + location'),
  page(
    'to-blob',
    'location.href = URL.createObjectURL(new Blob(["<p>from a blob</p>"], { type: "text/html" }))',
    kept(/from a blob|The old bridge/),
  ),
  page('to-blank', 'location.href = "about:blank"', kept(/<html/)),
  page(
    'to-javascript',
    'location.href = "javascript:\'<p>written by a javascript address</p>\'"',
    kept(/written by a javascript|The old bridge/),
  ),
  page('closes-itself', 'window.close(); open("", "_self"); window.close()'),
  page('stops-itself', 'window.stop(); document.open(); document.write("<p>The old bridge over the river</p>")'),
  page(
    'downloads',
    'for (let i = 0; i < 20; i++) { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x".repeat(1e5)])); a.download = "x" + i; a.click(); }',
  ),
  {
    name: 'redirect-by-script',
    answer: `<p>x</p><script>location.replace('/redirect-by-script?' + performance.now())</script>`,
    browser: restless(/<p[^>]*>x/),
    static: kept(/<p[^>]*>x/),
  },
  {
    name: 'redirect-by-meta',
    answer: (_, response) =>
      html(response, `<meta http-equiv=refresh content="0;url=/redirect-by-meta?${Math.random()}"><p>meta</p>`),
    browser: restless(/<p[^>]*>meta/),
    static: kept(/<p[^>]*>meta/),
  },
  {
    name: 'redirect-by-header',
    answer: (_, response) =>
      html(response, '<p>refresh</p>', { refresh: `0;url=/redirect-by-header?${Math.random()}` }),
    browser: restless(/<p[^>]*>refresh/),
    static: kept(/<p[^>]*>refresh/),
  },
  {
    name: 'redirect-maze',
    answer: (_, response) => void response.writeHead(302, { location: `/redirect-maze?${Math.random()}` }).end(),
    browser: ends('unreachable', /redirect/i),
    static: ends('unreachable', /redirects (more than 10 times|in a circle)/),
  },
  {
    name: 'redirect-to-itself',
    answer: (_, response) => void response.writeHead(301, { location: '/redirect-to-itself' }).end(),
    browser: ends('unreachable', /redirect/i),
    static: ends('unreachable', /redirects (more than 10 times|in a circle)/),
  },
  {
    name: 'redirect-to-mail',
    answer: (_, response) => void response.writeHead(302, { location: 'mailto:desk@gazette.example' }).end(),
    browser: ends('misconfigured', /mailto|not an http|ERR_UNKNOWN_URL_SCHEME/),
    static: ends('misconfigured', /not an http\(s\) address: mailto:/),
  },
  {
    name: 'redirect-to-file',
    answer: (_, response) => void response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
    browser: ends('misconfigured', /UNSAFE_REDIRECT|not an http|network policy/),
    static: ends('misconfigured', /not an http\(s\) address: file:/),
  },
  {
    name: 'redirect-to-nothing',
    answer: (_, response) => void response.writeHead(302, { location: 'http://' }).end(),
    browser: ends('unreachable', /redirect/i),
    static: ends('unreachable', /redirects to an invalid address/),
  },
  {
    name: 'download',
    answer: (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=a.zip' })
        .end('PK\u0003\u0004'),
    browser: kept(/^$/),
    static: kept(/^$/),
  },
  {
    name: 'download-endless',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' });
      const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 5);
      response.once('close', () => clearInterval(timer));
    },
    browser: kept(/^$/),
    static: ends('too-large', /larger than \d+ bytes/),
  },
  {
    name: 'pdf',
    answer: (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF'),
    browser: kept(/^$|<embed|<html/),
    static: kept(/^$/),
  },
  {
    name: 'basic-auth',
    answer: (_, response) =>
      void response
        .writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' })
        .end('<p>log in</p>'),
    browser: ends('blocked', /refuses us \(401\)/),
    static: ends('blocked', /refuses us \(401\)/),
  },
  {
    name: 'basic-auth-inside',
    answer: `<!doctype html>${story}<img src="basic-auth-inside/x"><script>fetch("basic-auth-inside/y").catch(() => 0)</script>`,
    more: (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    browser: storyKept,
    static: storyKept,
  },
];
