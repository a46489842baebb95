/** Lists show parts as cards ('') or as a dense list. */
export type View = '' | 'list';

const watchers = new Set<() => void>();

export function watchView(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Applies the view to all lists of this browser. */
export function rememberView(view: View): void {
  document.documentElement.dataset.view = view;
  // Private windows can refuse storage.
  try {
    localStorage.setItem('parts-view', view);
  } catch {}
  for (const onChange of watchers) onChange();
}
