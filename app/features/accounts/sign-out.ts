import { showToast } from '#ui/show-toast.ts';
import { announce } from './visitor-store.ts';

/** Ends the session in all tabs. Answers whether it has ended. */
export async function signOut(): Promise<boolean> {
  try {
    const response = await fetch('/auth/v1/logout', { method: 'POST' });
    if (!response.ok) throw new Error(`Signing out was answered ${response.status}`);
  } catch {
    void showToast({
      kind: 'error',
      title: 'Sign out failed',
      description: 'You are still signed in. Please try again.',
    });
    return false;
  }
  await announce('signed-out');
  tellSignedOut();
  return true;
}

export function tellSignedOut(): void {
  void showToast({ kind: 'success', title: 'Signed out successfully' });
}
