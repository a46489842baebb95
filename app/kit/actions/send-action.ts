export interface SentAction {
  done: boolean;
  /** A toast shows the message and the note (Spec §8). */
  message?: string;
  note?: string;
}

/** Returns a failed connection as a result too. */
export async function sendAction<Result extends SentAction = SentAction>(
  address: string,
  { method = 'POST', body, failure }: { method?: 'POST' | 'DELETE'; body?: FormData; failure: string },
): Promise<Result | SentAction> {
  const failed = (reason: string): SentAction => ({ done: false, message: `${failure}: ${reason}` });
  try {
    const response = await fetch(address, { method, body: body ?? null });
    // The user has signed out, or is no longer an admin.
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
