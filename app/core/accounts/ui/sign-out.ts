import { showToast } from '#kit/show-toast.ts';
import { announce } from '../visitor-store.ts';

let farewell: (() => Promise<void>) | undefined;

/** Sets work that needs the session before it ends. The work must be quick and must not fail. */
export function setFarewell(work: typeof farewell): void {
  farewell = work;
}

export async function signOut(): Promise<boolean> {
  await farewell?.();
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
