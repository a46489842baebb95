import { useEffect, useRef } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { TextField } from '#kit/text-field.tsx';
import { MAX_SEARCH_LENGTH } from '#core/values/list-address.ts';
import { customersList } from '#core/customers/customers-address.ts';

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
    const wanted = customersList.read(new URLSearchParams({ q: box.current?.value ?? '' }));
    void navigate(customersList.write(wanted), { replace: true, preventScrollReset: true });
  }

  return (
    <form
      role="search"
      action={customersList.path}
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
        maxLength={MAX_SEARCH_LENGTH}
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
