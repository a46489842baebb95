import { submitContactMessage } from '#core/inbox/submit-contact-message.server.tsx';
import { toSubmissionResponse } from '#core/inbox/submission.server.ts';
import { readSubmitter } from '#core/inbox/submitter.server.ts';
import type { Route } from './+types/send-contact-email.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  return toSubmissionResponse(await submitContactMessage(await readSubmitter(request, context), body));
}
