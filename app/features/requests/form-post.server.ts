import type { SubmissionResult } from './submission.server.ts';

/** The text fields of a form that was sent without scripts. A body that can't be read has none. */
export async function textFields(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** What the page of such a form shows: success, or the error with all that was typed. */
export function formResult(result: SubmissionResult, fields: Record<string, string>) {
  return 'error' in result
    ? { status: result.status, error: result.error, fields }
    : { status: result.status, error: undefined, fields: {} as Record<string, string> };
}
