import { randomBytes } from 'node:crypto';

/** An address that no other visitor has, for X-Forwarded-For. */
export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
