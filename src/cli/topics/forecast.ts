import type { TopicForecast } from '../../crawl/topics/forecast-topics.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';

/** What topics would do to the stored articles, in sentences. */
export function forecastLines(topics: readonly Topic[], forecast: TopicForecast): string[] {
  const { judged, hidden, newlyHidden, total } = forecast;
  if (judged === 0) return ['No article is stored yet: the topic applies to what the next crawl finds.'];
  const of = `of ${countText(judged)} stored articles`;
  const matches = forecast.matches.map(
    ({ topic, articles }) =>
      `${countText(articles)} ${of} ${articles === 1 ? 'matches' : 'match'} the topic "${topic}".`,
  );
  const effect =
    hidden === 0
      ? []
      : [
          `${countText(hidden)} ${of} ${hidden === 1 ? 'matches no topic: it' : 'match no topic: they'} will not be published${newlyHidden === hidden ? '' : ` (${countText(newlyHidden)} of them are now)`}.`,
          ...(newlyHidden > 0 && topics.some(({ follow }) => follow !== true)
            ? ['With --follow the topic marks what matches it, and hides nothing.']
            : []),
        ];
  const sample = total > judged ? [`Only ${countText(judged)} articles were looked at, to save time.`] : [];
  return [...matches, ...effect, ...sample];
}

/** Whether topics hide so much that a person at a terminal is asked first: more than half of the stored articles. */
export const hidesMuch = ({ judged, newlyHidden }: TopicForecast): boolean => newlyHidden * 2 > judged;

/** Asks on a terminal; elsewhere nobody could answer, and the command goes on. */
export async function agreesToHide(session: Session, { newlyHidden }: TopicForecast): Promise<boolean> {
  if (!session.io.isTty || session.io.stdin.isTTY !== true) return true;
  return await session.confirms(`Save it, and hide ${countText(newlyHidden)} published articles?`);
}
