/** Tests and benches outside of this package import this. */
export * from '@playwright/test';
