import { useEffect, useEffectEvent, useRef } from 'react';
import { type Location, useNavigate, useNavigation } from 'react-router';
import {
  everything,
  fillForm,
  junkyardAddress,
  type JunkyardSearch,
  readSearch,
} from './junkyard-address.ts';

/** How long typing rests before its search begins, in milliseconds. */
const REST = 250;

/**
 * Keeps a form and the address together. The fields belong to the shopper and are never rendered anew: what stands in
 * them goes into the address, and they follow the address only where it has changed by itself (Back, a link).
 */
export function useJunkyardSearch(search: JunkyardSearch) {
  const form = useRef<HTMLFormElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const { state, location: coming } = useNavigation();
  const address = junkyardAddress(search);
  const asked = useRef(address);

  /** Searches for what stands in the form; a search that is still under way gives way to it. */
  function ask({ replace }: { replace: boolean }) {
    clearTimeout(rest.current);
    if (!form.current) return;
    const wanted = junkyardAddress(readSearch(new FormData(form.current)));
    if (wanted === asked.current) return;
    asked.current = wanted;
    void navigate(wanted, { replace, preventScrollReset: true });
  }

  /** Puts something into the fields and searches for it. */
  function onPick(picked: Partial<JunkyardSearch>) {
    if (!form.current) return;
    fillForm(form.current, { ...readSearch(new FormData(form.current)), ...picked });
    ask({ replace: false });
  }

  const onReady = useEffectEvent(() => ask({ replace: true }));
  const onOtherAddress = useEffectEvent(() => {
    clearTimeout(rest.current);
    asked.current = address;
    if (form.current) fillForm(form.current, search);
  });

  useEffect(() => {
    // Somebody may have typed before this code ran.
    onReady();
    return () => clearTimeout(rest.current);
  }, []);

  useEffect(() => {
    // Who goes on, or back to another search, is not called back to search for what was typed last.
    const isAsked = (location: Location) =>
      location.pathname === '/junkyard' &&
      junkyardAddress(readSearch(new URLSearchParams(location.search))) === asked.current;
    if (coming && !isAsked(coming)) clearTimeout(rest.current);
  }, [coming]);

  useEffect(() => {
    if (state === 'idle' && address !== asked.current) onOtherAddress();
  }, [state, address]);

  return {
    form,
    onType() {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => ask({ replace: true }), REST);
    },
    onChoose: () => ask({ replace: false }),
    onSubmit: () => ask({ replace: true }),
    onClear: () => onPick(everything),
    onPick,
    onLeave: () => clearTimeout(rest.current),
  };
}
