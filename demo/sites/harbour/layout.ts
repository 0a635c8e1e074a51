import { escapeHtml } from '../../html.ts';
import { sections } from './addresses.ts';

export interface PageParts {
  readonly title: string;
  /** More of `<head>`. */
  readonly head?: string;
  readonly main: string;
  readonly aside?: string;
  readonly current?: string;
  /** Over the page: the video section's moving banner. */
  readonly banner?: string;
}

/** The frame of every page: masthead, navigation, side bar, footer, consent banner. */
export function layout({ title, head = '', main, aside = '', current, banner = '' }: PageParts): string {
  const links = sections.map(
    ([slug, name]) =>
      `<li${slug === current ? ' class="current"' : ''}><a href="/${slug}/">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/assets/gazette.css">
<link rel="alternate" type="application/rss+xml" title="Harbour Gazette" href="/feed.xml">
${head}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
  <p class="strap">Carrow, Skell and the Elver coast since 1868</p>
  <a class="logo" href="/">The Harbour Gazette</a>
  <form class="search" action="/search"><input name="q" aria-label="Search" placeholder="Search the Gazette"><button>Go</button></form>
</header>
<nav class="sections"><ul><li><a href="/latest/">Latest</a></li>${links.join('')}</ul></nav>
${banner}
<div class="columns">
<main id="main">
${main}
</main>
<aside class="side">
${aside}
<section class="newsletter"><h3>The Morning Tide</h3><p>Five stories before breakfast, free, every weekday. Join 14,000 readers.</p>
<form action="/newsletter"><input type="email" placeholder="Your email address"><button>Sign up</button></form></section>
<section class="advert"><p>Advertisement</p><a href="/advertise">Chandler &amp; Daughters: rope, paint and varnish at honest prices. 12 Dock Road, Carrow.</a></section>
</aside>
</div>
<footer class="foot">
  <ul><li><a href="/about">About us</a></li><li><a href="/contact">Contact the newsroom</a></li><li><a href="/corrections">Corrections</a></li><li><a href="/privacy">Privacy</a></li></ul>
  <p>&copy; 2026 The Harbour Gazette Ltd, Commercial Quay, Carrow. All rights reserved. Printed on Fridays.</p>
</footer>
<div class="consent" id="consent" role="dialog" aria-label="Your privacy">
  <div class="consent-box"><h2>We value your privacy</h2>
  <p>We and our 214 partners store and access information on a device, such as cookies, and process personal data for personalised advertising, measurement and audience research. You can change your choice at any time.</p>
  <p><button id="consent-accept" type="button">Accept all</button> <button id="consent-reject" type="button">Reject all</button> <a href="/privacy">Manage options</a></p></div>
</div>
<script>
(function () {
  var box = document.getElementById('consent');
  function close() { document.cookie = 'gazette_consent=1; path=/'; box.remove(); document.body.classList.remove('locked'); }
  if (/gazette_consent=1/.test(document.cookie)) { box.remove(); return; }
  document.body.classList.add('locked');
  document.getElementById('consent-accept').addEventListener('click', close);
  document.getElementById('consent-reject').addEventListener('click', close);
})();
</script>
</body>
</html>
`;
}
