/** Carriers with known tracking pages. The tracking number follows the address. */
const carriers = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
  OnTrac: 'https://www.ontrac.com/tracking/?number=',
  'R+L Carriers': 'https://www2.rlcarriers.com/freight/shipping/shipment-tracing?pro=',
  XPO: 'https://www.xpo.com/track/',
} as const;

export const carrierNames: readonly string[] = Object.keys(carriers);

export interface Parcel {
  carrier: string | null;
  tracking: string | null;
}

/** Returns the carrier's page for a tracking number. Undefined if the carrier is unknown. */
export function findTrackingAddress(carrier: string | null, tracking: string | null): string | undefined {
  if (carrier === null || tracking === null) return undefined;
  const name = carrierNames.find((each) => each.toLowerCase() === carrier.trim().toLowerCase());
  if (name === undefined) return undefined;
  return carriers[name as keyof typeof carriers] + encodeURIComponent(tracking.replaceAll(/\s/g, ''));
}

/** Guesses the carrier from the form of a tracking number. */
export function guessCarrier(tracking: string): string | undefined {
  const number = tracking.replaceAll(/\s/g, '').toUpperCase();
  if (/^1Z[0-9A-Z]{16}$/.test(number)) return 'UPS';
  if (/^9[1-5]\d{18,24}$/.test(number) || /^[A-Z]{2}\d{9}US$/.test(number)) return 'USPS';
  if (/^(\d{12}|\d{15})$/.test(number)) return 'FedEx';
  if (/^(C|D)\d{14}$/.test(number)) return 'OnTrac';
  return undefined;
}
