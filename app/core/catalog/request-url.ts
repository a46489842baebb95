import type { Part } from './part.ts';

export interface RequestPrefill {
  make?: string | null;
  model?: string | null;
  year?: string | number | null;
  part?: string | null;
  oem?: string | null;
  /** Last segment of the address of a car in the yard. */
  car?: string | null;
}

/** Formats the path of the request page with initial values (Spec §2). */
export function formatRequestUrl(prefill: RequestPrefill): string {
  const parameters = Object.entries(prefill).flatMap(([field, value]) =>
    value ? [[field, String(value)]] : [],
  );
  return parameters.length > 0 ? `/request?${new URLSearchParams(parameters)}` : '/request';
}

/** Formats the path of the request page for a part. */
export function formatPartRequestUrl({
  make,
  model,
  year,
  name,
  oemNumber,
}: Pick<Part, 'make' | 'model' | 'year' | 'name' | 'oemNumber'>): string {
  return formatRequestUrl({ make, model, year, part: name, oem: oemNumber });
}
