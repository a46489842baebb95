import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Shows decoration only: the text beside it must include the order. */
export function StepNumber({ children, done }: { children: ReactNode; done?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'notched inline-grid h-6 w-7 shrink-0 place-items-center font-heading text-base leading-none font-semibold',
        done ? 'bg-link text-surface' : 'bg-ink text-surface',
      )}
    >
      {children}
    </span>
  );
}
