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
} from './combobox-parts.tsx';

/** The state of the InitialCombobox that this control replaces. */
export interface InitialState {
  open: boolean;
  typed: string | undefined;
}

interface Props extends ComboboxControlProps {
  control: ControlProps;
  initialState?: InitialState;
}

/** Loaded by LazyCombobox. Do not import it statically. */
export function ComboboxControl({ items, value, onValueChange, control, initialState, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<Base.Root.Actions>(null);
  const selected = items.find((item) => item.value === value) ?? null;
  const pendingEnter = useRef<string>(undefined);

  // Enter was pressed before the items were loaded.
  const onItems = useEffectEvent(() => {
    const text = pendingEnter.current?.toLowerCase();
    if (text === undefined || items.length === 0) return;
    pendingEnter.current = undefined;
    const match = items.find(({ label, disabled }) => !disabled && label.toLowerCase().includes(text));
    if (!match) return;
    onValueChange(match.value);
    actions.current?.close();
  });
  useEffect(() => onItems());

  useLayoutEffect(() => {
    if (!initialState) return;
    input.current?.focus();
    if (initialState.typed !== undefined) simulateTyping(input.current, initialState.typed);
  }, [initialState]);

  return (
    <Base.Root
      items={items}
      value={selected}
      onValueChange={(item) => onValueChange(item?.value ?? null)}
      isItemEqualToValue={(item, other) => item.value === other.value}
      defaultOpen={initialState?.open}
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
            pendingEnter.current = event.key === 'Enter' && items.length === 0 && typed ? typed : undefined;
            // Enter must neither clear the text nor submit the form.
            if (!pendingEnter.current) return;
            event.preventDefault();
            event.preventBaseUIHandler();
          }}
          onBlur={() => {
            pendingEnter.current = undefined;
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
          {/* Not Base UI's Popup, which hides the rest of the page, including the label, from screen readers. */}
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

/** Makes Base UI filter and open the list. */
function simulateTyping(input: HTMLInputElement | null, text: string) {
  if (!input) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  input.setSelectionRange(text.length, text.length);
}
