import { submitContactMessage } from '#features/requests/submit-contact-message.server.tsx';
import { toSubmissionResponse } from '#features/requests/submission.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import type { Route } from './+types/functions.v1.send-contact-email.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  return toSubmissionResponse(await submitContactMessage(await readSubmitter(request, context), body));
}
