import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from './icons/icon.tsx';
import type { Handover } from './combobox-control.tsx';
import {
  ComboboxChevron,
  comboboxClearClasses,
  comboboxInputClasses,
  type ComboboxControlProps,
} from './combobox-face.tsx';
import type { ControlProps } from './field.tsx';
import { whenIdle } from './when-idle.ts';

interface RestingComboboxProps extends ComboboxControlProps {
  control: ControlProps;
  load: () => Promise<unknown>;
  /** The code is there. With a handover, the visitor is in this field and stays in it. */
  onReady: (handover: Handover | undefined) => void;
}

/** The face of a combobox before its code has arrived. Nothing about it moves when the other face replaces it. */
export function RestingCombobox({ items, value, control, load, onReady, ...props }: RestingComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const wantsOpen = useRef(false);
  const composing = useRef(false);
  const label = items.find((item) => item.value === value)?.label ?? '';

  const swap = () => {
    const element = input.current;
    // An unfinished word of an input method would be lost; its end comes back here.
    if (!element || composing.current) return;
    const typed = element.value === label ? undefined : element.value;
    const active = document.activeElement === element;
    onReady(active || typed ? { open: wantsOpen.current, typed } : undefined);
  };
  const start = () => void load().then(swap);

  const startBeforeTouch = useEffectEvent(start);
  useEffect(() => {
    if (document.activeElement === input.current) {
      // Touched before this code was running, most likely with a click, which nobody has heard.
      wantsOpen.current = true;
      return startBeforeTouch();
    }
    return whenIdle(startBeforeTouch);
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
        onPointerEnter={start}
        onTouchStart={start}
        onFocus={start}
        onMouseDown={() => (wantsOpen.current = true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') wantsOpen.current = true;
        }}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={() => {
          composing.current = false;
          start();
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
