import { useState } from 'react';
import type { Handover } from './combobox-control.tsx';
import type { ComboboxControlProps, ComboboxProps } from './combobox-face.tsx';
import { Field, type ControlProps } from './field.tsx';
import { RestingCombobox } from './resting-combobox.tsx';

type Control = typeof import('./combobox-control.tsx').ComboboxControl;

let loaded: Control | undefined;
let loading: Promise<Control> | undefined;

/** Fetches the combobox once for the whole page; after a failure the next touch tries again. */
async function load(): Promise<Control | undefined> {
  loading ??= import('./combobox-control.tsx').then((module) => module.ComboboxControl);
  try {
    loaded = await loading;
  } catch {
    loading = undefined;
  }
  return loaded;
}

/**
 * A dropdown that can be searched. Its 45 kB of code arrive when it is first touched, or when the browser has
 * nothing else to do. Until then a plain input of the same looks stands in its place; typed text, focus and a click
 * on it are handed over.
 */
export function LazyCombobox({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  ...props
}: ComboboxProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => <Faces {...props} control={control} />}
    </Field>
  );
}

function Faces(props: ComboboxControlProps & { control: ControlProps }) {
  const [face, setFace] = useState<{ Control: Control; handover?: Handover } | undefined>(
    loaded && { Control: loaded },
  );
  if (face) return <face.Control {...props} handover={face.handover} />;
  return (
    <RestingCombobox
      {...props}
      key={props.value}
      load={load}
      onReady={(handover) => loaded && setFace({ Control: loaded, handover })}
    />
  );
}
