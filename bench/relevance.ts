/** Relevance and categories on labelled texts, one part after the other; each skips with a word where its corpus is absent. `npm run bench:relevance` */
await import('./relevance/categories.ts');
await import('./relevance/gate.ts');
