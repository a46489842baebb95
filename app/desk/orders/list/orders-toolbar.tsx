import { useEffect, useRef } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { progressLabels } from '#core/orders/order-progress.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { hasFilters, ORDERS_PATH, ordersList, type OrdersQuery } from '#core/orders/orders-address.ts';

const DEBOUNCE_MS = 250;

/** Id of the search field. */
export const SEARCH_ID = 'order-search';

/** A search looks through all orders. The views narrow its results. */
export function OrdersToolbar({ query }: { query: OrdersQuery }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Do not overwrite what someone is typing.
    if (box.current && box.current !== document.activeElement) box.current.value = query.q;
  }, [query.q]);

  function submit(replace: boolean) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const sent = new URLSearchParams(
      [...new FormData(form.current)].filter(
        (field): field is [string, string] => typeof field[1] === 'string',
      ),
    );
    const next = ordersList.read(sent);
    const isNewSearch = next.q !== '' && next.q !== query.q;
    void navigate(ordersList.write({ ...next, view: isNewSearch ? 'all' : query.view }), {
      replace,
      preventScrollReset: true,
    });
  }

  return (
    <form
      ref={form}
      role="search"
      className="contents"
      action={ORDERS_PATH}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      {/* Without JavaScript, the form can't know what has changed. */}
      <input
        type="hidden"
        name="view"
        value={query.q === '' && query.view === 'today' ? 'all' : query.view}
      />
      <div className="flex gap-2">
        <TextField
          id={SEARCH_ID}
          type="search"
          name="q"
          label="Search orders"
          hideLabel
          placeholder="Number, name, email, phone, part, tracking..."
          maxLength={200}
          autoComplete="off"
          ref={box}
          defaultValue={query.q}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => submit(true), DEBOUNCE_MS);
          }}
          className="flex-1"
        />
        <Button type="submit" aria-label="Search">
          <Icon name="Search" /> <span className="max-sm:sr-only">Search</span>
        </Button>
      </div>
      <Filters key={ordersList.write(ordersList.first(query))} query={query} onChange={() => submit(false)} />
    </form>
  );
}

function Filters({ query, onChange }: { query: OrdersQuery; onChange: () => void }) {
  const { fulfillment, state, from, to } = query;
  const count = [fulfillment, state, from ?? to].filter((each) => each !== undefined).length;
  return (
    <details className="group basis-full" open={count > 0}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 text-sm font-semibold text-link">
        Filters{count > 0 && ` (${count})`}
        <Icon name="ChevronDown" className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
        <Select name="fulfillment" label="Delivery" defaultValue={fulfillment ?? ''} onChange={onChange}>
          <option value="">All</option>
          <option value="ship">Shipping</option>
          <option value="pickup">Pickup</option>
        </Select>
        <Select name="state" label="State" defaultValue={state ?? ''} onChange={onChange}>
          <option value="">All</option>
          {Object.entries(progressLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <TextField type="date" name="from" label="Placed from" defaultValue={from ?? ''} />
        <TextField type="date" name="to" label="Placed until" defaultValue={to ?? ''} />
        <Button type="submit">Apply</Button>
        {hasFilters(query) && (
          <ButtonLink variant="quiet" to={ordersList.write({ view: query.view })} preventScrollReset>
            Clear
          </ButtonLink>
        )}
      </div>
    </details>
  );
}
