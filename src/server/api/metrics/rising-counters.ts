/**
 * Prometheus takes a counter that goes down for a restart, and counts all of it again. Threads answer from caches of different ages, so the thread that listens
 * keeps the highest value of each series it has sent, and sends no lower one. A series that is gone is forgotten.
 * @returns the function that all expositions pass through, in the order in which they are sent
 */
export function risingCounters(): (exposition: string) => string {
  let highest = new Map<string, number>();
  return (exposition) => {
    const sent = new Map<string, number>();
    const counters = new Set<string>();
    const lines = exposition.split('\n').map((line) => {
      const counter = /^# TYPE (\S+) counter$/.exec(line)?.[1];
      if (counter !== undefined) counters.add(counter);
      const name = /^[a-zA-Z_:][\w:]*/.exec(line)?.[0];
      if (name === undefined || !counters.has(name)) return line;
      const end = line.lastIndexOf(' '); // no metric of ours has a time behind its value
      const series = line.slice(0, end);
      const value = Math.max(Number(line.slice(end + 1)), highest.get(series) ?? 0);
      sent.set(series, value);
      return `${series} ${value}`;
    });
    highest = sent;
    return lines.join('\n');
  };
}
