import { useEffect, useState, useSyncExternalStore } from 'react';

const STORED = 'partyard.order-shortcuts';

interface Shortcuts {
  areOn: boolean;
  turn: (on: boolean) => void;
}

/**
 * Keys for the list of orders: '/' goes to the search, j and k to the next and the previous order, x selects it. The browser
 * opens the focused link with Enter. They can be turned off, since speech input can type single letters.
 */
export function useShortcuts(actions: Record<'/' | 'j' | 'k' | 'x', () => void>): Shortcuts {
  const [turned, setTurned] = useState<boolean>();
  const wereOn = useSyncExternalStore(
    subscribe,
    () => readStored() !== 'off',
    () => true,
  );
  const areOn = turned ?? wereOn;

  useEffect(() => {
    if (!areOn) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const action = Object.hasOwn(actions, event.key) && actions[event.key as keyof typeof actions];
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return {
    areOn,
    turn(on) {
      setTurned(on);
      try {
        localStorage.setItem(STORED, on ? 'on' : 'off');
      } catch {
        // The choice then lasts until the page is left.
      }
    },
  };
}

/** Never calls back: what is stored does not change while the page is open. */
function subscribe() {
  return () => undefined;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select');
}
