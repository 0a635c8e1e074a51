// Loaded into a process under trial (NODE_OPTIONS=--import): it is on another machine, where nobody can look up its process.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readlinkSync } = fs;
fs.readlinkSync = (path, ...rest) =>
  path === '/proc/self/ns/pid' ? process.env.TRIAL_MACHINE : readlinkSync(path, ...rest);
syncBuiltinESMExports();
