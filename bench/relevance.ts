/** Relevance and categories on labelled texts, one part after the other; each skips with a word where its corpus is absent. `node bench/relevance.ts` */
await import('./relevance/categories.ts');
await import('./relevance/gate.ts');
