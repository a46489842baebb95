import { useSyncExternalStore } from 'react';
import { isSlashKeyOn, SLASH_KEY_SETTING } from './slash-key.ts';

/** Turns the key off and on for this browser (WCAG 2.1.4). Devices without a keyboard hide it. */
export function SlashKeyToggle() {
  const on = useSyncExternalStore(subscribe, isSlashKeyOn, () => true);
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label="Press / to search"
      title={on ? 'Press / to search. Click to turn this off.' : 'Click to search with the / key.'}
      onClick={toggle}
      className="absolute top-1/2 right-2 size-7 -translate-y-1/2 rounded-sm border border-line text-sm text-muted hover:bg-hover aria-[pressed=false]:line-through aria-[pressed=false]:opacity-60 pointer-coarse:hidden"
    >
      /
    </button>
  );
}

function toggle() {
  // A browser may forbid storage.
  try {
    if (isSlashKeyOn()) localStorage.setItem(SLASH_KEY_SETTING, 'off');
    else localStorage.removeItem(SLASH_KEY_SETTING);
  } catch {
    return;
  }
  // Browsers send this event to other pages only.
  dispatchEvent(new Event('storage'));
}

function subscribe(onChange: () => void) {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}
