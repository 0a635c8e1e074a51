import { ends, type HostilePage, scripted, storyKept } from './hostile-page.ts';

/** Ends at the page's share of the memory, or at the limit of what is read. */
const tooMuch = ends('too-large', /memory|nodes/);

const bomb = (name: string, script: string): HostilePage => ({
  name,
  answer: scripted(script),
  browser: tooMuch,
  static: storyKept,
});

/** Pages that take memory until somebody stops them, each in another part of the renderer. */
export const memoryPages: readonly HostilePage[] = [
  bomb('memory-arrays', 'const a = []; for (;;) a.push(new Array(1e5).fill({ x: 1 }));'),
  bomb('memory-buffers', 'const a = []; for (;;) a.push(new Uint8Array(2e7).fill(1));'),
  bomb('memory-strings', 'const a = []; for (let i = 0; ; i++) a.push(("x" + i).repeat(1e5).split("").join("-"));'),
  bomb(
    'memory-slowly',
    'const a = []; setInterval(() => { document.body.append(1); a.push(new Uint8Array(2e7).fill(1)); }, 20);',
  ),
  bomb(
    'memory-nodes',
    'for (;;) for (let i = 0; i < 1000; i++) { const d = document.createElement("div"); d.className = "c" + i; document.body.append(d); }',
  ),
  bomb(
    'memory-canvas',
    'const a = []; setInterval(() => { const c = document.createElement("canvas"); c.width = c.height = 4000; c.getContext("2d").fillRect(0, 0, 4000, 4000); c.getContext("2d").getImageData(0, 0, 1, 1); a.push(c); document.body.append(1); }, 5);',
  ),
  bomb(
    'memory-worker',
    'new Worker(URL.createObjectURL(new Blob(["const a = []; for (;;) a.push(new Uint8Array(2e7).fill(1));"])))',
  ),
  bomb(
    'memory-wasm',
    'const a = []; setInterval(() => { const m = new WebAssembly.Memory({ initial: 320 }); new Uint8Array(m.buffer).fill(1); a.push(m); document.body.append(1); }, 5);',
  ),
];
