import { ends, type HostilePage, html, scripted, story, storyKept } from './hostile-page.ts';

const hangs = ends('timed-out', /not done in \d+ ms, stopped while/);

/** A page whose static text is fine and whose script is as given. */
const page = (name: string, script: string, browser: HostilePage['browser'] = storyKept): HostilePage => ({
  name,
  answer: scripted(script),
  browser,
  static: storyKept,
});

/** Pages whose scripts never let go. */
export const scriptPages: readonly HostilePage[] = [
  page('endless-script', 'for (;;);', hangs),
  page('endless-script-later', 'setTimeout(() => { for (;;); }, 30)', hangs),
  page('endless-microtasks', '(function again() { Promise.resolve().then(again); })()', hangs),
  page(
    'endless-animation',
    '(function again() { document.title = performance.now(); requestAnimationFrame(again); })()',
  ),
  page('endless-mutation', 'setInterval(() => document.body.append(document.createElement("i")), 1)'),
  page(
    'endless-layout',
    'setInterval(() => { for (let i = 0; i < 50; i++) { document.body.style.width = i + "px"; document.body.offsetWidth; } }, 1)',
  ),
  page('endless-fetch', 'setInterval(() => fetch("endless-fetch/x?" + Math.random()).catch(() => 0), 1)'),
  page(
    'endless-storage',
    'for (let i = 0; ; i++) { try { localStorage["k" + i] = "x".repeat(1e6); } catch { break; } }',
  ),
  page('endless-regexp', '/^(a+)+$/.test("a".repeat(60) + "b")', hangs),
  page('endless-getter', 'Object.defineProperty(document, "title", { get() { for (;;); } })'),
  page(
    'endless-unload',
    'addEventListener("pagehide", () => { for (;;); }); addEventListener("unload", () => { for (;;); })',
  ),
  page('document-write', 'for (let i = 0; i < 3000; i++) document.write("<p>line " + i + "</p>")'),
  // which of its two limits it meets first is the machine's to say
  page('document-write-endless', 'for (;;) document.write("<p>line</p>")', {
    either: [ends('timed-out', /not done in/), ends('too-large', /limits\.pageMemoryMb/)],
  }),
  page(
    'console-flood',
    'setInterval(() => { for (let i = 0; i < 200; i++) console.log("x".repeat(2000)); }, 5)',
    ends('too-large', /console/),
  ),
  page(
    'error-flood',
    'setInterval(() => { throw new Error("x".repeat(2000)); }, 1); setInterval(() => Promise.reject(1), 1)',
    // a machine that takes long to render it sees more errors than a page may write
    { either: [storyKept, ends('too-large', /console/)] },
  ),
  page('worker-storm', 'for (let i = 0; i < 24; i++) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))'),
  page('timer-storm', 'for (let i = 0; i < 20000; i++) setInterval(() => 0, 4)'),
  page(
    'websocket-flood',
    'for (let i = 0; i < 100; i++) new WebSocket("ws://" + location.host + "/websocket-flood/ws")',
  ),
  page('service-worker', 'navigator.serviceWorker?.register("/service-worker/sw.js").catch(() => 0)'),
  page('debugger', 'setInterval(() => { debugger; }, 20)'),
  page(
    'own-prototypes',
    `Array.prototype.join = () => 'stolen'; Array.prototype.push = () => 0; JSON.stringify = () => '""'; String.prototype.replace = () => 'stolen';
     window.MutationObserver = class { constructor() { throw new Error('no'); } }; window.setTimeout = () => 0; window.clearTimeout = () => { throw 1; };
     window.Promise = function () { throw new Error('no'); }; Element.prototype.checkVisibility = () => { throw new Error('no'); };
     Object.defineProperty(Node.prototype, 'childNodes', { get() { for (;;); } }); Object.defineProperty(Element.prototype, 'attributes', { get: () => null });
     document.querySelectorAll = () => { for (;;); }; window.performance.now = () => NaN; Object.prototype.toJSON = () => 'stolen';`,
  ),
  {
    name: 'clobbered',
    answer: `<!doctype html>${story}<form id=f><input name=childNodes><input name=attributes><input name=nodeType><input name=localName><input name=parentNode></form>
      <img name=documentElement><img name=querySelectorAll><img name=body>`,
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'script-that-never-comes',
    answer: `<!doctype html>${story}<script src="script-that-never-comes/x.js"></script>`,
    more: () => {},
    browser: ends('timed-out', /not (done|loaded) in \d+ ms/),
    static: storyKept,
  },
  {
    name: 'style-that-never-comes',
    answer: `<!doctype html><link rel=stylesheet href="style-that-never-comes/x.css">${story}`,
    more: () => {},
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'data-that-never-comes',
    answer: scripted('fetch("data-that-never-comes/x").then((r) => r.text())'),
    more: () => {},
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'image-that-never-comes',
    answer: `<!doctype html>${story}<img src="image-that-never-comes/x.png">`,
    more: () => {},
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'frames-for-ever',
    answer: (request, response) =>
      html(response, `${story}<iframe src="/frames-for-ever/${request.url?.length}?${Math.random()}"></iframe>`),
    more: (request, response) =>
      html(response, `<p>frame</p><iframe src="/frames-for-ever/${request.url?.length}?${Math.random()}"></iframe>`),
    browser: storyKept,
    static: storyKept,
  },
  page(
    'frames-many',
    'for (let i = 0; i < 150; i++) { const f = document.createElement("iframe"); f.srcdoc = "<p>frame " + i; document.body.append(f); }',
  ),
];
