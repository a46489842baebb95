/** For bench/, outside of this package. */
export { default as autocannon } from 'autocannon';
