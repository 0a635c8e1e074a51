// Loaded into a process under trial (NODE_OPTIONS=--import): its machine has another name, as a new container has.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

os.hostname = () => process.env.TRIAL_HOSTNAME;
syncBuiltinESMExports();
