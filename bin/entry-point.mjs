// A checkout runs src/ directly (Node strips the types); an installed package has dist/, because Node strips no types inside node_modules.
import { existsSync } from 'node:fs';

const built = new URL('../dist/main.js', import.meta.url);
const source = new URL('../src/main.ts', import.meta.url);

export const entryPoint = () => import((existsSync(source) ? source : built).href);
