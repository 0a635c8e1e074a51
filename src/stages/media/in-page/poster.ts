/**
 * Runs in a frame (as source text): the address of a player's picture where its element names none: Plyr's `data-poster`, or a picture that a script lays over the
 * player; '' if there is none.
 */
export function posterIn(element: HTMLMediaElement): string {
  const names = ['data-poster', 'data-lazy-poster', 'data-video-poster', 'data-poster-url', 'poster'];
  const named = (node: Element): string => {
    for (const name of names) {
      const value = node.getAttribute(name);
      if (value) return value;
    }
    return '';
  };
  const own = named(element);
  if (own !== '' || !(element instanceof HTMLVideoElement)) return own;
  const area = (node: Element): number => {
    const { width, height } = node.getBoundingClientRect();
    return width * height;
  };
  const size = area(element);
  let box: Element = element;
  // the player's box: not much larger than what it shows
  for (let depth = 0; depth < 5 && box.parentElement !== null && area(box.parentElement) <= size * 1.5; depth++) {
    box = box.parentElement;
    const address = named(box);
    if (address !== '') return address;
  }
  const pictures = box.querySelectorAll(
    '[class*="poster" i], [class*="cover" i], [class*="thumb" i], [class*="preview-image" i]',
  );
  for (const picture of [...pictures].slice(0, 8)) {
    // small ones are previews of a place in the film
    if (area(picture) > 0 && area(picture) < size / 4) continue;
    const image = picture instanceof HTMLImageElement ? picture : picture.querySelector('img');
    const source = image?.currentSrc || image?.src;
    if (source?.startsWith('http')) return source;
    const [, background] = /url\(["']?(https?:[^"')]+)/.exec(getComputedStyle(picture).backgroundImage) ?? [];
    if (background !== undefined) return background;
  }
  return '';
}
