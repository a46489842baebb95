import { takeContactMessage } from '#features/requests/take-contact-message.server.tsx';
import { takenResponse } from '#features/requests/taken.server.ts';
import { writing } from '#features/requests/writing.server.ts';
import type { Route } from './+types/functions.v1.send-contact-email.ts';

/** POST send-contact-email (Spec §7, Server functions): answers an `error`, or nothing of interest. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  return takenResponse(await takeContactMessage(await writing(request, context), body));
}
