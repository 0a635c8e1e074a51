interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Time of threads by part of the program, the busiest thread first. @param profiles texts of V8's CPU profiles, one per thread */
export function sharesByStage(
  profiles: readonly string[],
): readonly { readonly thread: string; readonly shares: string }[] {
  return profiles
    .map((text) => timesOf(JSON.parse(text)))
    .sort((a, b) => b.busyMs - a.busyMs)
    .map(({ busyMs, times }) => ({
      thread: `${(busyMs / 1_000).toFixed(1)} s`,
      shares: [...times]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 16)
        .map(([part, ms]) => `${part} ${((100 * ms) / busyMs).toFixed(1)} %`)
        .join(', '),
    }));
}

function timesOf({ nodes, samples, timeDeltas }: CpuProfile): {
  readonly busyMs: number;
  readonly times: Map<string, number>;
} {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  let busyMs = 0;
  for (const [at, id] of samples.entries()) {
    const part = parts.get(id) ?? 'unknown';
    if (part === 'idle') continue;
    const ms = (timeDeltas[at] ?? 0) / 1_000;
    busyMs += ms;
    times.set(part, (times.get(part) ?? 0) + ms);
  }
  return { busyMs, times };
}

/** `src/stages/extract`, `src/storage`, a package, or what Node does itself. */
function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collector';
  const own = /\/src\/((?:stages|pipeline|storage)\/[^/]+|[^/]+)/.exec(url);
  if (own !== null && !url.includes('node_modules')) return own[1] ?? url;
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return packageName ?? (url.startsWith('node:') ? url : functionName);
}
