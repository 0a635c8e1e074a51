import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { emptyPage, json } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'plyr-react is loaded, but the answer of the playback service asks for a sign-in, and a form is shown',
  routes: { playback: () => ({ ...json({ error: 'login_required' }), status: 401 }) },
  reasons: ['login-required'],
  shows: 'form input[type=password]',
  html: (place) =>
    watch(
      {
        title: 'Members: the long film',
        head: bundledStyles,
        main: `<div id="stage" class="stage" style="color:#fff"></div>${bundled}`,
      },
      place,
    ),
  script: ({ own }) => `
import { createRoot } from 'react-dom/client';
import { Plyr } from 'plyr-react';
import 'plyr-react/plyr.css';
const stage = document.getElementById('stage');
const answer = await fetch('${own('playback')}');
if (answer.ok) createRoot(stage).render(<Plyr source={{ type: 'video', sources: [{ src: (await answer.json()).src }] }} />);
else stage.innerHTML = '<form action="/login" method="post"><h2>Sign in to watch this film</h2><label>E-mail <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Sign in</button> <a href="/join">Become a member</a></form>';`,
});
