// A checkout runs src/ directly, since Node strips the types. An installed package runs dist/: Node does not strip types inside node_modules.
import { existsSync } from 'node:fs';

const built = new URL('../dist/main.js', import.meta.url);
const source = new URL('../src/main.ts', import.meta.url);

export const entryPoint = () => import((existsSync(source) ? source : built).href);
