/** `npm run test:long`: all repetitions and combinations. */
export const isLong = Boolean(process.env.TEST_LONG);
