/** What a player is asked to play. */
export interface Source {
  readonly url: string;
  readonly type: 'progressive' | 'hls' | 'dash' | 'split';
  readonly medium: 'video' | 'audio';
  /** Address of the sound, where it is a second file. */
  readonly sound?: string;
  /** ClearKey: key by key id. */
  readonly keys?: Readonly<Record<string, string>>;
}

export interface Skin {
  /** The player's markup before it plays; `{media}` is where the media element goes. */
  readonly html: string;
  /** Class of the media element. */
  readonly tech: string;
  /** Elements that disappear when it plays. */
  readonly hides: string;
  /** What starts it; empty: a click anywhere. */
  readonly button: string;
  /** Whether the media element is there, with its source, before anybody has started it. */
  readonly loadsEarly: boolean;
  /** Class of the box while it waits and while it plays. */
  readonly states: readonly [waiting: string, playing: string];
  /** The browser's own player: its controls start it, where no advertisement comes first. */
  readonly playsHlsItself?: boolean;
}

/** What a page does around the film: an advertisement before it, or in its middle. */
export interface Advertising {
  readonly before?: (media: HTMLMediaElement, box: HTMLElement) => Promise<void>;
  readonly during?: (media: HTMLMediaElement, box: HTMLElement) => void;
}

interface Engines {
  readonly Hls?: { new (): { loadSource(url: string): void; attachMedia(media: HTMLMediaElement): void } };
  readonly dashjs?: {
    MediaPlayer(): {
      create(): {
        initialize(media: HTMLMediaElement, url: string | undefined, autoplay: boolean): void;
        setProtectionData(data: object): void;
        attachSource(url: string): void;
      };
    };
  };
}

/** Runs in the page (as source text): gives a media element its source, with the engine that the source needs. */
export function attachSource(media: HTMLMediaElement, source: Source, playsHlsItself: boolean): void {
  const { Hls, dashjs } = window as unknown as Engines;
  const pieces = async (buffer: SourceBuffer, url: string): Promise<void> => {
    const pieceBytes = 60_000;
    for (let at = 0; at < 5 * pieceBytes; at += pieceBytes) {
      const answer = await fetch(url, { headers: { range: `bytes=${at}-${at + pieceBytes - 1}` } });
      buffer.appendBuffer(await answer.arrayBuffer());
      await new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }));
    }
  };
  if (source.type === 'split') {
    const stream = new MediaSource();
    media.src = URL.createObjectURL(stream);
    stream.addEventListener(
      'sourceopen',
      () => {
        const picture = stream.addSourceBuffer('video/mp4; codecs="avc1.4d4015"');
        const sound = stream.addSourceBuffer('audio/mp4; codecs="mp4a.40.2"');
        void pieces(picture, source.url);
        void pieces(sound, source.sound ?? '');
      },
      { once: true },
    );
  } else if (source.type === 'hls' && !playsHlsItself && Hls !== undefined) {
    const stream = new Hls();
    stream.loadSource(source.url);
    stream.attachMedia(media);
  } else if (source.type === 'dash' && dashjs !== undefined) {
    const player = dashjs.MediaPlayer().create();
    player.initialize(media, undefined, false);
    if (source.keys !== undefined) player.setProtectionData({ 'org.w3.clearkey': { clearkeys: source.keys } });
    player.attachSource(source.url);
  } else media.src = source.url;
}

/** Runs in the page (as source text): builds a player in a box, with the markup and the order of calls of a known one. */
export function standIn(
  box: HTMLElement,
  source: Source,
  { skin, autoplay, poster }: { readonly skin: Skin; readonly autoplay: boolean; readonly poster: string },
): void {
  const { advertising } = window as unknown as { readonly advertising?: Advertising };
  const attach = (media: HTMLMediaElement): void => attachSource(media, source, skin.playsHlsItself === true);
  const makeMedia = (): HTMLMediaElement => {
    const media = document.createElement(source.medium);
    media.className = skin.tech;
    if (media instanceof HTMLVideoElement) {
      media.playsInline = true;
      media.style.cssText = 'width: 640px; height: 360px; display: block';
    }
    media.preload = skin.loadsEarly ? 'metadata' : 'none';
    return media;
  };
  const [waiting, playing] = skin.states;
  box.innerHTML = skin.html.replace('{media}', '<i hidden data-media></i>').replace('{poster}', poster);
  if (waiting !== '') box.classList.add(...waiting.split(' '));
  const place = box.querySelector('[data-media]');
  let media: HTMLMediaElement | null = null;
  if (skin.loadsEarly) {
    media = makeMedia();
    place?.replaceWith(media);
    if (advertising?.before === undefined) attach(media);
  }
  let hasStarted = false;
  const start = async (): Promise<void> => {
    if (hasStarted) return;
    hasStarted = true;
    if (playing !== '') box.classList.add(...playing.split(' '));
    if (waiting !== '') box.classList.remove(...waiting.split(' '));
    if (skin.hides !== '') for (const part of box.querySelectorAll(skin.hides)) part.remove();
    const target = media ?? makeMedia();
    if (media === null) place?.replaceWith(target);
    const isAttached = skin.loadsEarly && advertising?.before === undefined;
    await advertising?.before?.(target, box);
    if (!isAttached) attach(target);
    target.muted = true;
    target.controls = true;
    target.play().catch(() => {}); // the source is not there yet: the engine starts it
    target.addEventListener('canplay', () => void target.play().catch(() => {}), { once: true });
    advertising?.during?.(target, box);
  };
  const hasControls = skin.playsHlsItself === true && advertising?.before === undefined;
  if (hasControls && media !== null) {
    media.controls = true;
    for (const part of box.querySelectorAll(skin.hides)) part.remove();
    media.addEventListener('play', () => void start(), { once: true });
  }
  if (autoplay) void start();
  else if (!hasControls)
    (skin.button === '' ? box : (box.querySelector(skin.button) ?? box)).addEventListener('click', () => void start());
}
