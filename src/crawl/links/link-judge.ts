import { bestScore } from '../../model/article/importance.ts';
import type { TopicScore } from '../../model/topic/topic.ts';
import type { Link } from '../../model/web/link.ts';
import type { JudgingPorts } from '../../services.ts';
import { linkRelevance, resourceCredit } from '../../stages/classify/link-relevance.ts';
import { preparedBySite } from '../topics/topic-judge.ts';

/** Predicts how well the page behind a link meets the topics of the link's site. A topic with examples only is judged by the keywords that were learned for it. */
export class LinkJudge {
  readonly hasTopics: boolean;
  readonly #relevanceFor: (host: string) => ReturnType<typeof linkRelevance>;

  constructor({ topics: defined, grown, siteOf }: JudgingPorts) {
    const topics = defined.map((topic) =>
      Object.keys(topic.keywords).length > 0 ? topic : { ...topic, keywords: grown?.terms[topic.name] ?? {} },
    );
    this.hasTopics = topics.length > 0;
    this.#relevanceFor = preparedBySite({ topics, grown, siteOf }, linkRelevance);
  }

  /**
   * Judges the links of one page: each by its words and by the page, which is worth more if many of its links are on topic. Without topics null.
   * @param links those that count for the page @param pageTopics how the page's own text meets the topics
   */
  ofPage(host: string, links: readonly Link[], pageTopics: readonly TopicScore[]): (link: Link) => number | null {
    const byWords = links.map((link) => this.relevance(host, link, []) ?? 0);
    const credit = resourceCredit(byWords, bestScore(pageTopics));
    return (link) => {
      const relevance = this.relevance(host, link, pageTopics);
      return relevance === null ? null : Math.min(1, relevance + credit);
    };
  }

  /** 0 to 1; null without topics. @param pageTopics how the page with the link meets the topics */
  relevance(host: string, link: Link, pageTopics: readonly TopicScore[]): number | null {
    return this.hasTopics ? this.#relevanceFor(host)(link, pageTopics) : null;
  }
}
