/** A one-line message for the operator about why the shop can't start. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the first line of an error's message. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
