/** For `--import`: the first process takes itself for an old Node, so it starts another one and waits for it. */
export const oldNode = `data:text/javascript,${encodeURIComponent(`
if (process.env.NEWSHAWK_NODE_REEXEC === undefined)
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });`)}`;
