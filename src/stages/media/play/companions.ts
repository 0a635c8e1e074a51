import type { MediaItem } from '../../../model/media/media-item.ts';

const audioName = /(^|[^a-z])(audio|sound|aud)([^a-z]|$)/i;

/** Joins video and audio that a script reads from two files: the audio becomes a companion of the video. Files that elements play stay separate. */
export function withCompanions(items: readonly MediaItem[]): MediaItem[] {
  const tracks = items.filter(
    ({ role, delivery, reasons }) =>
      role === 'main' &&
      delivery === 'progressive' &&
      reasons.includes('seen on the network') &&
      !reasons.includes('current source') &&
      !reasons.includes('in the markup'),
  );
  const audio = tracks.find(isAudio);
  const video = tracks.find((track) => !isAudio(track));
  if (audio === undefined || video === undefined) return [...items];
  const companion = { url: audio.url, kind: 'audio', language: null, label: null } as const;
  return items.flatMap((item) => {
    if (item === audio) return [];
    return [item === video ? { ...item, companions: [...item.companions, companion] } : item];
  });
}

const isAudio = ({ url, mimeType }: MediaItem): boolean =>
  /^audio\//.test(mimeType ?? '') || (!/^video\//.test(mimeType ?? '') && audioName.test(new URL(url).pathname));
