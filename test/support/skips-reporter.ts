import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line: how many passed, failed, were skipped, and why they were. */
export default class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const reasons = new Set<string>();
    for (const module of modules) {
      // A set-up that fails leaves its tests unrun: the file counts as one failure.
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'pending') continue;
        counts[result.state] += 1;
        if (result.state === 'skipped') reasons.add(result.note ?? 'marked as skipped');
      }
      if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed += 1;
    }
    const why = reasons.size === 0 ? '' : ` (${[...reasons].join('; ')})`;
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped${why}`;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  }
}
