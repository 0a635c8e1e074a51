import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** Browsers since 2024: they know `light-dark()`, `dialog` and modules, so nothing is rewritten for older ones. */
const target = ['chrome125', 'firefox128', 'safari17.5'];

/** What building and developing share. The content security policy forbids data URLs: every asset is a file. */
export const viteConfig: InlineConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target,
    cssTarget: target,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
};
