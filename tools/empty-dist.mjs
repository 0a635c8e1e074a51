// Deletes dist/, so that a module that was removed from src/ is not published.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
