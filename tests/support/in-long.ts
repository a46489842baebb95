import { test } from 'vitest';

/** A slow or redundant test that only `npm run test:long` runs. */
export const inLong = test.runIf(process.env.TEST_LONG);
