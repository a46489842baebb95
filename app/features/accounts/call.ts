/** What came of a call: what it answered, or why it was refused. */
export type Outcome<T> = { ok: true; data: T } | { ok: false; code: string; error: string };

/**
 * Sends a call about the account.
 *
 * @throws when there is no answer, or none that says what is wrong.
 */
export async function call<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object,
): Promise<Outcome<T>> {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  const answered = (await response.json()) as T & { code?: string; error?: string };
  if (response.ok) return { ok: true, data: answered };
  return { ok: false, code: answered.code ?? 'unknown', error: answered.error ?? '' };
}
