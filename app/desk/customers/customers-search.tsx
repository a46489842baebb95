import { useEffect, useRef } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { TextField } from '#kit/text-field.tsx';
import { customersAddress, MAX_QUERY_LENGTH, readCustomersQuery } from './customers-address.ts';

const DEBOUNCE_MS = 250;

export function CustomersSearch({ q }: { q: string }) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Do not overwrite what the admin is typing.
    if (box.current && box.current !== document.activeElement) box.current.value = q;
  }, [q]);

  function search() {
    clearTimeout(timer.current);
    const wanted = readCustomersQuery(new URLSearchParams({ q: box.current?.value ?? '' }));
    void navigate(customersAddress(wanted), { replace: true, preventScrollReset: true });
  }

  return (
    <form
      role="search"
      action="/admin/customers"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField
        type="search"
        name="q"
        label="Search customers"
        hideLabel
        placeholder="Search by name, email, phone or order number..."
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        ref={box}
        defaultValue={q}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, DEBOUNCE_MS);
        }}
      />
    </form>
  );
}
