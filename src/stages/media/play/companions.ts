import type { MediaItem } from '../../../model/media/media-item.ts';

const audioName = /(^|[^a-z])(audio|sound|aud)([^a-z]|$)/i;

/**
 * Picture and sound that a script reads from two files are one medium: the sound goes with the picture. Files that elements play by themselves are media of their own.
 */
export function withCompanions(items: readonly MediaItem[]): MediaItem[] {
  const tracks = items.filter(
    ({ role, delivery, reasons }) =>
      role === 'main' &&
      delivery === 'progressive' &&
      reasons.includes('seen on the network') &&
      !reasons.includes('current source') &&
      !reasons.includes('in the markup'),
  );
  const sound = tracks.find(isSound);
  const picture = tracks.find((one) => !isSound(one));
  if (sound === undefined || picture === undefined) return [...items];
  const companion = { url: sound.url, kind: 'audio', language: null, label: null } as const;
  return items.flatMap((item) => {
    if (item === sound) return [];
    return [item === picture ? { ...item, companions: [...item.companions, companion] } : item];
  });
}

const isSound = ({ url, mimeType }: MediaItem): boolean =>
  /^audio\//.test(mimeType ?? '') || (!/^video\//.test(mimeType ?? '') && audioName.test(new URL(url).pathname));
