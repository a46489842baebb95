import { useEffect, useRef, useState } from 'react';

/** The models of the make that is typed, as soon as it is one that the catalogue has. */
export function useModels(offers: { makes: string[]; models: string[] }) {
  const [models, setModels] = useState(offers.models);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  function askForModels(typed: string) {
    asking.current?.abort();
    const make = offers.makes.find((each) => each.toLowerCase() === typed.trim().toLowerCase());
    setModels([]);
    if (make === undefined) return;
    const controller = new AbortController();
    asking.current = controller;
    // Without them, the model is typed.
    modelsOf(make, controller.signal).then(setModels, () => undefined);
  }

  return [models, askForModels] as const;
}

async function modelsOf(make: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`/api/models?${new URLSearchParams({ make })}`, { signal });
  return ((await response.json()) as { models: string[] }).models;
}
