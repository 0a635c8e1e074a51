import type { HookStore } from './hooks.ts';
import type { ElementPlace } from './place.ts';

/** A frame in the document that shows the player of a known video host. */
export interface ShownEmbed {
  readonly url: string;
  readonly widthPx: number;
  readonly isInLink: boolean;
  readonly isInAd: boolean;
  readonly place: ElementPlace;
  readonly title: string;
}

/** Part of `readFrameState`: frames of the hosts, also in shadow roots. Those that are not shown have to be made visible first. */
export function readShownEmbeds(
  store: HookStore | undefined,
  { hosts, readPlace }: { readonly hosts: RegExp; readonly readPlace: (element: Element) => ElementPlace },
): ShownEmbed[] {
  const adBox = /(^|[\s_-])(ads?|advert(isement)?|preroll|sponsor(ed)?)([\s_-]|$)/i;
  const frames = [document, ...(store?.roots ?? [])].flatMap((root) => [
    ...root.querySelectorAll<HTMLIFrameElement | HTMLObjectElement | HTMLEmbedElement>('iframe, object, embed'),
  ]);
  const embeds: ShownEmbed[] = [];
  for (const frame of frames) {
    const url = frame instanceof HTMLObjectElement ? frame.data : frame.src;
    if (!hosts.test(url) || embeds.length >= 20) continue;
    const { width, height } = frame.getBoundingClientRect();
    if (width < 2 || height < 2 || !frame.checkVisibility({ visibilityProperty: true })) continue;
    const isAdBox = ({ id, className }: Element): boolean => adBox.test(`${id} ${String(className)}`);
    let isInAd = false;
    for (let box = frame.parentElement; box !== null; box = box.parentElement) isInAd ||= isAdBox(box);
    embeds.push({
      url,
      widthPx: Math.round(width),
      isInLink: frame.closest('a[href]') !== null,
      isInAd,
      place: readPlace(frame),
      title: frame.title,
    });
  }
  return embeds;
}
