import { type ReactNode, useId } from 'react';
import { Card } from '#kit/card.tsx';

/** Level of the heading, one below the dashboard's. */
export type SectionLevel = 2 | 3;

interface SectionCardProps {
  title: string;
  level: SectionLevel;
  children: ReactNode;
  className?: string;
}

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
