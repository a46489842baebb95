const PREFIX = 'draft.';

/** Reads form values that were typed in this tab but not sent. Passwords are never stored. */
export function readDraft(name: string): Record<string, string> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}');
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function saveDraft(name: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {}
}

export function deleteDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {}
}

/** Protects one user's drafts from the next user of this tab. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {}
}
