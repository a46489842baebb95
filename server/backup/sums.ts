import { createHash, createHmac } from 'node:crypto';

/** Of a secret, to compare it without storing it. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('partyard backup').digest('hex');
}

/** The SHA-256 of a file. */
export function sumUp(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
