import { useState } from 'react';
import { showToast } from '#kit/show-toast.ts';
import { Refused, sendRequest } from './importer-calls.ts';

type Path = Parameters<typeof sendRequest>[0];

export interface Calls {
  busy: string | undefined;
  refused: Refused | undefined;
  /** Shows a failure. Returns whether the request succeeded. */
  send: (name: string, path: Path, body: object, fallback?: string) => Promise<boolean>;
}

/** Sends one request at a time and awaits `after` each. */
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
      // AdminsOnly shows this refusal.
      if (refusal?.visitor) setRefused(refusal);
      else void showToast({ kind: 'error', title: `Error: ${refusal?.message ?? fallback}` });
      return false;
    } finally {
      // This runs after a failure too.
      await after().catch(() => undefined);
      setBusy(undefined);
    }
  }

  return { busy, refused, send };
}
