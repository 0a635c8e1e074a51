import type { Choices } from '../plan/plan.ts';

/** The words of a page's controls. */
export interface Words {
  readonly play: string;
  readonly load: readonly string[];
  readonly watch: string;
  readonly accept: string;
  readonly reject: string;
  readonly consent: string;
  readonly skip: string;
  /** `#` is its number. */
  readonly episode: string;
  readonly related: string;
  readonly startsIn: string;
  readonly logIn: string;
  readonly gone: string;
  readonly watchNow: string;
  readonly text: string;
}

export const words: Readonly<Record<Choices['language'], Words>> = {
  en: {
    play: 'Play',
    load: ['Play video', 'Show the video', 'Server 1', 'I am over 18: continue'],
    watch: 'Watch the film',
    accept: 'Accept all',
    reject: 'Reject all',
    consent: 'We and our partners use cookies. Your privacy matters to us.',
    skip: 'Skip ad',
    episode: 'Episode #',
    related: 'More films',
    startsIn: 'The film begins in',
    logIn: 'Log in to watch',
    gone: 'This video is not available any more.',
    watchNow: 'Watch now',
    text: 'The ferry leaves at six, and the harbour master counts the boats before the fog comes in. Nobody speaks until the last rope is off.',
  },
  de: {
    play: 'Abspielen',
    load: ['Video abspielen', 'Video anzeigen', 'Server 1', 'Ich bin über 18: weiter'],
    watch: 'Film ansehen',
    accept: 'Alle akzeptieren',
    reject: 'Alle ablehnen',
    consent: 'Wir und unsere Partner verwenden Cookies. Datenschutz ist uns wichtig.',
    skip: 'Anzeige überspringen',
    episode: 'Folge #',
    related: 'Weitere Filme',
    startsIn: 'Der Film beginnt in',
    logIn: 'Zum Ansehen anmelden',
    gone: 'Dieses Video ist nicht mehr verfügbar.',
    watchNow: 'Jetzt ansehen',
    text: 'Die Fähre legt um sechs ab, und der Hafenmeister zählt die Boote, bevor der Nebel kommt. Keiner spricht, bis das letzte Tau los ist.',
  },
  fr: {
    play: 'Lecture',
    load: ['Lire la vidéo', 'Afficher la vidéo', 'Serveur 1', "J'ai plus de 18 ans : continuer"],
    watch: 'Regarder',
    accept: 'Tout accepter',
    reject: 'Tout refuser',
    consent: 'Nos partenaires et nous utilisons des cookies. Votre confidentialité compte.',
    skip: "Passer l'annonce",
    episode: 'Épisode #',
    related: 'Autres films',
    startsIn: 'Le film commence dans',
    logIn: 'Connectez-vous pour regarder',
    gone: 'Cette vidéo est indisponible.',
    watchNow: 'Regarder maintenant',
    text: 'Le bac part à six heures, et le maître du port compte les bateaux avant que le brouillard ne tombe. Personne ne parle.',
  },
  zh: {
    play: '播放',
    load: ['播放视频', '显示视频', '线路1', '我已满18岁，继续'],
    watch: '观看',
    accept: '同意',
    reject: '拒绝',
    consent: '我们和合作伙伴使用 Cookie。我们重视您的隐私。',
    skip: '跳过广告',
    episode: '第#集',
    related: '更多影片',
    startsIn: '影片即将开始',
    logIn: '登录后观看',
    gone: '该视频已下架。',
    watchNow: '立即播放',
    text: '渡船六点离港，港务员在雾来之前数一遍船。最后一根缆绳解开之前，没有人说话。',
  },
};
