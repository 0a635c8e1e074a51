import type { PlayLinks } from '../../model/media/play-links.ts';
import type { NoMediaReason } from '../../model/page/page.ts';

/** Facts about a page without media. */
interface NoMediaFacts {
  readonly status: number;
  /** The shown text, a few thousand characters. */
  readonly text: string;
  readonly hasPassword: boolean;
  readonly keySystems: ReadonlySet<string>;
  /** Whether it leads to the page of one medium, or lists several. */
  readonly playLinks: PlayLinks['kind'];
  /** Number of clips of other pages: media in links, hover previews. */
  readonly teasers: number;
  readonly playerElements: number;
  readonly isVideoPage: boolean;
  /** It has loops without sound or controls, and nothing else. */
  readonly isDecorated: boolean;
}

const botWords =
  /verify (that )?you are (a )?human|are you a robot|unusual traffic|checking your browser|just a moment|attention required|captcha|access denied|请完成(安全)?验证|人机验证/i;
const loginWords =
  /(log|sign) ?in (to|and) (watch|view|play|continue|listen)|(subscribe|register|sign up|become a member) (to|and) (watch|view|play|listen)|(for )?members? only|only (available )?(for|to) (members|subscribers)|登录(后|即可)(观看|播放)|请先登录|会员(专享|专属|可看)|(anmelden|einloggen),? um .{0,20}(sehen|schauen|anzusehen)|zum (ansehen|abspielen|anhören) (bitte )?(anmelden|einloggen|registrieren)|(connectez-vous|abonnez-vous) pour (regarder|voir|écouter)|(inicia|iniciar) sesión para (ver|reproducir|escuchar)|accedi per (guardare|vedere|ascoltare)|(entre|faça login) para (assistir|ver|ouvir)|войдите,? чтобы (смотреть|посмотреть|слушать)|ログインして(視聴|再生)/i;
/** Characters; the page of a wall has little other text. */
const shortText = 1_500;
/** Characters from which a page with nothing but a loop is an article. */
const articleText = 600;

interface Rule {
  readonly reason: NoMediaReason;
  readonly applies: (page: NoMediaFacts) => boolean;
}

/** The first that applies decides. */
const rules: readonly Rule[] = [
  {
    reason: 'bot-wall',
    applies: ({ status, text }) =>
      (status === 403 || status === 429 || status === 503 || text.length < shortText) && botWords.test(text),
  },
  { reason: 'drm-only', applies: ({ keySystems }) => keySystems.size > 0 },
  {
    reason: 'login-required',
    applies: ({ hasPassword, text }) => loginWords.test(text) || (hasPassword && text.length < shortText),
  },
  {
    reason: 'not-play-page',
    // beside a player, a list is of other films
    applies: ({ playLinks, teasers, playerElements }) =>
      playLinks === 'detail' || (playerElements === 0 && (playLinks === 'list' || teasers >= 3)),
  },
  {
    reason: 'not-video-page',
    applies: ({ isVideoPage, playerElements, isDecorated, text }) =>
      playerElements === 0 && (!isVideoPage || (isDecorated && text.length >= articleText)),
  },
];

/** Returns why a played page has no media. */
export const chooseNoMediaReason = (page: NoMediaFacts): NoMediaReason =>
  rules.find(({ applies }) => applies(page))?.reason ?? 'no-media';
