import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Pages that try to reach a server behind the guard. `{{name}}` is a way: an address there whose path names it; `{{ws:name}}` the same with ws:,
 * `{{r301:name}}` an address of the page's own server that redirects there.
 */
export const escapePages: Readonly<Record<string, string>> = {
  '/markup': `<!doctype html><html><head>
    <link rel=stylesheet href="{{link-stylesheet}}"><link rel=stylesheet media=print href="{{link-print}}">
    <link rel=preload as=image href="{{link-preload}}"><link rel=modulepreload href="{{link-modulepreload}}">
    <link rel=prefetch href="{{link-prefetch}}"><link rel=preconnect href="{{link-preconnect}}"><link rel=dns-prefetch href="{{link-dns-prefetch}}">
    <link rel=icon href="{{link-icon}}"><link rel=manifest href="{{link-manifest}}"><link rel=canonical href="{{link-canonical}}">
    <script type=importmap>{"imports":{"mapped":"{{import-map}}"}}</script><script type=module>import 'mapped'</script>
    <script type=speculationrules>{"prefetch":[{"source":"list","urls":["{{speculation-prefetch}}"]}],"prerender":[{"source":"list","urls":["{{speculation-prerender}}"]}]}</script>
    <style>@import url("{{css-import}}");@font-face{font-family:F;src:url("{{css-font}}")}
      #a{background:url("{{css-background}}")}#b{border-image:url("{{css-border-image}}") 1;border:2px solid}#c{list-style:url("{{css-list-style}}");display:list-item}
      #d::after{content:url("{{css-content}}")}#e{mask-image:url("{{css-mask}}")}#f{font-family:F}#g{background:image-set("{{css-image-set}}" 1x)}
      #h{shape-outside:url("{{css-shape}}");float:left}#i{cursor:url("{{css-cursor}}"),auto}#j{filter:url("{{css-filter}}#f")}</style></head>
    <body background="{{body-background}}"><img src="{{img}}"><img srcset="{{img-srcset}} 1x"><img loading=lazy src="{{img-lazy}}">
    <picture><source srcset="{{picture-source}}"><img></picture><script src="{{script}}"></script><script type=module src="{{script-module}}"></script>
    <i id=a>a</i><i id=b>b</i><i id=c>c</i><i id=d>d</i><i id=e>e</i><i id=f>font</i><i id=g>g</i><i id=h>h</i><i id=i>i</i><i id=j>j</i><p style="background:url({{css-inline}})">x</p>
    <video src="{{video}}" poster="{{video-poster}}" preload=auto></video><video preload=auto><source src="{{video-source}}"></video>
    <video src=/silent.mp4 crossorigin><track default kind=captions src="{{video-track}}"></video><audio src="{{audio}}" preload=auto></audio>
    <video src="{{r302:video-redirect}}" preload=auto></video><object data="{{object}}"></object><embed src="{{embed}}"><iframe src="{{iframe}}"></iframe>
    <iframe srcdoc="<img src='{{iframe-srcdoc}}'>"></iframe><iframe src="data:text/html,<img src='{{iframe-data}}'>"></iframe>
    <iframe srcdoc="<frameset><frame src='{{frame}}'></frameset>"></iframe><iframe srcdoc="<base href='{{iframe-base}}/'><img src=x>"></iframe>
    <iframe sandbox=allow-scripts srcdoc="<script>fetch('{{iframe-sandbox-fetch}}',{mode:'no-cors'})</script>"></iframe>
    <portal src="{{portal}}"></portal><applet code="{{applet}}"></applet><bgsound src="{{bgsound}}"><input type=image src="{{input-image}}">
    <table background="{{table-background}}"><tr><td>x</table>
    <svg width=9 height=9><image href="{{svg-image}}" width=9 height=9 /><use href="{{svg-use}}#x"/><filter id=y><feImage href="{{svg-feimage}}"/></filter><rect filter="url(#y)" width=9 height=9 /></svg>
    <img src="/pixel.svg"><iframe src=/styled.xml></iframe><iframe src=/transformed.xml></iframe><video src=/list.m3u8 preload=auto autoplay muted></video>
    <img src="{{r301:img-301}}"><img src="{{r302:img-302}}"><img src="{{r303:img-303}}"><img src="{{r307:img-307}}"><img src="{{r308:img-308}}"></body></html>`,

  '/styled.xml': `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="{{xml-stylesheet}}"?><a>x</a>`,
  '/transformed.xml': `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="{{xml-xslt}}"?><!DOCTYPE a [<!ENTITY e SYSTEM "{{xml-entity}}">]><a>&e;</a>`,
  '/list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI="{{hls-key}}"\n#EXT-X-MAP:URI="{{hls-map}}"\n#EXTINF:4,\n{{hls-segment}}\n#EXT-X-ENDLIST\n`,
  '/pixel.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="{{svg-in-img}}"/></svg>`,

  '/script': `<!doctype html><body><script>
    const later = (work) => { try { const p = work(); p && p.catch && p.catch(() => 0) } catch {} };
    const plain = { mode: 'no-cors' };
    later(() => fetch('{{fetch}}')); later(() => fetch('{{fetch-no-cors}}', plain)); later(() => fetch('{{fetch-post}}', { method: 'POST', body: 'x', ...plain }));
    later(() => fetch('{{fetch-preflight}}', { method: 'PUT', headers: { 'x-a': '1' } }));
    later(() => fetch('{{fetch-keepalive}}', { keepalive: true, ...plain }));
    for (const url of ['{{r301:fetch-301}}', '{{r302:fetch-302}}', '{{r303:fetch-303}}', '{{r307:fetch-307}}', '{{r308:fetch-308}}']) later(() => fetch(url, { method: 'POST', body: 'x', ...plain }));
    later(() => { const x = new XMLHttpRequest(); x.open('GET', '{{xhr}}'); x.send() });
    later(() => { const x = new XMLHttpRequest(); x.open('GET', '{{xhr-sync}}', false); x.send() });
    later(() => { const x = new XMLHttpRequest(); x.open('POST', '{{r307:xhr-redirect}}'); x.send('x') });
    later(() => { navigator.sendBeacon('{{beacon}}', 'x') }); later(() => fetchLater('{{fetch-later}}', { activateAfter: 0 }));
    later(() => { new EventSource('{{event-source}}') }); later(() => { new WebSocket('{{ws:websocket}}') });
    later(() => import('{{import}}')); later(() => { new Image().src = '{{image-object}}' }); later(() => { new Audio('{{audio-object}}').load() });
    later(() => new FontFace('G', 'url({{font-face}})').load()); later(() => WebAssembly.instantiateStreaming(fetch('{{wasm}}')));
    later(() => caches.open('x').then((c) => c.add('{{cache-add}}'))); later(() => new AudioContext().audioWorklet.addModule('{{audio-worklet}}'));
    later(() => CSS.paintWorklet.addModule('{{paint-worklet}}')); later(() => { document.write('<script src="{{document-write}}"></' + 'script>') });
    later(() => { const s = new CSSStyleSheet(); s.replaceSync('body{background:url({{constructed-sheet}})}'); document.adoptedStyleSheets = [s] });
    later(() => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '{{link-by-script}}'; document.head.append(l) });
    later(() => { document.body.attachShadow; const d = document.createElement('div'); d.attachShadow({ mode: 'closed' }).innerHTML = '<img src="{{shadow-img}}">'; document.body.append(d) });
    const blob = (code, type = 'text/javascript') => URL.createObjectURL(new Blob([code], { type }));
    later(() => { new Worker(blob("importScripts('{{worker-import-scripts}}')")) });
    later(() => { new Worker(blob("fetch('{{worker-fetch}}',{mode:'no-cors'})")) });
    later(() => { new Worker(blob("var x=new XMLHttpRequest();x.open('GET','{{worker-xhr}}');x.send()")) });
    later(() => { new Worker(blob("new WebSocket('{{ws:worker-websocket}}')")) }); later(() => { new Worker(blob("new EventSource('{{worker-event-source}}')")) });
    later(() => { new Worker(blob("import '{{worker-module}}'"), { type: 'module' }) });
    later(() => { new Worker(blob("new Worker(URL.createObjectURL(new Blob([\\"fetch('{{worker-nested}}',{mode:'no-cors'})\\"])))")) });
    later(() => { new SharedWorker(blob("fetch('{{shared-worker}}',{mode:'no-cors'})")) }); later(() => { new Worker('{{r302:worker-redirect}}') });
    later(() => navigator.serviceWorker.register('/service-worker.js'));
    const frame = (src) => { const f = document.createElement('iframe'); f.src = src; document.body.append(f) };
    frame(blob("<img src='{{iframe-blob}}'>", 'text/html')); frame("javascript:'<img src={{iframe-javascript}}>'");
    later(() => { new WebTransport('{{https:web-transport}}') });
    later(() => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:{{at:stun-udp}}' }, { urls: 'stun:{{at:stun-tcp}}?transport=tcp' },
      { urls: 'turn:{{at:turn-tcp}}?transport=tcp', username: 'u', credential: 'p' }, { urls: 'turn:{{at:turn-udp}}?transport=udp', username: 'u', credential: 'p' },
      { urls: 'turns:{{at:turns-tcp}}?transport=tcp', username: 'u', credential: 'p' }] }); p.createDataChannel('x'); return p.createOffer().then((o) => p.setLocalDescription(o)) });
    later(() => new PaymentRequest([{ supportedMethods: '{{https:payment}}' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment());
    for (const name of ['location', 'assign', 'replace', 'navigation', 'meta', 'refresh-header', 'form-get', 'form-post', 'form-target', 'formaction', 'anchor', 'ping', 'svg-anchor', 'area', 'parent-sets', 'open', 'javascript-url', 'document-open']) frame('/nav-' + name);
    for (const code of [301, 302, 303, 307, 308]) frame('/frame-' + code);
    </script></body>`,
  '/service-worker.js': `fetch('{{service-worker}}',{mode:'no-cors'})`,
  '/nav-location': `<script>location = '{{nav-location}}'</script>`,
  '/nav-assign': `<script>location.assign('{{nav-assign}}')</script>`,
  '/nav-replace': `<script>location.replace('{{nav-replace}}')</script>`,
  '/nav-navigation': `<script>navigation.navigate('{{nav-navigation}}')</script>`,
  '/nav-meta': `<meta http-equiv=refresh content="0;url={{nav-meta}}">`,
  '/nav-form-get': `<form action="{{nav-form-get}}"><input name=x></form><script>document.forms[0].submit()</script>`,
  '/nav-form-post': `<form method=post action="{{nav-form-post}}"><input name=x></form><script>document.forms[0].submit()</script>`,
  '/nav-form-target': `<iframe name=t></iframe><form target=t action="{{nav-form-target}}"></form><script>document.forms[0].submit()</script>`,
  '/nav-formaction': `<form><button formaction="{{nav-formaction}}">x</button></form><script>document.forms[0].requestSubmit(document.querySelector('button'))</script>`,
  '/nav-anchor': `<a href="{{nav-anchor}}">x</a><script>document.querySelector('a').click()</script>`,
  '/nav-ping': `<a href="#x" ping="{{nav-ping}}">x</a><script>document.querySelector('a').click()</script>`,
  '/nav-svg-anchor': `<svg><a href="{{nav-svg-anchor}}"><text>x</text></a></svg><script>document.querySelector('a').dispatchEvent(new MouseEvent('click',{bubbles:true}))</script>`,
  '/nav-area': `<map><area href="{{nav-area}}"></map><script>document.querySelector('area').click()</script>`,
  '/nav-parent-sets': `<iframe name=t></iframe><script>frames[0].location = '{{nav-parent-sets}}'</script>`,
  '/nav-open': `<script>open('{{nav-open}}')</script>`,
  '/nav-javascript-url': `<a href="javascript:location='{{nav-javascript-url}}'">x</a><script>document.querySelector('a').click()</script>`,
  '/nav-document-open': `<script>document.open();document.write('<meta http-equiv=refresh content="0;url={{nav-document-open}}">');document.close()</script>`,
  '/top-location': `<script>location = '{{top-location}}'</script>`,
  '/top-meta': `<meta http-equiv=refresh content="0;url={{top-meta}}"><p>x</p>`,
  '/top-form-post': `<form method=post action="{{top-form-post}}"></form><script>document.forms[0].submit()</script>`,
  '/top-history': `<script>history.replaceState(0, '', '/top-history?2'); setTimeout(() => location.replace('{{top-history}}'), 50)</script>`,
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Address = (scheme: string, way: string) => string;

/** The same by header: `{{name}}` as in the pages. */
const headerPages: Readonly<Record<string, { status?: number; headers: Record<string, string>; html: string }>> = {
  '/nav-refresh-header': { headers: { refresh: '0;url={{nav-refresh-header}}' }, html: '<p>x</p>' },
  '/top-refresh-header': { headers: { refresh: '0;url={{top-refresh-header}}' }, html: '<p>x</p>' },
  '/top-302': { status: 302, headers: { location: '{{top-302}}' }, html: '' },
  '/top-308': { status: 308, headers: { location: '{{top-308}}' }, html: '' },
  '/frame-301': { status: 301, headers: { location: '{{frame-301}}' }, html: '' },
  '/frame-302': { status: 302, headers: { location: '{{frame-302}}' }, html: '' },
  '/frame-303': { status: 303, headers: { location: '{{frame-303}}' }, html: '' },
  '/frame-307': { status: 307, headers: { location: '{{frame-307}}' }, html: '' },
  '/frame-308': { status: 308, headers: { location: '{{frame-308}}' }, html: '' },
  '/headers': {
    headers: {
      link: '<{{header-preload}}>;rel=preload;as=image, <{{header-prefetch}}>;rel=prefetch, <{{header-stylesheet}}>;rel=stylesheet',
      'content-security-policy': `img-src 'none'; report-uri {{csp-report-uri}}`,
      'content-security-policy-report-only': `script-src 'none'; report-to r`,
      'reporting-endpoints': 'r="{{reporting-endpoint}}", default="{{reporting-default}}"',
      'report-to': '{"group":"default","max_age":9,"endpoints":[{"url":"{{report-to}}"}]}',
      nel: '{"report_to":"default","max_age":9,"success_fraction":1}',
      'cross-origin-embedder-policy-report-only': 'require-corp;report-to="r"',
    },
    html: '<img src=/silent.mp4><script>1</script><p>x</p>',
  },
};

/** What the browser loads at the top; the rest is loaded by these. */
export const entryPages = ['/markup', '/script', '/headers', ...paths('/top-')];

function paths(start: string): string[] {
  return [...Object.keys(escapePages), ...Object.keys(headerPages)].filter((path) => path.startsWith(start));
}

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  svg: 'image/svg+xml',
  xml: 'text/xml',
  js: 'text/javascript',
};

