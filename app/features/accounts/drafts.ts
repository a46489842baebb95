const PREFIX = 'draft.';

/** What was typed into a form and not sent yet, kept in this tab. Passwords never are. */
export function readDraft(name: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function keepDraft(name: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // Storage that takes nothing only means that a reload starts anew.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept then.
  }
}

/** The next who signs in here finds nothing of the last. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept then.
  }
}
