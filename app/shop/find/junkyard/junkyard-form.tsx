import type { FormEvent } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { filterParameters } from '#core/search/chosen-filters.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Select } from '#kit/select.tsx';
import { SuggestionBox } from '#core/catalog/ui/suggestion-box.tsx';
import { HiddenFields } from '../hidden-fields.tsx';
import { SortField } from '../sort-field.tsx';
import { loadPartSuggestions } from '#core/search/load-part-suggestions.ts';
import type { Suggestion } from '#core/search/suggestion.ts';
import type { FilterOptions } from '#core/search/filter-options.server.ts';
import { type JunkyardSearch, MAX_QUERY_LENGTH } from '#core/search/junkyard-address.ts';
import { fieldValues, type JunkyardFields, SEVERAL } from './junkyard-search.ts';

interface JunkyardFormProps {
  search: JunkyardSearch;
  options: FilterOptions;
  fields: JunkyardFields;
}

/** Works without JavaScript. */
export function JunkyardForm({ search, options, fields }: JunkyardFormProps) {
  const { form, onType, onChoose, onSubmit, onPick, onLeave } = fields;
  const navigate = useNavigate();
  const values = fieldValues(search);

  function choose({ kind, href }: Suggestion) {
    if (!href.startsWith('/junkyard')) {
      onLeave();
      void navigate(href);
      return;
    }
    const parameters = new URL(href, location.href).searchParams;
    const category = parameters.get('category') ?? '';
    onPick(kind === 'category' ? { q: '', category } : { q: parameters.get('q') ?? '' });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  const filter = (name: 'make' | 'category' | 'condition') => ({
    name,
    chosen: values[name],
    onChoose,
  });

  return (
    <form
      ref={form}
      action="/junkyard"
      role="search"
      onSubmit={submit}
      className="list-fields grid grid-cols-2 gap-2 rounded-lg border border-line bg-surface p-3 max-[22rem]:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,10.5rem))]"
    >
      <div className="relative col-span-full flex gap-2 lg:col-auto">
        <SuggestionBox
          name="q"
          label="Search parts"
          placeholder="Search by part name, make, model, or OEM number..."
          maxLength={MAX_QUERY_LENGTH}
          defaultValue={search.q}
          onType={onType}
          load={loadPartSuggestions}
          list={{ onChoose: choose, onClear: onType }}
          className="flex-1"
        />
        <Button type="submit" variant="primary" aria-label="Search">
          <Icon name="Search" /> <span className="max-sm:hidden lg:hidden">Search</span>
        </Button>
      </div>
      <Filter {...filter('make')} label="Make" all="All makes" options={options.makes} />
      <Filter {...filter('category')} label="Category" all="All categories" options={options.categories} />
      <Filter
        {...filter('condition')}
        label="Condition"
        all="All conditions"
        options={options.conditions}
        several={search.condition.length > 1 ? `${search.condition.length} Conditions` : undefined}
      />
      <SortField defaultValue={search.sort} onChange={({ target }) => onChoose('sort', target.value)} />
      <HiddenFields fields={otherParameters(search)} />
    </form>
  );
}

/** Lists the parameters that have no field here. */
function otherParameters(search: JunkyardSearch): [string, string][] {
  const { condition, view } = search;
  return [
    ...filterParameters({
      ...search,
      make: '',
      category: '',
      condition: condition.length > 1 ? condition : [],
    }),
    ...(view ? [['view', view] as [string, string]] : []),
  ];
}

interface FilterProps {
  name: 'make' | 'category' | 'condition';
  label: string;
  all: string;
  chosen: string;
  options: string[];
  /** The label of several chosen values. */
  several?: string | undefined;
  onChoose: (name: string, value: string) => void;
}

function Filter({ name, label, all, chosen, options, several, onChoose }: FilterProps) {
  // The address can contain a value that is not in the catalog.
  const isKnown = chosen === '' || several !== undefined || options.includes(chosen);
  const offered = isKnown ? options : [...options, chosen];
  return (
    <Select
      name={name}
      label={label}
      hideLabel
      defaultValue={chosen}
      onChange={({ target }) => onChoose(name, target.value)}
      autoComplete="off"
    >
      <option value="">{all}</option>
      {several !== undefined && (
        // Forms do not send this option: the values are in hidden fields.
        <option value={SEVERAL} disabled hidden>
          {several}
        </option>
      )}
      {offered.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  );
}
