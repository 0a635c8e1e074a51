// Stands for fast-check in all tests (vitest.config.ts).
import fc from '../../node_modules/fast-check/lib/fast-check.js';

/** Property tests try new cases each time, but in CI the same ones: whether a change lands must not be left to chance. */
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 });

export default fc;
