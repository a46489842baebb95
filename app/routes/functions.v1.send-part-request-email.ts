import { takePartRequest } from '#features/requests/take-part-request.server.tsx';
import { takenResponse } from '#features/requests/taken.server.ts';
import { writing } from '#features/requests/writing.server.ts';
import type { Route } from './+types/functions.v1.send-part-request-email.ts';

/** POST send-part-request-email (Spec §7, Server functions): answers an `error`, or nothing of interest. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  return takenResponse(await takePartRequest(await writing(request, context), body));
}
