import type { ReactNode } from 'react';
import type { Icon } from '#ui/icons/icons.tsx';
import { Card } from '#ui/card.tsx';

interface PaymentResultProps {
  icon: Icon;
  /** Class of the icon's colour. */
  color: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** Where a buyer comes back to from the payment page. */
export function PaymentResult({ icon: Icon, color, title, text, children }: PaymentResultProps) {
  return (
    <main className="mx-auto w-full max-w-xl px-gutter py-12 sm:py-20">
      <Card padding="roomy" className="text-center">
        <Icon aria-hidden className={`mx-auto mb-4 size-12 stroke-[1.5] ${color}`} />
        <h1>{title}</h1>
        <p className="mt-3 mb-6 text-muted">{text}</p>
        {children}
      </Card>
    </main>
  );
}
