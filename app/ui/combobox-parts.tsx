import { Icon } from './icons/icon.tsx';
import type { FieldProps } from './field.tsx';

export interface ComboboxItem {
  value: string;
  label: string;
  note?: string;
  disabled?: boolean;
}

export interface ComboboxControlProps {
  items: readonly ComboboxItem[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
  name?: string;
  emptyText?: string;
}

export type ComboboxProps = FieldProps & ComboboxControlProps;

export const comboboxInputClasses = 'control pr-18 text-ellipsis';
export const comboboxClearClasses =
  'absolute inset-y-0 right-9 flex w-9 items-center justify-center rounded-md text-muted hover:text-ink [&_svg]:size-4';

export function ComboboxChevron() {
  return (
    <Icon
      name="ChevronDown"
      className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
    />
  );
}
