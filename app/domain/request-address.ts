import type { Part } from './part.ts';

/** What is known before a request is written; fields of the form. */
export interface KnownOfRequest {
  make?: string | null;
  model?: string | null;
  year?: string | number | null;
  part?: string | null;
  oem?: string | null;
}

/** The request page, told what is known. */
export function requestAddress(known: KnownOfRequest): string {
  const told = Object.entries(known).flatMap(([field, value]) => (value ? [[field, String(value)]] : []));
  return told.length > 0 ? `/request?${new URLSearchParams(told)}` : '/request';
}

export function requestAddressOf({ make, model, year, name, oemNumber }: Part): string {
  return requestAddress({ make, model, year, part: name, oem: oemNumber });
}
