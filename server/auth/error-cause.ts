import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';

const storage = new AsyncLocalStorage<{ cause?: unknown }>();

/** Records an error that better-auth logs, because the error that it throws has no cause. */
export function recordCause(details: readonly unknown[]): void {
  const context = storage.getStore();
  if (context) context.cause ??= details.find((detail) => detail instanceof Error);
}

export async function withErrorCause<T>(work: () => Promise<T>): Promise<T> {
  const context: { cause?: unknown } = {};
  try {
    return await storage.run(context, work);
  } catch (error) {
    const hidesCause = error instanceof APIError && error.statusCode >= 500 && context.cause !== undefined;
    throw hidesCause ? new Error('better-auth failed', { cause: context.cause }) : error;
  }
}
