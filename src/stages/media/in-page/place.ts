/** Where an element is on its page, out of shadow roots and frames of the same site. */
export interface ElementPlace {
  /** In a menu or a sidebar, after the main part, or under a heading such as "Related". */
  readonly isBeside: boolean;
  /** Under a heading such as "Trailer". */
  readonly isTrailer: boolean;
  /** With a label such as "Trailer". */
  readonly isCalledTrailer: boolean;
  /** With a label such as "Preview". */
  readonly isPreview: boolean;
}

/** Runs in a frame (as source text). */
export function placeOf(element: Element): ElementPlace {
  /** What the element and the short texts beside it say, as far out as the box of its player reaches. */
  const labelsOf = (medium: Element): string[] => {
    const labels = ['aria-label', 'title', 'data-title', 'data-label'].map((name) => medium.getAttribute(name) ?? '');
    const caption = medium.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
    const area = (node: Element): number => node.getBoundingClientRect().width * node.getBoundingClientRect().height;
    const largest = Math.max(1, area(medium)) * 1.7;
    let node = medium;
    for (let level = 0; level < 4; level++) {
      const box: Element | null = node.parentElement;
      if (box === null || box === document.body || area(box) > largest) break;
      labels.push(box.getAttribute('aria-label') ?? '');
      for (const sibling of [...box.children].slice(0, 12))
        if (sibling !== node && sibling.childElementCount <= 2) labels.push(sibling.textContent ?? '');
      node = box;
    }
    return [...labels, caption].map((label) => label.trim()).filter((label) => label.length > 1 && label.length <= 40);
  };
  const besideClass =
    /(^|[\s_-])(sidebar|related|recommend(ed|ations?)?|up-?next|you-may-(also-)?like|trending|most-(read|viewed|popular)|footer|nav(bar|igation)?|menu|mini-?player)([\s_-]|$)/i;
  const relatedHeading =
    /^\W*((other|autres|andere|otr[ao]s|altr[ie]|outr[ao]s|другие)(\W.*)?$|related|recommended|similar|more (videos?|films?|clips?|like|from|on|to)|you (may|might)( also)? like|up next|watch next|also (watch|on)|trending|most (viewed|popular)|ähnliche|weitere|mehr (videos|filme|von|aus|zum)|das könnte|auch interessant|à (voir|lire|regarder) aussi|vidéos? (similaires|associées)|plus de|sur le même|relacionad|más (vídeos|videos|películas)|también|(video|film) correlat|altri (video|film)|vídeos relac|mais vídeos|похожие|ещё|смотрите также)|相关|相關|更多|其他|他の|推荐|推薦|猜你喜欢|関連|おすすめ|관련|추천/i;
  const trailerHeading =
    /^\W*((watch |play |view |see )?(the |der |den )?(official |first |final |new |offizieller? |offiziellen )?(trailers?|teasers?)|bandes?[- ]annonces?|tráiler(es)?|fragman|zwiastun|ukázka|τρέιλερ|трейлер|тизер|making[- ]of|behind the scenes)(\W.{0,30})?$|^.{0,6}(预告|預告|予告|예고)/iu;
  const previewLabel =
    /^\W*((free|short|quick|video|hover|clip|30.second) )?(previews?|sneak peek|vorschau|aperçu|extrait|avance|anteprima|prévia|podgląd|förhandsvisning|önizleme|превью|プレビュー|미리보기|试看|試看|预览)(\W.{0,20})?$/iu;
  /** The last heading in a box, or the box itself; '' for the page's own. */
  const headingIn = (box: Element): string | null => {
    const heading = /^h[1-6]$/.test(box.localName) ? box : [...box.querySelectorAll('h1,h2,h3,h4,h5,h6')].at(-1);
    if (heading?.localName === 'h1') return '';
    return heading === undefined ? null : (heading.textContent ?? '').trim().slice(0, 80);
  };
  // what comes after the part with the page's headline; many sites show the film before it, in the full width
  const main = document.querySelector('main:has(h1), [role="main"]:has(h1)');
  const isAfterMain = (node: Element): boolean =>
    node.ownerDocument === document &&
    main !== null &&
    !main.contains(node) &&
    (main.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const labels = labelsOf(element);
  // a page that is about a trailer
  const isOwn = /trailer|teaser|bande-annonce|预告|予告/i.test(document.querySelector('h1')?.textContent ?? '');
  let isBeside = false;
  let heading: string | null = null;
  for (let current: Element | null = element; current !== null; ) {
    const label = `${current.id} ${current.getAttribute('class') ?? ''}`;
    const isRoot = /^(html|body|main|article|video|audio)$/.test(current.localName);
    const isSide = /^(aside|nav|footer)$/.test(current.localName) || current.getAttribute('role') === 'complementary';
    if (isSide || (!isRoot && besideClass.test(label))) isBeside = true;
    for (let before = current.previousElementSibling; before !== null && heading === null; )
      [heading, before] = [headingIn(before), before.previousElementSibling];
    const root: Node = current.getRootNode();
    if (root === document && isAfterMain(current)) isBeside = true;
    const host: Element | null = root instanceof ShadowRoot ? root.host : null;
    current = current.parentElement ?? host ?? current.ownerDocument.defaultView?.frameElement ?? null;
  }
  return {
    isBeside: isBeside || relatedHeading.test(heading ?? ''),
    isTrailer: trailerHeading.test(heading ?? ''),
    isCalledTrailer: !isOwn && labels.some((label) => trailerHeading.test(label)),
    isPreview: labels.some((label) => previewLabel.test(label)),
  };
}
