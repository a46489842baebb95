import { showToast } from '#ui/show-toast.ts';
import { announce } from './visitor-store.ts';

const FAREWELL_MS = 3_000;

const farewells = new Set<() => Promise<void>>();

/** Adds work that needs the session. Returns a function that removes it. */
export function onSignOut(work: () => Promise<void>): () => void {
  farewells.add(work);
  return () => void farewells.delete(work);
}

async function sayFarewell(): Promise<void> {
  const works = Promise.allSettled([...farewells].map((work) => work()));
  await Promise.race([works, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
}

export async function signOut(): Promise<boolean> {
  await sayFarewell();
  try {
    const response = await fetch('/auth/v1/logout', { method: 'POST' });
    if (!response.ok) throw new Error(`Signing out failed with status ${response.status}`);
  } catch {
    void showToast({
      kind: 'error',
      title: 'Sign Out Failed',
      description: 'You are still signed in. Please try again.',
    });
    return false;
  }
  await announce('signed-out');
  showSignedOutToast();
  return true;
}

export function showSignedOutToast(): void {
  void showToast({ kind: 'success', title: 'Signed out successfully' });
}
