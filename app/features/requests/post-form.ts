const TIMEOUT_MS = 30_000;

export interface PostError {
  error: string;
  field?: string;
}

/** Returns undefined on success. `failed` is the message of server errors. */
export async function postForm(path: string, body: object, failed: string): Promise<PostError | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return undefined;
    const result = (await response.json()) as Partial<PostError> | null;
    if (response.status >= 500 || !result?.error) return { error: failed };
    return { error: result.error, ...(result.field !== undefined && { field: result.field }) };
  } catch {
    return { error: failed };
  }
}
