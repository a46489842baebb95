import type { ReactNode } from 'react';

/** Tells screen readers how long work stands, when it begins and when it ends. It must be on the screen before that. */
export function WorkStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
