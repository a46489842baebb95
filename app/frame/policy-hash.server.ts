import { hash as digest } from 'node:crypto';

/** Returns the expression of a content security policy that allows this script or style. */
export function policyHash(text: string | Buffer): string {
  return `'sha256-${digest('sha256', text, 'base64')}'`;
}
