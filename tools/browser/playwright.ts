/** For tests and benches outside of this package. */
export { AxeBuilder } from '@axe-core/playwright';
export * from '@playwright/test';
