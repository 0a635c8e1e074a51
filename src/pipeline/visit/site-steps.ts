import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import { type PageStep, type StepTaken, stepName } from '../../model/page/page-step.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Log } from '../../ports.ts';
import { sourceId } from '../lists/targets.ts';

/** The steps for a task's page: a source's are its own, else those of all sources of its site. */
export function stepsFor(
  task: Pick<Task, 'kind' | 'sourceId'>,
  { steps, sources }: Pick<Site, 'steps' | 'sources'>,
): readonly PageStep[] {
  if (task.kind === 'page') return steps.articles;
  const own = sources.find(({ url }) => sourceId(canonicalUrl(url)) === task.sourceId);
  return own?.steps ?? steps.sources;
}

/** Says of the steps of a run how they went: each page's visit has them in words, and the log warns of one that found nothing, once. */
export class StepNotes {
  readonly #log: Log;
  readonly #warned = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns in words; '' without steps */
  of({ url, site }: Pick<Task, 'url' | 'site'>, steps: readonly StepTaken[]): string {
    for (const { step, times, why } of steps)
      if (times === 0) this.#foundNothing(`${site}: ${stepName(step)}`, url, why);
    return steps.length === 0 ? '' : `steps: ${steps.map(wordsOf).join(', ')}`;
  }

  #foundNothing(step: string, url: string, why: string): void {
    const level = this.#warned.has(step) ? 'debug' : 'warn';
    this.#warned.add(step);
    this.#log[level]('step.nothing', { step, url, why });
  }
}

const wordsOf = ({ step, times, why }: StepTaken): string => {
  const did = times === 0 ? 'found nothing' : step.kind === 'wait' ? 'there' : `${times} x`;
  return `${stepName(step)}: ${did}${why === '' ? '' : ` (${why.slice(0, 80)})`}`;
};
