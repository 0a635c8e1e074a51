import { debian } from './debian.ts';
import { ghost } from './ghost.ts';
import { hexo } from './hexo.ts';
import { lektor } from './lektor.ts';
import { pelican } from './pelican.ts';
import { python } from './python.ts';
import { scriptSystems } from './script.ts';
import { sphinx } from './sphinx.ts';
import type { System } from './system.ts';
import { wordpress } from './wordpress.ts';

export const systems: readonly System[] = [
  hexo,
  pelican,
  sphinx,
  python,
  lektor,
  debian,
  wordpress,
  ...scriptSystems,
  ghost,
];
