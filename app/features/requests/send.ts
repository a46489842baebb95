/** An answer that takes longer than this to come, in milliseconds, does not come. */
const PATIENCE = 30_000;

/** Why something was not taken; `field` is the one that has to be changed. */
export interface NotTaken {
  error: string;
  field?: string;
}

/** Sends what was written to a server function. Undefined: it is stored. `failed` stands for any failure of ours. */
export async function send(path: string, body: object, failed: string): Promise<NotTaken | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) return undefined;
    const answer = (await response.json()) as Partial<NotTaken> | null;
    if (response.status >= 500 || !answer?.error) return { error: failed };
    return { error: answer.error, ...(answer.field !== undefined && { field: answer.field }) };
  } catch {
    return { error: failed };
  }
}
