import { useEffect } from 'react';

export const SLASH_KEY_SETTING = 'slash-key';

/** Moves the focus to the page's search field, unless a field, menu or dialog has it. */
export function useSlashKey() {
  useEffect(() => {
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);
}

function focusSearch(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || !isSlashKeyOn()) return;
  // The admin panel has its own shortcuts.
  if (location.pathname.startsWith('/admin')) return;
  const within =
    'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [popover]';
  if ((target as Element).closest(within)) return;
  const find = (place: string) =>
    document.querySelector<HTMLInputElement>(`${place} [role="search"] [name="q"]`);
  const field = find('main') ?? find('header');
  if (!field) return;
  event.preventDefault();
  field.select();
  field.focus();
}

/** Returns true unless the visitor has turned the key off. True if the browser forbids storage. */
export function isSlashKeyOn(): boolean {
  try {
    return localStorage.getItem(SLASH_KEY_SETTING) !== 'off';
  } catch {
    return true;
  }
}
