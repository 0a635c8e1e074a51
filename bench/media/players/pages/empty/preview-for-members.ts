import { article, styles } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about:
    'an article that is cut off: the film below the cut is for members, the styles of @srgssr/pillarbox-web are loaded',
  reasons: ['login-required'],
  shows: '.wall a.sign-in',
  html: ({ npm, picture }) =>
    article({
      title: 'Inside the control room',
      head: styles(npm('@srgssr/pillarbox-web/dist/pillarbox.min.css')),
      main: `<div class="wall" style="padding:24px;border:1px solid;background:url('${picture('poster.jpg')}') center/cover;color:#fff"><h2>Log in to watch</h2><p>This video is for subscribers. Please log in or subscribe to play it.</p><a class="sign-in" href="/account/login?next=/films/55">Log in</a> <a href="/subscribe">Subscribe</a></div>`,
    }),
});
