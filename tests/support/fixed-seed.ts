import fc from 'fast-check';

// The same code gives the same result. `npm run test:long` tries other values.
if (!process.env.TEST_LONG) fc.configureGlobal({ seed: 20_261 });
