/** Why the shop can't start, in one line that its operator can act on. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The first line of what went wrong, for use inside a start error. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
