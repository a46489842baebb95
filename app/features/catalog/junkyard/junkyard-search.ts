import { useEffect, useEffectEvent, useRef } from 'react';
import { type Location, useNavigate, useNavigation } from 'react-router';
import { mayBecomeVin } from '#domain/may-become-vin.ts';
import {
  emptySearch,
  fillForm,
  junkyardAddress,
  type JunkyardSearch,
  readSearch,
} from './junkyard-address.ts';

const DEBOUNCE_MS = 250;

/** Writes uncontrolled fields into the address. The fields follow other changes of the address, such as Back. */
export function useJunkyardSearch(search: JunkyardSearch) {
  const form = useRef<HTMLFormElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const { state, location: pending } = useNavigation();
  const address = junkyardAddress(search);
  const requested = useRef(address);

  function submitSearch({ replace, isTyped = false }: { replace: boolean; isTyped?: boolean }) {
    clearTimeout(debounce.current);
    if (!form.current) return;
    const read = readSearch(new FormData(form.current));
    // Addresses are stored and logged.
    if (isTyped && mayBecomeVin(read.q)) return;
    const target = junkyardAddress({ ...read, spelling: read.q === search.q ? search.spelling : '' });
    if (target === requested.current) return;
    requested.current = target;
    void navigate(target, { replace, preventScrollReset: true });
  }

  function onPick(picked: Partial<JunkyardSearch>) {
    if (!form.current) return;
    fillForm(form.current, { ...readSearch(new FormData(form.current)), ...picked });
    submitSearch({ replace: false });
  }

  const onReady = useEffectEvent(() => submitSearch({ replace: true, isTyped: true }));
  const onAddressChange = useEffectEvent(() => {
    clearTimeout(debounce.current);
    requested.current = address;
    if (form.current) fillForm(form.current, search);
  });

  useEffect(() => {
    // The shopper may have typed before hydration.
    onReady();
    return () => clearTimeout(debounce.current);
  }, []);

  useEffect(() => {
    // A pending search must not interrupt other navigation.
    const isRequested = (location: Location) =>
      location.pathname === '/junkyard' &&
      junkyardAddress(readSearch(new URLSearchParams(location.search))) === requested.current;
    if (pending && !isRequested(pending)) clearTimeout(debounce.current);
  }, [pending]);

  useEffect(() => {
    if (state === 'idle' && address !== requested.current) onAddressChange();
  }, [state, address]);

  return {
    form,
    onType() {
      clearTimeout(debounce.current);
      debounce.current = setTimeout(() => submitSearch({ replace: true, isTyped: true }), DEBOUNCE_MS);
    },
    onChoose: () => submitSearch({ replace: false }),
    onSubmit: () => submitSearch({ replace: true }),
    onClear: () => onPick(emptySearch),
    onPick,
    onLeave: () => clearTimeout(debounce.current),
  };
}
