/** Segments of made/hls have four seconds; the window shows five of them. */
const segmentSeconds = 4;
const windowLength = 5;
const segmentCount = 10;

/**
 * A live playlist that moves on with the clock, over the segments of the made film, which begin anew after the last.
 *
 * @param folder address of the made `hls/`
 */
export function livePlaylist(folder: string): string {
  const first = Math.floor(Date.now() / 1_000 / segmentSeconds);
  const entries = Array.from({ length: windowLength }, (_, offset) => {
    const at = (first + offset) % segmentCount;
    return `${at === 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:${segmentSeconds}.0,\n${folder}v0${at}.ts`;
  });
  const discontinuities = Math.ceil(first / segmentCount); // those whose tag has left the window
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${segmentSeconds}\n#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}\n${entries.join('\n')}\n`;
}
