import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Icon } from './icons/icon.tsx';
import type { ControlProps } from './field.tsx';
import {
  ComboboxChevron,
  comboboxClearClasses,
  comboboxInputClasses,
  type ComboboxControlProps,
  type ComboboxItem,
} from './combobox-face.tsx';

/** What the visitor was doing with the resting face at the moment of the swap. */
export interface Handover {
  open: boolean;
  /** Text that was typed and is not the label of the chosen item. */
  typed: string | undefined;
}

interface Props extends ComboboxControlProps {
  control: ControlProps;
  handover?: Handover;
}

/** The loaded face of LazyCombobox, which brings the label. A static import of it undoes the laziness. */
export function ComboboxControl({ items, value, onValueChange, control, handover, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<Base.Root.Actions>(null);
  const chosen = items.find((item) => item.value === value) ?? null;
  const early = useRef<string>(undefined);

  // Somebody typed faster than the list arrived: what Enter was pressed on is chosen once it is there.
  const onItems = useEffectEvent(() => {
    const text = early.current?.toLowerCase();
    if (text === undefined || items.length === 0) return;
    early.current = undefined;
    const meant = items.find(({ label, disabled }) => !disabled && label.toLowerCase().includes(text));
    if (!meant) return;
    onValueChange(meant.value);
    actions.current?.close();
  });
  useEffect(() => onItems());

  useLayoutEffect(() => {
    if (!handover) return;
    input.current?.focus();
    if (handover.typed !== undefined) type(input.current, handover.typed);
  }, [handover]);

  return (
    <Base.Root
      items={items}
      value={chosen}
      onValueChange={(item) => onValueChange(item?.value ?? null)}
      isItemEqualToValue={(item, other) => item.value === other.value}
      defaultOpen={handover?.open}
      actionsRef={actions}
      onOpenChange={(open) => {
        if (!open) requestAnimationFrame(() => actions.current?.unmount());
      }}
      autoHighlight
      disabled={props.disabled}
      required={props.required}
      name={props.name}
    >
      <div className="relative">
        <Base.Input
          {...control}
          ref={input}
          placeholder={props.placeholder}
          className={comboboxInputClasses}
          onKeyDown={(event) => {
            const typed = event.currentTarget.value;
            early.current = event.key === 'Enter' && items.length === 0 && typed ? typed : undefined;
            // To Base UI, Enter on an empty list ends the typing; to a form, it sends it.
            if (!early.current) return;
            event.preventDefault();
            event.preventBaseUIHandler();
          }}
          onBlur={() => {
            early.current = undefined;
            actions.current?.close();
          }}
        />
        <Base.Clear aria-label="Clear" className={comboboxClearClasses}>
          <Icon name="X" />
        </Base.Clear>
        <ComboboxChevron />
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-20">
          {/*
            Not Base UI's Popup: that hides the rest of the page from screen readers, this field's label too. What
            it did besides is done here: the list stays while it is pressed, goes when focus goes, and is unmounted.
          */}
          <div
            onMouseDown={(event) => event.preventDefault()}
            className="w-(--anchor-width) rounded-md border border-line-strong bg-raised shadow-raised"
          >
            <Base.Empty className="px-3 py-3 text-muted empty:p-0">
              {props.emptyText ?? 'Nothing matches'}
            </Base.Empty>
            <Base.List className="max-h-[min(300px,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain py-1 empty:p-0">
              {(item: ComboboxItem) => <Option key={item.value} item={item} />}
            </Base.List>
          </div>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Option({ item }: { item: ComboboxItem }) {
  return (
    <Base.Item
      value={item}
      disabled={item.disabled}
      className="flex min-h-10 cursor-default items-center gap-2 px-3 py-1.5 data-disabled:text-faint data-highlighted:bg-chosen data-selected:font-semibold"
    >
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.note && <span className="text-sm text-muted tabular-nums">{item.note}</span>}
      <Base.ItemIndicator className="text-link">
        <Icon name="Check" className="size-4" />
      </Base.ItemIndicator>
    </Base.Item>
  );
}

/** Puts text into the input as a keyboard would, so that the list filters and opens on it. */
function type(input: HTMLInputElement | null, text: string) {
  if (!input) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  input.setSelectionRange(text.length, text.length);
}
