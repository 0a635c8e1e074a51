import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import { type PageStep, type StepTaken, stepName } from '../../model/page/page-step.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Log } from '../../ports.ts';
import { sourceId } from '../links/targets.ts';
import type { FetchedTask } from './format-evidence.ts';

/** The steps for a task's page. Default for a source: the steps of all sources of its site. */
export function stepsFor(task: FetchedTask, { steps, sources }: Site): readonly PageStep[] {
  if (task.kind === 'page') return steps.articles;
  const own = sources.find(({ url }) => sourceId(canonicalUrl(url)) === task.sourceId);
  return own?.steps ?? steps.sources;
}

/** Logs steps that find nothing: as a warning the first time in a run, then at level debug. */
export class StepNotes {
  readonly #warned = new Set<string>();

  /** @param log of the visit */
  logMisses(log: Log, { url, site }: Task, steps: readonly StepTaken[]): void {
    for (const { step, times, why } of steps) {
      if (times > 0) continue;
      const name = `${site}: ${stepName(step)}`;
      const level = this.#warned.has(name) ? 'debug' : 'warn';
      this.#warned.add(name);
      log[level]('step.nothing', { step: name, url, why });
    }
  }
}

/** For a visit's `renderReason`; '' without steps. */
export const describeSteps = (steps: readonly StepTaken[]): string =>
  steps.length === 0 ? '' : `steps: ${steps.map(describeStep).join(', ')}`;

function describeStep({ step, times, why }: StepTaken): string {
  const result = times === 0 ? 'found nothing' : step.kind === 'wait' ? 'there' : `${times} x`;
  return `${stepName(step)}: ${result}${why === '' ? '' : ` (${why.slice(0, 80)})`}`;
}
