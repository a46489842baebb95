import { createHash, createHmac } from 'node:crypto';

/** Identifies a secret, so that it can be compared without being stored. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('partyard backup').digest('hex');
}

/** Returns the SHA-256 of a file. */
export function sumUp(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
