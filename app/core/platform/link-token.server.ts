import { createHash, randomBytes } from 'node:crypto';

/** Creates the secret of a mailed link: 43 characters. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a secret. Only the hash is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
