/** The steps in their order; each is open once the one before it is chosen (Spec §5, Vehicle selector). */
export const vehicleSteps = ['make', 'model', 'year', 'category'] as const;

export type VehicleStep = (typeof vehicleSteps)[number];

/** Choices as they stand in the address: texts, and only as far as they were made. */
export type VehicleChoices = Partial<Record<VehicleStep, string>>;

/** The choices that an address names, up to the first one that is missing. */
export function vehicleChoices(parameters: URLSearchParams): VehicleChoices {
  const choices: VehicleChoices = {};
  for (const step of vehicleSteps) {
    // A NUL character can't be in any text of the database; in its place stands a character that is in none.
    const value = parameters.get(step)?.trim().replaceAll('\0', '\uFFFD');
    if (!value) break;
    choices[step] = value;
  }
  return choices;
}

/** Makes or takes back one choice. Those after it no longer fit and are cleared (Spec §2, Home). */
export function choose(choices: VehicleChoices, step: VehicleStep, value: string | null): VehicleChoices {
  const kept = vehicleSteps
    .slice(0, vehicleSteps.indexOf(step))
    .map((earlier) => [earlier, choices[earlier]]);
  return { ...Object.fromEntries(kept), ...(value !== null && { [step]: value }) };
}

/** A year as whole digits, or undefined: what is no year can't be any part's. */
export function parseYear(text: string): number | undefined {
  return /^\d{4}$/.test(text) ? Number(text) : undefined;
}
