import { HONEYPOT_FIELD } from './part-request.ts';

const TIMEOUT_MS = 30_000;

export interface PostError {
  error: string;
  field?: string;
}

/**
 * Returns undefined on success: a JSON answer without an `error`. The sign-in page of a network is no JSON. `failed` is the
 * message unless the server refused the fields.
 */
export async function postForm(
  path: string,
  fields: Record<string, string>,
  failed: string,
): Promise<PostError | undefined> {
  const { [HONEYPOT_FIELD]: trap, ...body } = fields;
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(trap ? fields : body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const result = (await response.json()) as Partial<PostError> | null;
    if (response.ok) return result?.error ? { error: failed } : undefined;
    if (response.status >= 500 || !result?.error) return { error: failed };
    return { error: result.error, ...(result.field !== undefined && { field: result.field }) };
  } catch {
    return { error: failed };
  }
}
