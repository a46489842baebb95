import type { SubmissionResult } from '#core/inbox/submission.server.ts';

/** Returns {} if the body is invalid. */
export async function readTextFields(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

export function toFormResult(result: SubmissionResult, fields: Record<string, string>) {
  return 'error' in result
    ? { status: result.status, error: result.error, fields }
    : { status: result.status, error: undefined, fields: {} as Record<string, string> };
}
