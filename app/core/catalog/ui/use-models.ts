import { useEffect, useRef, useState } from 'react';

/** Loads the models of the typed make, if the catalog has it. */
export function useModels(suggestions: { makes: string[]; models: string[] }) {
  const [models, setModels] = useState(suggestions.models);
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);

  function loadModels(typed: string) {
    pending.current?.abort();
    const make = suggestions.makes.find((each) => each.toLowerCase() === typed.trim().toLowerCase());
    setModels([]);
    if (make === undefined) return;
    const controller = new AbortController();
    pending.current = controller;
    fetchModels(make, controller.signal).then(setModels, () => undefined);
  }

  return [models, loadModels] as const;
}

async function fetchModels(make: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`/api/models?${new URLSearchParams({ make })}`, { signal });
  return ((await response.json()) as { models: string[] }).models;
}
