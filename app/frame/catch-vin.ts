import { useEffect } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { mayBecomeVin } from '#core/vehicles/may-become-vin.ts';

/** Keeps VINs out of addresses: a search with one in it goes to the garage, which sends it by POST. */
export function useCatchVin(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let passed: EventTarget | null = null;
    function onSubmit(event: SubmitEvent) {
      const form = event.target as HTMLFormElement;
      if (form === passed || form.method !== 'get' || location.pathname.startsWith('/admin')) return;
      const text = [...new FormData(form).values()].map(String).find(mayBecomeVin);
      if (!text) return;
      event.preventDefault();
      // React listens later, on the document.
      event.stopImmediatePropagation();
      void import('./take-vin.ts').then(({ takeVin }) => {
        if (takeVin(form, text)) return navigate('/garage');
        passed = form;
        form.requestSubmit();
        passed = null;
        return undefined;
      }, console.warn);
    }
    addEventListener('submit', onSubmit, true);
    return () => removeEventListener('submit', onSubmit, true);
  }, [navigate]);
}
