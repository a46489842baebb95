import { useEffect, useState } from 'react';

/** What the shop knows of whoever is signed in; empty texts when it does not. */
export interface KnownSender {
  name: string;
  email: string;
  phone: string;
}

/**
 * Who is signed in, for a form to begin with. Public pages are the same for everybody, so it is asked for once they
 * are there; undefined until then, when signed out, and when it can't be had.
 */
export function useKnownSender(): KnownSender | undefined {
  const [sender, setSender] = useState<KnownSender>();
  useEffect(() => {
    const leaving = new AbortController();
    askForSender(leaving.signal).then(setSender, () => undefined);
    return () => leaving.abort();
  }, []);
  return sender;
}

async function askForSender(signal: AbortSignal): Promise<KnownSender | undefined> {
  const response = await fetch('/auth/v1/user', { signal });
  const { user } = (await response.json()) as { user: { email: string } | null };
  if (!user) return undefined;
  // Without the profile, the address is still known.
  const profile = await askForProfile(signal).catch(() => undefined);
  return { name: profile?.display_name ?? '', email: user.email, phone: profile?.phone ?? '' };
}

interface Profile {
  display_name: string | null;
  phone: string | null;
}

async function askForProfile(signal: AbortSignal): Promise<Profile | null> {
  const response = await fetch('/rest/v1/profile', { signal });
  return ((await response.json()) as { profile: Profile | null }).profile;
}

/** Fills in what is known, where nobody has typed yet. */
export function fillIn(form: HTMLFormElement, sender: KnownSender): void {
  for (const [name, value] of Object.entries(sender)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === '') field.value = value;
  }
}
