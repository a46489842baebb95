import { randomUUID } from 'node:crypto';

/** Anything else could forge lines of the log. */
const GIVEN_ID = /^[\w.:-]{8,128}$/;

/** The id that a trusted proxy has given to a request, or a new one. */
export function readRequestId(
  given: string | readonly string[] | null | undefined,
  { trustProxy }: { trustProxy: boolean },
): string {
  return trustProxy && typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
}
