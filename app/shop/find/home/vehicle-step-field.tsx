import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Combobox, type ComboboxProps } from '#kit/combobox.tsx';
import { Select } from '#kit/select.tsx';

type VehicleStepFieldProps = ComboboxProps & { name: string };

const never = () => () => {};

/** Shows a dropdown that works without JavaScript. JavaScript makes it searchable, but not while it is used. */
export function VehicleStepField({ name, ...props }: VehicleStepFieldProps) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isPlain, setIsPlain] = useState(isHydrating);
  const select = useRef<HTMLSelectElement>(null);
  const { label, className, items, value, placeholder, disabled, onValueChange } = props;
  const onReady = useEffectEvent(() => {
    const chosen = select.current?.value ?? '';
    // The shopper may have chosen before hydration.
    if (select.current && chosen !== (value ?? '')) onValueChange(chosen || null);
    if (document.activeElement !== select.current) setIsPlain(false);
  });
  useEffect(() => onReady(), []);
  if (!isPlain) return <Combobox {...props} />;
  return (
    <Select
      {...{ label, className, name, disabled }}
      ref={select}
      isUnset={value === null}
      value={value ?? ''}
      autoComplete="off"
      onChange={({ target }) => onValueChange(target.value || null)}
      onBlur={() => setIsPlain(false)}
    >
      <option value="">{placeholder}</option>
      {items.map((item) => (
        <option key={item.value} value={item.value} disabled={item.disabled}>
          {item.note ? `${item.label} (${item.note})` : item.label}
        </option>
      ))}
    </Select>
  );
}
