import type { FieldConflict } from '#domain/merge-fields.ts';
import type { FieldErrors } from '#domain/part-form.ts';

/** What an admin's change came to. */
export interface Deed {
  done: boolean;
  /** In the words of Spec §8; shown as a toast. */
  message?: string;
  /** What else to know about it: the toast's second line. */
  note?: string;
  /** What is wrong with each field. */
  errors?: FieldErrors & Record<string, string>;
  /** What somebody else has changed meanwhile to another value. Nothing was saved. */
  conflicts?: FieldConflict[];
}

/** Sends a change and tells what came of it; a connection that fails is an answer too. */
export async function sendDeed(
  address: string,
  { method = 'POST', body, failure }: { method?: 'POST' | 'DELETE'; body?: FormData; failure: string },
): Promise<Deed> {
  const failed = (reason: string): Deed => ({ done: false, message: `${failure}: ${reason}` });
  try {
    const response = await fetch(address, { method, body: body ?? null });
    // Signed out meanwhile, or no admin any more.
    if (response.redirected) {
      window.location.assign(response.url);
      return failed('please sign in again');
    }
    if (response.status === 413) return failed('this is too much to send at once');
    return (await response.json()) as Deed;
  } catch {
    return failed('the shop cannot be reached');
  }
}