/** Routes for `openLocalSite`. */
export function escapeRoutes(address: Address): Record<string, Answer> {
  const filled = (text: string): string =>
    text.replace(/\{\{(?:(\w+):)?([\w-]+)\}\}/g, (_, scheme: string | undefined, way: string) =>
      scheme?.startsWith('r') ? `/r?${scheme.slice(1)}&${way}` : address(scheme ?? 'http', way),
    );
  const routes: Record<string, Answer> = {
    '/silent.mp4': (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(),
    '/r': (request, response) => {
      const [status = '', way = ''] = (request.url ?? '').split('?')[1]?.split('&') ?? [];
      response.writeHead(Number(status), { location: address('http', way), 'access-control-allow-origin': '*' }).end();
    },
  };
  for (const [path, text] of Object.entries(escapePages))
    routes[path] = (_, response) =>
      response.writeHead(200, { 'content-type': types[path.split('.')[1] ?? ''] ?? 'text/html' }).end(filled(text));
  for (const [path, { status = 200, headers, html }] of Object.entries(headerPages)) {
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    routes[path] = (_, response) => response.writeHead(status, { ...own, 'content-type': 'text/html' }).end(html);
  }
  return routes;
}

/** All that is tried. */
export const escapeWays: readonly string[] = [
  ...new Set(
    [...JSON.stringify([escapePages, headerPages]).matchAll(/\{\{(?:\w+:)?([\w-]+)\}\}/g)].map(([, way = '']) => way),
  ),
];
