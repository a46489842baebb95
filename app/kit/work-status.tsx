import type { ReactNode } from 'react';

/** Tells screen readers when long work begins and ends. It has to be on the screen before that. */
export function WorkStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
