import { type ReactNode, useId } from 'react';
import { Card } from '#kit/card.tsx';

interface OrderSectionProps {
  title: string;
  /** Links can show this section. */
  anchor?: string;
  children: ReactNode;
}

export function OrderSection({ title, anchor, children }: OrderSectionProps) {
  const id = useId();
  return (
    <Card as="section" id={anchor} aria-labelledby={id} className="scroll-mt-4 text-left">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </Card>
  );
}
