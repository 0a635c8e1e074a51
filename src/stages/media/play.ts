/**
 * Runs in the page: plays every media element, muted, and clicks the smallest thing that says that it plays. Returns how many elements were told to.
 * Never clicks inside a link: that would leave the page.
 */
export const playScript = `(() => {
  let told = 0;
  for (const element of document.querySelectorAll('video,audio')) {
    element.muted = true;
    element.play?.()?.catch?.(() => {});
    told++;
  }
  const names = '[aria-label*="play" i],[title*="play" i],[class*="play-button" i],[class*="play_btn" i],[class*="playbtn" i],[class*="vjs-big-play" i],[aria-label*="播放"],[title*="播放"]';
  const area = (element) => { const box = element.getBoundingClientRect(); return box.width * box.height; };
  const buttons = [...document.querySelectorAll(names)].filter((element) => area(element) > 0 && !element.closest('a[href]'));
  buttons.sort((a, b) => area(a) - area(b));
  if (buttons.length > 0) { buttons[0].click(); told++; }
  return told;
})()`;
