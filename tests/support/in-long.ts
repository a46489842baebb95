import { test } from 'vitest';

/** A test that takes long, or is much like another: in the long form only (`npm run test:long`). */
export const inLong = test.runIf(process.env.TEST_LONG);
