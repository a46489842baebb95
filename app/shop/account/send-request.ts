export type Result<T> = { ok: true; data: T } | { ok: false; code: string; error: string };

/** Throws when the network or the server fails. */
export async function sendRequest<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object,
): Promise<Result<T>> {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  const data = (await response.json()) as T & { code?: string; error?: string };
  if (response.ok) return { ok: true, data };
  return { ok: false, code: data.code ?? 'unknown', error: data.error ?? '' };
}
