const WORKER = '/offline-worker.js';

interface ScriptUrlPolicy {
  createScriptURL(text: string): string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

let isRegistered = false;

/** Lets a service worker show the offline page. The policy of pages allows this one script address. */
export async function registerOfflinePage(): Promise<void> {
  // After a failed page, the footer is mounted again.
  if (isRegistered) return;
  isRegistered = true;
  const policy = window.trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => WORKER });
  await navigator.serviceWorker?.register(policy?.createScriptURL('') ?? WORKER);
}
