import { article, script, styles } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'aplayer: the recording comes by JSON, plays at a click',
  files: { 'ap/4417.mp3': 'talk.mp3' },
  routes: {
    'audio/4417.json': (_, { file, picture }) =>
      json([{ name: 'The oyster bank', artist: 'The desk', url: file('ap/4417.mp3'), cover: picture('thumb-3.jpg') }]),
  },
  film: { urls: ['{file}/ap/4417.mp3'], delivery: 'progressive' },
  html: ({ npm, own }) =>
    article({
      title: 'The oyster bank',
      head: styles(npm('aplayer/dist/APlayer.min.css')) + script(npm('aplayer/dist/APlayer.min.js')),
      main: `<div id="aplayer"></div><script>
fetch('${own('audio/4417.json')}').then((answer) => answer.json()).then((audio) => new APlayer({ container: document.getElementById('aplayer'), audio }));
</script>`,
    }),
  user: (page) => page.click('.aplayer-pic .aplayer-button'),
});
