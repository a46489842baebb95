import type { FieldConflict } from '#domain/merge-fields.ts';

export interface ActionResult {
  done: boolean;
  /** For a toast (Spec §8). */
  message?: string;
  note?: string;
  /** The name of the field that the message is about. */
  field?: string;
  errors?: Readonly<Record<string, string>>;
  /** Fields that another admin changed to another value; nothing was saved. */
  conflicts?: FieldConflict[];
}

/** A failed connection is a result too. */
export async function sendAction<Result extends ActionResult = ActionResult>(
  address: string,
  { method = 'POST', body, failure }: { method?: 'POST' | 'DELETE'; body?: FormData; failure: string },
): Promise<Result | ActionResult> {
  const failed = (reason: string): ActionResult => ({ done: false, message: `${failure}: ${reason}` });
  try {
    const response = await fetch(address, { method, body: body ?? null });
    // Signed out, or no longer an admin.
    if (response.redirected) {
      window.location.assign(response.url);
      return failed('please sign in again');
    }
    if (response.status === 413) return failed('this is too large');
    return (await response.json()) as Result;
  } catch {
    return failed('the connection failed');
  }
}
