/** bench/ imports this from outside of the package. */
export { default as autocannon } from 'autocannon';
