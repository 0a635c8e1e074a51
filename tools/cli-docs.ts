import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bareProgram } from '../src/cli/help/bare-program.ts';
import { cliReference } from '../src/cli/help/reference.ts';

// Writes docs/cli.md. usage: npm run cli-docs

const file = fileURLToPath(new URL('../docs/cli.md', import.meta.url));
writeFileSync(file, cliReference(bareProgram()));
console.log(`${file} is written.`);
