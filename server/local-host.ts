/** Tells whether the host of an address is this machine. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}
