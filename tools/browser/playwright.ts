/** For tests and benches outside of this package. */
export * from '@playwright/test';
