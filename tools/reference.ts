import { writeFileSync } from 'node:fs';
import { referenceText } from './reference/reference-text.ts';

// Writes docs/reference.md from the doc comments of the kit's types.
// usage: npm run reference

writeFileSync(new URL('../docs/reference.md', import.meta.url), referenceText());
