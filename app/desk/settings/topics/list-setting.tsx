import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#kit/button.tsx';
import { classNames } from '#kit/class-names.ts';
import { FieldError } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { formatError } from './setting-fields.tsx';
import { useSetting } from './use-topic-form.ts';

interface ListSettingProps {
  path: string;
  /** Name of one item. Example: 'Location'. */
  itemName: string;
  /** Example: 'Locations'. */
  listName: string;
  newItem: () => object;
  max: number;
  /** Columns of an item's fields on wide screens. */
  columns?: string;
  /** Shows an item's number to screen readers only, because its first field already has the same name. */
  hideNumber?: boolean;
  children: (itemPath: string) => ReactNode;
}

const FIELD = 'input, select';

/** Shows rows that can be added and removed. */
export function ListSetting(props: ListSettingProps) {
  const { path, itemName, listName, newItem, max, columns = '@lg:grid-cols-2', hideNumber, children } = props;
  const { value, error, change } = useSetting(path);
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const items = Array.isArray(value) ? (value as object[]) : [];

  function add() {
    flushSync(() => change([...items, newItem()]));
    list.current?.querySelector<HTMLElement>(`fieldset:last-of-type :is(${FIELD})`)?.focus();
  }

  function remove(index: number) {
    // The focused button goes away.
    flushSync(() => change(items.toSpliced(index, 1)));
    addButton.current?.focus();
  }

  return (
    <div ref={list} className="grid justify-items-start gap-3">
      {items.map((_, index) => (
        // Items have no identity; their fields are controlled.
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={classNames('w-full min-w-0 rounded-md border border-line p-3', !hideNumber && 'pt-1')}
        >
          <legend className={hideNumber ? 'sr-only' : 'px-1 text-sm font-semibold'}>
            {itemName} {index + 1}
          </legend>
          <div className="grid items-start gap-x-4 gap-y-2 @2xl:grid-cols-[minmax(0,1fr)_auto]">
            <div className={`grid items-start gap-3 ${columns}`}>{children(`${path}.${index}`)}</div>
            <Button
              variant="quiet"
              size="small"
              className="justify-self-start @2xl:mt-7"
              aria-label={`Remove ${itemName.toLowerCase()} ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Icon name="Trash2" /> Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <FieldError>{formatError(listName, error)}</FieldError>
      <Button ref={addButton} size="small" disabled={items.length >= max} onClick={add}>
        <Icon name="Plus" /> Add {itemName.toLowerCase()}
      </Button>
    </div>
  );
}
