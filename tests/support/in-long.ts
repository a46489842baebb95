import { test } from 'vitest';

/** `npm run test:long`. */
export const isLong = Boolean(process.env.TEST_LONG);

/** A slow or redundant test that only `npm run test:long` runs. */
export const inLong = test.runIf(isLong);
