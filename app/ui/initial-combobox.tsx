import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from './icons/icon.tsx';
import type { InitialState } from './combobox-control.tsx';
import {
  ComboboxChevron,
  comboboxClearClasses,
  comboboxInputClasses,
  type ComboboxControlProps,
} from './combobox-parts.tsx';
import type { ControlProps } from './field.tsx';
import { whenIdle } from './when-idle.ts';

interface InitialComboboxProps extends ComboboxControlProps {
  control: ControlProps;
  load: () => Promise<unknown>;
  onReady: (initialState: InitialState | undefined) => void;
}

/** Shown until ComboboxControl is loaded. */
export function InitialCombobox({ items, value, control, load, onReady, ...props }: InitialComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const wantsOpen = useRef(false);
  const composing = useRef(false);
  const label = items.find((item) => item.value === value)?.label ?? '';

  const reportReady = () => {
    const element = input.current;
    // The composition's text would be lost.
    if (!element || composing.current) return;
    const typed = element.value === label ? undefined : element.value;
    const active = document.activeElement === element;
    onReady(active || typed ? { open: wantsOpen.current, typed } : undefined);
  };
  const loadControl = () => void load().then(reportReady);

  const preload = useEffectEvent(loadControl);
  useEffect(() => {
    if (document.activeElement === input.current) {
      // Focused before hydration, probably by a click.
      wantsOpen.current = true;
      return preload();
    }
    return whenIdle(preload);
  }, []);

  return (
    <div className="relative">
      <input
        {...control}
        ref={input}
        defaultValue={label}
        role="combobox"
        aria-expanded={false}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-required={props.required || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={props.placeholder}
        disabled={props.disabled}
        className={comboboxInputClasses}
        onPointerEnter={loadControl}
        onTouchStart={loadControl}
        onFocus={loadControl}
        onMouseDown={() => (wantsOpen.current = true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') wantsOpen.current = true;
        }}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={() => {
          composing.current = false;
          loadControl();
        }}
      />
      {value !== null && !props.disabled && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear"
          className={comboboxClearClasses}
          onClick={() => props.onValueChange(null)}
        >
          <Icon name="X" />
        </button>
      )}
      <ComboboxChevron />
      {props.name && <input type="hidden" name={props.name} value={value ?? ''} />}
    </div>
  );
}
