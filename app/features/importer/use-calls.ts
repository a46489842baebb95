import { useState } from 'react';
import { showToast } from '#ui/show-toast.ts';
import { Refused, sendRequest } from './importer-calls.ts';

type Path = Parameters<typeof sendRequest>[0];

export interface Calls {
  /** The name of the pending request. */
  busy: string | undefined;
  /** The server's refusal of this visitor. */
  refused: Refused | undefined;
  /** Sends a request and shows its failure. Returns whether it succeeded. */
  send: (name: string, path: Path, body: object, fallback?: string) => Promise<boolean>;
}

/** Sends the importer's requests, one at a time, and awaits `after` each. */
export function useCalls(after: () => Promise<void>): Calls {
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState<Refused>();

  async function send(
    name: string,
    path: Path,
    body: object,
    fallback = 'Something went wrong. Please try again.',
  ) {
    setBusy(name);
    setRefused(undefined);
    try {
      await sendRequest(path, body);
      return true;
    } catch (error) {
      const refusal = error instanceof Refused ? error : undefined;
      // The page shows this refusal with a link to sign in.
      if (refusal?.visitor) setRefused(refusal);
      else void showToast({ kind: 'error', title: `Error: ${refusal?.message ?? fallback}` });
      return false;
    } finally {
      // Show the current state after a failure too.
      await after().catch(() => undefined);
      setBusy(undefined);
    }
  }

  return { busy, refused, send };
}
