import fc from 'fast-check';
import { isLong } from './is-long.ts';

// The same code gives the same result. `npm run test:long` tries other values. A failure names its seed.
if (!isLong) fc.configureGlobal({ seed: 20_261 });
