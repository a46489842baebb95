/** The owner types this to remove the demo. */
export const REMOVE_DEMO = 'remove demo';

export function isDemoConfirmation(typed: string): boolean {
  return typed.trim().replaceAll(/\s+/g, ' ').toLowerCase() === REMOVE_DEMO;
}
