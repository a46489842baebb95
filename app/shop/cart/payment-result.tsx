import type { ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { Card } from '#kit/card.tsx';

interface PaymentResultProps {
  icon: IconName;
  color: string;
  title: string;
  text: string;
  children: ReactNode;
  /** The details are shown below the card. */
  details?: ReactNode;
}

export function PaymentResult({ icon, color, title, text, children, details }: PaymentResultProps) {
  return (
    <main className="mx-auto w-full max-w-xl px-gutter py-12 sm:py-20">
      <Card padding="roomy" className="text-center">
        <Icon name={icon} className={`mx-auto mb-4 size-12 stroke-[1.5] ${color}`} />
        <h1>{title}</h1>
        <p className="mt-3 mb-6 text-muted">{text}</p>
        {children}
      </Card>
      {details}
    </main>
  );
}
