import { randomUUID } from 'node:crypto';

/** Any other text could forge lines of the log. */
const GIVEN_ID = /^[\w.:-]{8,128}$/;

/** Returns a new id, or the one that the proxy has given to a request if the operator trusts it (TRUST_REQUEST_ID). */
export function readRequestId(
  given: string | readonly string[] | null | undefined,
  { trustRequestId }: { trustRequestId: boolean },
): string {
  return trustRequestId && typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
}
