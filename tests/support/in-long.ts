import { test } from 'vitest';
import { isLong } from './is-long.ts';

/** A slow or redundant test that only `npm run test:long` runs. */
export const inLong = test.runIf(isLong);
