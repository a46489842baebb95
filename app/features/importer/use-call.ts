import { useState } from 'react';
import { showToast } from '#ui/show-toast.ts';
import { call, Refused } from './importer-calls.ts';

type Name = Parameters<typeof call>[0];

export interface Calls {
  /** What is under way, by the name that the caller gave it. */
  busy: string | undefined;
  /** The server's word that this visitor may not. */
  refused: Refused | undefined;
  /** Sends a call and tells of its failure. True when it was done. */
  send: (what: string, name: Name, body: object, otherwise?: string) => Promise<boolean>;
}

/** The importer's calls, one at a time. `after` is waited for before the next. */
export function useCalls(after: () => Promise<void>): Calls {
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState<Refused>();

  async function send(
    what: string,
    name: Name,
    body: object,
    otherwise = 'Something went wrong. Please try again.',
  ) {
    setBusy(what);
    setRefused(undefined);
    try {
      await call(name, body);
      return true;
    } catch (error) {
      const said = error instanceof Refused ? error : undefined;
      // Who may not is told so in the page, with a way to sign in.
      if (said?.visitor) setRefused(said);
      else void showToast({ kind: 'error', title: `Error: ${said?.message ?? otherwise}` });
      return false;
    } finally {
      // Whatever came of it, what is shown is what is so.
      await after().catch(() => undefined);
      setBusy(undefined);
    }
  }

  return { busy, refused, send };
}
