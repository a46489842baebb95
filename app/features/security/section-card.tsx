import { type ReactNode, useId } from 'react';
import { Card } from '#ui/card.tsx';

/** The heading of a section: below the dashboard's own, wherever that stands. */
export type SectionLevel = 2 | 3;

interface SectionCardProps {
  title: string;
  level: SectionLevel;
  children: ReactNode;
  className?: string;
}

/** A part of a tab, under a heading of its own. */
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
