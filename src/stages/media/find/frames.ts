import { attribute, type MarkupContext, type MarkupElement } from './element.ts';

/** Hosts whose frames have no player: tags, advertisements, maps, posts, comments, charts, forms. */
const otherHosts =
  /(^|\.)(googletagmanager\.com|doubleclick\.net|googlesyndication\.com|googleadservices\.com|google\.com|gstatic\.com|recaptcha\.net|hcaptcha\.com|facebook\.com|twitter\.com|x\.com|instagram\.com|disqus\.com|linkedin\.com|pinterest\.com|openstreetmap\.org|datawrapper\.(de|dwcdn\.net)|dwcdn\.net|flourish\.studio|infogram\.com|typeform\.com|hubspot\.com|list-manage\.com|cookiebot\.com|consensu\.org|taboola\.com|outbrain\.com)$/i;
const playsAlone = /fullscreen|autoplay|encrypted-media|picture-in-picture/;
/** px; players are not smaller. */
const smallest = { width: 240, height: 130 };
/** Width by height of a player: 4:3 to 21:9, with room for controls. */
const shape = { from: 1.15, to: 2.5, widthPx: 400 };

/** Whether a frame may hold the page's player, though its address does not say so. A wrong yes costs a request, a wrong no the film. */
export function mayHoldPlayer(frame: MarkupElement, url: string, context: MarkupContext): boolean {
  if (context.isInAd || context.isBeside || context.isInLink) return false;
  const { hostname } = new URL(url);
  if (otherHosts.test(hostname) || isHidden(frame)) return false;
  const [width, height] = [sizeOf(frame, 'width'), sizeOf(frame, 'height')];
  if ((width ?? smallest.width) < smallest.width || (height ?? smallest.height) < smallest.height) return false;
  if (attribute(frame, 'allowfullscreen') !== null || playsAlone.test(attribute(frame, 'allow') ?? '')) return true;
  const ratio = (width ?? 0) / (height ?? 1);
  return (
    isSameSite(hostname, new URL(context.base).hostname) ||
    ((width ?? 0) >= shape.widthPx && ratio >= shape.from && ratio <= shape.to)
  );
}

function isHidden(frame: MarkupElement): boolean {
  const style = attribute(frame, 'style') ?? '';
  return attribute(frame, 'hidden') !== null || /display:\s*none|visibility:\s*hidden/.test(style);
}

/** px; null: not declared, or relative to the page. */
function sizeOf(frame: MarkupElement, name: 'width' | 'height'): number | null {
  const text = attribute(frame, name) ?? '';
  return /^\d+(px)?$/.test(text) ? Number.parseInt(text, 10) : null;
}

/** By the last two labels of the host: the price of a mistake is one request. */
function isSameSite(host: string, other: string): boolean {
  const site = (name: string): string => name.split('.').slice(-2).join('.');
  return host === other || (/[a-z]/i.test(host) && site(host) === site(other));
}
