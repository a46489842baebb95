import { type ComponentType, useId, useRef, useState } from 'react';
import { classNames } from '#kit/class-names.ts';

type List<ListProps> = ComponentType<ListProps & { field: HTMLInputElement }>;

interface SuggestionBoxProps<ListProps> {
  name: string;
  label: string;
  placeholder: string;
  maxLength: number;
  defaultValue?: string;
  onType?: () => void;
  /** Loads the list, such as SuggestionList, on the first focus. */
  load: () => Promise<List<ListProps>>;
  list: ListProps;
  className?: string;
}

/** An editable combobox with manual selection (WAI-ARIA). Without a selection, Enter submits the form. */
export function SuggestionBox<ListProps extends object>({
  label,
  onType,
  load,
  list,
  className,
  ...input
}: SuggestionBoxProps<ListProps>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<{ List: List<ListProps>; field: HTMLInputElement }>();

  function loadList() {
    if (loaded) return;
    load().then(
      (List) => field.current && setLoaded({ List, field: field.current }),
      // The field works without suggestions.
      () => undefined,
    );
  }

  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          ref={field}
          id={id}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={false}
          className="control has-[+button]:pr-11"
          onFocus={loadList}
          onKeyDown={({ key, currentTarget }) => {
            // Once loaded, the list handles it.
            if (key === 'Escape' && !loaded && !currentTarget.value) currentTarget.blur();
          }}
          onChange={() => {
            // The field was focused before hydration.
            loadList();
            onType?.();
          }}
        />
      </div>
      {loaded && <loaded.List {...list} field={loaded.field} />}
    </div>
  );
}
