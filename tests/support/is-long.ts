/** True in `npm run test:long`, which runs all repetitions and combinations. */
export const isLong = Boolean(process.env.TEST_LONG);
