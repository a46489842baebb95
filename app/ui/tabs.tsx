import type { ReactNode } from 'react';
import { Tabs as Base } from '@base-ui/react/tabs';

interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** Controlled if set. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

export function Tabs({ label, items, value, defaultValue = items[0]?.value, onValueChange }: TabsProps) {
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={(next: string) => onValueChange?.(next)}
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:thin]"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className="min-h-11 shrink-0 border-b-3 border-transparent px-4 py-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-action data-active:text-ink"
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-5">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
