import type { SubmissionResult } from '#core/inbox/submission.server.ts';

export function toFormResult(result: SubmissionResult, fields: Partial<Record<string, string>>) {
  return 'error' in result
    ? { status: result.status, error: result.error, fields }
    : { status: result.status, error: undefined, fields: {} };
}
