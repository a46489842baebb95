import { useEffect, useEffectEvent, useRef } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { readOwnCar } from '#core/fitment/own-car.ts';
import { mayBecomeVin } from '#core/vehicles/may-become-vin.ts';
import { type ChosenFilters, setFilter } from '#core/search/chosen-filters.ts';
import { emptySearch, junkyardAddress, type JunkyardSearch } from '#core/search/junkyard-address.ts';
import { readSort } from '#core/search/list-sorts.ts';

const DEBOUNCE_MS = 250;

/** The field for one condition shows this if several are chosen. */
export const SEVERAL = 'several';

/** The values of the fields above the list. */
export function fieldValues({ q, make, category, condition, sort }: JunkyardSearch) {
  return { q, make, category, condition: condition.length > 1 ? SEVERAL : (condition[0] ?? ''), sort };
}

function withField(search: JunkyardSearch, field: string, value: string): JunkyardSearch {
  switch (field) {
    case 'q':
      return { ...search, q: value.trim() };
    case 'make':
    case 'category':
      return setFilter(search, field, value);
    case 'condition':
      return { ...search, condition: value === '' ? [] : [value] };
    default:
      return { ...search, sort: readSort(value) };
  }
}

/** Adds the shopper's vehicle. The first time, also what the browser remembers of it. */
function withOwnCar(search: JunkyardSearch, last: JunkyardSearch): JunkyardSearch {
  const own = readOwnCar();
  if (!own || own.car === search.car) return search;
  return { ...search, car: own.car, ...(last.car === '' && own.only_fits && { only_fits: '1' }) };
}

/** Writes uncontrolled fields and the filters into the address. The fields follow other changes of the address, such as Back. */
export function useJunkyardSearch(search: JunkyardSearch) {
  const form = useRef<HTMLFormElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const type = useNavigationType();
  const requested = useRef(search);
  /** Addresses of earlier searches. A slow browser may still show one of them while the next is typed. */
  const overtaken = useRef(new Set<string>());

  /** Skips hidden fields of the same name. */
  function controlOf(field: string) {
    return form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(
      `[name="${field}"]:not([type="hidden"])`,
    );
  }

  function fill(fields: Partial<ReturnType<typeof fieldValues>>) {
    for (const [field, value] of Object.entries(fields)) {
      const control = controlOf(field);
      if (control) control.value = value;
    }
  }

  /** `update` gets the last requested search with the text as typed since. */
  function change(
    update: (current: JunkyardSearch) => JunkyardSearch,
    { replace = false, isSubmit = false } = {},
  ) {
    clearTimeout(debounce.current);
    const last = requested.current;
    const typed = controlOf('q')?.value.trim() ?? last.q;
    // Addresses are stored and logged. A submitted VIN does not get here.
    const q = !isSubmit && mayBecomeVin(typed) ? last.q : typed;
    const changed = update(q === last.q ? last : { ...last, q, spelling: '' });
    if (junkyardAddress(changed) === junkyardAddress(last)) return;
    const wanted = withOwnCar(changed, last);
    const target = junkyardAddress(wanted);
    overtaken.current.add(junkyardAddress(last));
    overtaken.current.delete(target);
    requested.current = wanted;
    void navigate(target, { replace, preventScrollReset: true });
  }

  function pick(picked: Partial<JunkyardSearch>) {
    if (picked.q !== undefined) fill({ q: picked.q });
    change((current) => ({ ...current, ...picked }));
  }

  const onReady = useEffectEvent(() => {
    const shown = Object.entries(fieldValues(search)).map(([field, value]) => ({
      field,
      value,
      typed: controlOf(field)?.value ?? value,
    }));
    change(
      (current) =>
        shown.reduce(
          (wanted, { field, value, typed }) => (typed === value ? wanted : withField(wanted, field, typed)),
          current,
        ),
      { replace: true },
    );
  });

  useEffect(() => {
    // The shopper may have typed before hydration.
    onReady();
    return () => clearTimeout(debounce.current);
  }, []);

  return {
    form,
    onType() {
      clearTimeout(debounce.current);
      debounce.current = setTimeout(() => change((current) => current, { replace: true }), DEBOUNCE_MS);
    },
    onChoose: (field: string, value: string) => change((current) => withField(current, field, value)),
    onSubmit: () => change((current) => current, { replace: true, isSubmit: true }),
    onClear: () => pick({ ...emptySearch, view: search.view }),
    onPick: pick,
    onFilter: (filters: ChosenFilters) => change((current) => ({ ...current, ...filters })),
    onLeave: () => clearTimeout(debounce.current),
    /** Call it when a page begins to load: a pending search must not interrupt other navigation. */
    onAhead({ pathname, search: query }: Location) {
      const searches = [junkyardAddress(requested.current), ...overtaken.current];
      if (!searches.includes(pathname + query)) clearTimeout(debounce.current);
    },
    /** Call it when a search is shown. */
    onShown() {
      const address = junkyardAddress(search);
      if (type !== 'POP' && overtaken.current.has(address)) return;
      overtaken.current.clear();
      const { q, ...others } = fieldValues(search);
      fill(others);
      if (address === junkyardAddress(requested.current)) return;
      clearTimeout(debounce.current);
      requested.current = search;
      fill({ q });
    },
  };
}

export type JunkyardFields = ReturnType<typeof useJunkyardSearch>;

/** Tells the fields of navigation. It is separate, because each state of the router renders it. */
export function FollowNavigation({ fields }: { fields: JunkyardFields }) {
  const { state, location: pending } = useNavigation();
  const { key } = useLocation();
  const shownKey = useRef(key);
  const onAhead = useEffectEvent(fields.onAhead);
  const onShown = useEffectEvent(fields.onShown);

  useEffect(() => {
    if (pending) onAhead(pending);
  }, [pending]);

  useEffect(() => {
    if (state !== 'idle' || shownKey.current === key) return;
    shownKey.current = key;
    onShown();
  }, [state, key]);

  return null;
}
