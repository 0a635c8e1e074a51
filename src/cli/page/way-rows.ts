import type { WayToSite } from '../../commands/page/explain-proxies.ts';

/** Lines of `explain` on the proxies that may serve a site. */
export const wayRows = (ways: readonly WayToSite[]): (readonly [name: string, value: string])[] =>
  ways.map(({ proxy, isListed, tries, successes, blocked, weight }) => {
    const counts = tries === 0 ? 'no try' : `${successes} of ${tries} visits succeeded, ${blocked} were blocked`;
    return [
      'way',
      `${proxy}${isListed ? ', on the list of the day' : ''}: weight ${weight.toFixed(2)}; ${counts} this week`,
    ];
  });
