import { type ReactNode, useId } from 'react';
import { Card } from '#ui/card.tsx';

/** The heading level: one below the dashboard's. */
export type SectionLevel = 2 | 3;

interface SectionCardProps {
  title: string;
  level: SectionLevel;
  children: ReactNode;
  className?: string;
}

/** A section of a tab with its own heading. */
export function SectionCard({ title, level, children, className }: SectionCardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <Heading id={id} className="text-xl">
        {title}
      </Heading>
      {children}
    </Card>
  );
}
