import { randomBytes } from 'node:crypto';

/** Returns a unique client address for X-Forwarded-For. */
export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
