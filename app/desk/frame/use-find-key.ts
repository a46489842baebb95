import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '#kit/offline.ts';

const FIND_PATH = '/admin/find';

/** Opens the search of everything by Ctrl+K, or Command+K on a Mac, except in a dialog. */
export function useFindKey(): void {
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
    if ((target as Element).closest('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    void navigate(FIND_PATH);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
