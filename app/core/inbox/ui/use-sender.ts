import { useEffect, useState } from 'react';

export interface Sender {
  name: string;
  email: string;
  phone: string;
}

/** Loads the details of a signed-in user, because public pages are the same for all visitors. Returns undefined for others. */
export function useSender(): Sender | undefined {
  const [sender, setSender] = useState<Sender>();
  useEffect(() => {
    const controller = new AbortController();
    fetchSender(controller.signal).then(setSender, () => undefined);
    return () => controller.abort();
  }, []);
  return sender;
}

async function fetchSender(signal: AbortSignal): Promise<Sender | undefined> {
  const response = await fetch('/auth/v1/user', { signal });
  const { user } = (await response.json()) as { user: { email: string } | null };
  if (!user) return undefined;
  const profile = await fetchProfile(signal).catch(() => undefined);
  return { name: profile?.display_name ?? '', email: user.email, phone: profile?.phone ?? '' };
}

interface Profile {
  display_name: string | null;
  phone: string | null;
}

async function fetchProfile(signal: AbortSignal): Promise<Profile | null> {
  const response = await fetch('/rest/v1/profile', { signal });
  return ((await response.json()) as { profile: Profile | null }).profile;
}

export function fillEmptyFields(form: HTMLFormElement, sender: Sender): void {
  for (const [name, value] of Object.entries(sender)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === '') field.value = value;
  }
}
