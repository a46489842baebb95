/** What measures, for bench/, which stands outside of this package. */
export { default as autocannon } from 'autocannon';
export { default as lighthouse } from 'lighthouse';
