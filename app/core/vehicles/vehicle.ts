export const vehicleSteps = ['make', 'model', 'year', 'category'] as const;

export type VehicleStep = (typeof vehicleSteps)[number];

export type VehicleChoices = Partial<Record<VehicleStep, string>>;

/** Id of the selector on the home page. */
export const SELECTOR_ID = 'by-car';

/** Reads the choices in an address, up to the first missing one. */
export function readVehicleChoices(parameters: URLSearchParams): VehicleChoices {
  const choices: VehicleChoices = {};
  for (const step of vehicleSteps) {
    // PostgreSQL refuses NUL. The replacement matches no part.
    const value = parameters.get(step)?.trim().replaceAll('\0', '\uFFFD');
    if (!value) break;
    choices[step] = value;
  }
  return choices;
}

/** Sets a choice, or clears it with null. Clears the later choices (Spec §2, Home). */
export function setChoice(choices: VehicleChoices, step: VehicleStep, value: string | null): VehicleChoices {
  const kept = vehicleSteps
    .slice(0, vehicleSteps.indexOf(step))
    .map((earlier) => [earlier, choices[earlier]]);
  return { ...Object.fromEntries(kept), ...(value !== null && { [step]: value }) };
}

/**
 * Keeps the choices up to the first that its list doesn't have: without JavaScript, a form may send the model of another make.
 */
export function keepListed(
  choices: VehicleChoices,
  lists: { makes: readonly string[]; models: readonly string[]; years: readonly number[] },
): VehicleChoices {
  const { make = '', model = '', year = '' } = choices;
  if (!lists.makes.includes(make)) return {};
  if (!lists.models.includes(model)) return { make };
  return lists.years.some((listed) => String(listed) === year) ? choices : { make, model };
}

/** Parses a four-digit year. Returns undefined for any other text. */
export function parseYear(text: string): number | undefined {
  return /^\d{4}$/.test(text) ? Number(text) : undefined;
}

/** Returns the address of the home page's selector with these choices. It is far down on a phone. */
export function selectorAddress(choices: Partial<Record<VehicleStep, string>>): string {
  return `/?${new URLSearchParams(choices)}#${SELECTOR_ID}`;
}
