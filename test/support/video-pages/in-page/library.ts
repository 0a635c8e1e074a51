import { fronts, skinOf } from '../markup/skins.ts';
import { words } from '../markup/words.ts';
import type { VideoPagePlan } from '../plan/plan.ts';
import { attachSource, standIn } from './stand-in.ts';

/** The script of a page's player: the stand-in, and the calling convention of the player it stands for. */
export function playerLibrary(plan: VideoPagePlan): string {
  if (plan.film === null) return '';
  const { player } = plan.film;
  const skin = skinOf(player, plan.choices.spare);
  const named = { ...skin, html: skin.html.replaceAll('{play}', words[plan.choices.language].play) };
  return `(() => {
const attachSource = ${attachSource};
const build = ${standIn};
const skin = ${JSON.stringify(named)};
const standIn = (box, source, { autoplay }) => build(box, source, { skin, autoplay: autoplay === true, poster: 'hsl(${plan.seed % 360} 40% 30%)' });
window.standIn = standIn;
${fronts[player] ?? ''}
})();`;
}
