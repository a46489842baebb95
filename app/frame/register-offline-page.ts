const WORKER = '/offline-worker.js';

interface ScriptUrlPolicy {
  createScriptURL(text: string): string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

/** Lets a service worker show the offline page. The policy of pages allows this one script address. */
export async function registerOfflinePage(): Promise<void> {
  const policy = window.trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => WORKER });
  await navigator.serviceWorker?.register(policy?.createScriptURL('') ?? WORKER);
}
