import { useState } from 'react';
import type { InitialState } from './combobox-control.tsx';
import type { ComboboxControlProps, ComboboxProps } from './combobox-parts.tsx';
import { Field, type ControlProps } from './field.tsx';
import { InitialCombobox } from './initial-combobox.tsx';

type Control = typeof import('./combobox-control.tsx').ComboboxControl;

let loaded: Control | undefined;
let loading: Promise<Control> | undefined;

async function load(): Promise<Control | undefined> {
  loading ??= import('./combobox-control.tsx').then((module) => module.ComboboxControl);
  try {
    loaded = await loading;
  } catch {
    loading = undefined;
  }
  return loaded;
}

/** A searchable dropdown. A plain input until its 45 kB of code are loaded, on the first interaction or when idle. */
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
      {(control) => <SwitchingCombobox {...props} control={control} />}
    </Field>
  );
}

function SwitchingCombobox(props: ComboboxControlProps & { control: ControlProps }) {
  const [state, setState] = useState<{ Control: Control; initialState?: InitialState } | undefined>(
    loaded && { Control: loaded },
  );
  if (state) return <state.Control {...props} initialState={state.initialState} />;
  return (
    <InitialCombobox
      {...props}
      key={props.value}
      load={load}
      onReady={(initialState) => loaded && setState({ Control: loaded, initialState })}
    />
  );
}
