import { article, bundled } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'react-player: a dialog of the app, whose film comes by JSON after a click on the card',
  files: { 'rp/9921/': 'hls/' },
  routes: {
    'api/films/9921': (_, place) =>
      json({ data: { id: 9921, name: 'The signal mast', stream: { hls: place.file('rp/9921/master.m3u8') } } }),
  },
  film: { urls: ['{file}/rp/9921/master.m3u8'], delivery: 'hls' },
  html: () => article({ title: 'The signal mast', main: `<div id="root"></div>${bundled}` }),
  script: ({ own, picture }) => `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactPlayer from 'react-player';
function Film() {
  const [address, setAddress] = useState(null);
  const [isReady, setReady] = useState(false);
  const open = async () => setAddress((await (await fetch('${own('api/films/9921')}')).json()).data.stream.hls);
  return <>
    <button className="card" onClick={open}><img src="${picture('poster.jpg')}" width="640" alt="" /><span>Watch “The signal mast”</span></button>
    {address && <div role="dialog" aria-modal="true" style={{ position: 'fixed', inset: 40, background: '#000' }}><ReactPlayer src={address} playing={isReady} onReady={() => setReady(true)} muted controls width="100%" height="100%" /></div>}
  </>;
}
createRoot(document.getElementById('root')).render(<Film />);`,
  user: (page) => page.click('.card'),
});
