const TIMEOUT_MS = 30_000;

export type Answer<Data> =
  | { ok: true; data: Data }
  /** `error` is empty if the answer has none. `field` is the name of the field that it is about. */
  | { ok: false; code: string; error: string; field?: string };

/** Sends JSON to a call. Throws if no answer comes within 30 seconds, or the server fails. The sign-in page of a network is no answer. */
export async function sendJson<Data>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object,
): Promise<Answer<Data>> {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  const answer = (await response.json()) as Data & { code?: string; error?: string; field?: string };
  if (response.ok) return { ok: true, data: answer };
  const { code = 'unknown', error = '', field } = answer;
  return { ok: false, code, error, ...(field !== undefined && { field }) };
}
