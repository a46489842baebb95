import type { FormEvent, ReactNode } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { SuggestionBox } from '#ui/suggestion-box.tsx';
import type { FilterOptions } from './filter-options.server.ts';
import { type JunkyardSearch, junkyardSorts, MAX_QUERY_LENGTH, readSearch } from './junkyard-address.ts';
import { useJunkyardSearch } from './junkyard-search.ts';
import { loadPartSuggestions } from '#features/catalog/search/load-part-suggestions.ts';
import type { Suggestion } from '#features/catalog/search/suggestion.ts';

interface JunkyardFormProps {
  search: JunkyardSearch;
  options: FilterOptions;
  children: ReactNode;
}

/** Works without scripts. */
export function JunkyardForm({ search, options, children }: JunkyardFormProps) {
  const { form, onType, onChoose, onSubmit, onClear, onPick, onLeave } = useJunkyardSearch(search);
  const navigate = useNavigate();

  function choose({ kind, href }: Suggestion) {
    if (!href.startsWith('/junkyard')) {
      onLeave();
      void navigate(href);
      return;
    }
    const { q, category } = readSearch(new URL(href, location.href).searchParams);
    onPick(kind === 'category' ? { q: '', category } : { q });
  }

  return (
    <>
      <form
        ref={form}
        action="/junkyard"
        role="search"
        onSubmit={handleSubmit(onSubmit)}
        className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4"
      >
        <div className="relative flex gap-2 sm:col-span-2 lg:col-span-4">
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
            <Icon name="Search" /> <span className="max-sm:hidden">Search</span>
          </Button>
        </div>
        <Filter name="make" label="Make" all="All Makes" {...{ search, onChoose }} options={options.makes} />
        <Filter
          name="category"
          label="Category"
          all="All Categories"
          {...{ search, onChoose }}
          options={options.categories}
        />
        <Filter
          name="condition"
          label="Condition"
          all="All Conditions"
          {...{ search, onChoose }}
          options={options.conditions}
        />
        <Select
          name="sort"
          label="Sort by"
          hideLabel
          defaultValue={search.sort}
          onChange={onChoose}
          autoComplete="off"
        >
          <option value="">Best Match</option>
          {Object.entries(junkyardSorts).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </Select>
      </form>
      <form
        action="/junkyard"
        onSubmit={handleSubmit(onClear)}
        className="relative mt-4 mb-3 flex items-center justify-between gap-2"
      >
        {children}
        <Button type="submit" variant="quiet" className="-mr-4 whitespace-nowrap">
          <Icon name="X" className="max-sm:hidden" /> Clear Filters
        </Button>
      </form>
    </>
  );
}

function handleSubmit(act: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    act();
  };
}

interface FilterProps {
  name: 'make' | 'category' | 'condition';
  label: string;
  all: string;
  search: JunkyardSearch;
  options: string[];
  onChoose: () => void;
}

function Filter({ name, label, all, search, options, onChoose }: FilterProps) {
  const chosen = search[name];
  // The address can contain a value that is not in the catalog.
  const offered = chosen === '' || options.includes(chosen) ? options : [...options, chosen];
  return (
    <Select name={name} label={label} hideLabel defaultValue={chosen} onChange={onChoose} autoComplete="off">
      <option value="">{all}</option>
      {offered.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  );
}
