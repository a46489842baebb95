import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from '#kit/offline.ts';
import { SlashKeyToggle } from '#kit/slash-key-toggle.tsx';
import { SuggestionList } from '#core/catalog/ui/suggestion-list.tsx';
import { readOwnCar } from '#core/fitment/own-car.ts';
import { fetchSuggestions } from '../fetch-suggestions.ts';
import type { Suggestion } from '../suggestion.ts';

interface PartSuggestionsProps {
  field: HTMLInputElement;
  /** If it is missing, a choice leads to its page, and the form is sent without loading the page anew. */
  onChoose?: (suggestion: Suggestion) => void;
  onClear?: () => void;
}

/** Suggests parts. The search for parts loads it on focus. */
export function PartSuggestions({ field, onChoose, onClear }: PartSuggestionsProps) {
  const navigate = useNavigate();

  const onSubmit = useEffectEvent((event: Event) => {
    if (onChoose) return;
    event.preventDefault();
    const q = field.value.trim();
    const parameters = Object.entries({ q, ...readOwnCar() }).filter(([, value]) => value !== '');
    const query = new URLSearchParams(parameters).toString();
    void navigate(query ? `/junkyard?${query}` : '/junkyard');
  });
  useEffect(() => {
    const controller = new AbortController();
    field.form?.addEventListener('submit', (event) => onSubmit(event), { signal: controller.signal });
    return () => controller.abort();
  }, [field]);

  return (
    <>
      {field.parentElement && createPortal(<SlashKeyToggle />, field.parentElement)}
      <SuggestionList
        field={field}
        suggest={fetchSuggestions}
        onChoose={onChoose ?? (({ href }) => void navigate(href))}
        onClear={onClear}
        clearsOnChoose={!onChoose}
      />
    </>
  );
}
