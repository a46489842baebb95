import { randomBytes } from 'node:crypto';

/** A unique client address for X-Forwarded-For. */
export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
