import { submitPartRequest } from '#features/requests/submit-part-request.server.tsx';
import { toSubmissionResponse } from '#features/requests/submission.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import type { Route } from './+types/functions.v1.send-part-request-email.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  return toSubmissionResponse(await submitPartRequest(await readSubmitter(request, context), body));
}
