import { TextSetting } from './setting-fields.tsx';
import type { ComponentProps } from 'react';
import { decimalText, dollarsText, percentText, wholeText } from './setting-text.ts';

type NumberProps = Omit<ComponentProps<typeof TextSetting>, 'text' | 'inputMode'>;

export function WholeSetting(props: NumberProps) {
  return <TextSetting {...props} text={wholeText} inputMode="numeric" />;
}

export function DecimalSetting(props: NumberProps) {
  return <TextSetting {...props} text={decimalText} inputMode="decimal" />;
}

/** Stores cents. */
export function DollarsSetting(props: Omit<NumberProps, 'unit'>) {
  return <TextSetting {...props} text={dollarsText} inputMode="decimal" unit="$" />;
}

/** Stores a share. */
export function PercentSetting(props: Omit<NumberProps, 'unit'>) {
  return <TextSetting {...props} text={percentText} inputMode="decimal" unit="%" />;
}
