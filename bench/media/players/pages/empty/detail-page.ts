import { site } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'a page about a film: poster, crew, a link to the page that plays it',
  reasons: ['not-play-page'],
  shows: 'a.watch',
  html: ({ picture }) =>
    site({
      title: 'The drowned road (2021)',
      main: `<h1>The drowned road</h1><img src="${picture('poster.jpg')}" width="320" alt="Poster"><dl><dt>Director</dt><dd>A. Ferrier</dd><dt>Length</dt><dd>92 min</dd><dt>Year</dt><dd>2021</dd></dl>
<p>A road that is under water for half of the day, and the three families that live at its end.</p><p><a class="watch" href="/watch/the-drowned-road">▶ Watch now</a></p>${'<p>The shooting took two winters.</p>'}`,
    }),
});
