/** Playwright and axe, for the tests and benches, which stand outside of this package. */
export { AxeBuilder } from '@axe-core/playwright';
export * from '@playwright/test';
