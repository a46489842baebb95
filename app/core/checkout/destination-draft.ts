import type { Destination } from '#core/addresses/destination.ts';
import { isDestination } from '#core/addresses/is-destination.ts';
import type { OpenQuote } from '#core/pricing/pricing.ts';
import type { CartQuestions } from '#core/pricing/questions.ts';
import { type AddressFields, toShipTo } from '#core/addresses/saved-address.ts';
import { findStateOfZip, findZipProblem } from '#core/addresses/zip-state.ts';
import { readStored, writeStored } from '#core/values/stored.ts';

/** A shopper's choices so far. */
export interface DestinationDraft {
  kind: Destination['kind'] | '';
  country: string;
  state: string;
  zip: string;
  place: 'business' | 'residential';
  liftgate: boolean;
  poBox: boolean;
  location: string;
}

const STORAGE_KEY = 'cart.destination';

export const emptyDraft: DestinationDraft = {
  kind: '',
  country: 'US',
  state: '',
  zip: '',
  place: 'residential',
  liftgate: false,
  poBox: false,
  location: '',
};

export function readDraft(): DestinationDraft {
  try {
    const stored = JSON.parse(readStored(STORAGE_KEY) ?? '{}') as Partial<DestinationDraft>;
    const isSame = Object.entries(emptyDraft).every(
      ([key, value]) => typeof stored[key as keyof DestinationDraft] === typeof value,
    );
    return isSame ? { ...emptyDraft, ...stored } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

/** Fills in the place of a saved address. */
export function enterAddress(draft: DestinationDraft, address: AddressFields): DestinationDraft {
  const { country, state, zip, place, poBox } = toShipTo(address);
  return { ...draft, kind: 'ship', country, state, zip, place, poBox };
}

export function storeDraft(draft: DestinationDraft): void {
  writeStored(STORAGE_KEY, JSON.stringify(draft));
}

/** Enters a ZIP code and its state, unless a state was chosen. */
export function enterZip({ state }: DestinationDraft, zip: string): Pick<DestinationDraft, 'state' | 'zip'> {
  return { zip, state: state || (findStateOfZip(zip) ?? '') };
}

/** Finds out why the parts cannot be sent to the chosen place. */
export function findDraftProblem(draft: DestinationDraft, asked: CartQuestions): string | undefined {
  const isSent = !asked.fulfillment || draft.kind === 'ship';
  const isAbroad = asked.country && draft.country !== 'US';
  return isSent && !isAbroad ? findZipProblem(draft) : undefined;
}

const missing: Record<OpenQuote['needs'], string> = {
  fulfillment: 'Choose shipping or pickup to see tax and shipping.',
  destination: 'Enter your state and ZIP code to see tax and shipping.',
  taxRates: "We can't look up the sales tax for this ZIP code. Please check it, or contact us.",
};

/** Says what the shopper must enter before the cart can be priced. */
export function describeMissing(
  { needs }: Pick<OpenQuote, 'needs'>,
  draft: DestinationDraft,
  asked: CartQuestions,
): string {
  const isIncomplete = needs === 'fulfillment' && draft.kind === 'ship';
  return findDraftProblem(draft, asked) ?? missing[isIncomplete ? 'destination' : needs];
}

/** Returns the answers. Null if nothing is asked, an answer is missing, or the ZIP code is of another state. */
export function toDestination(draft: DestinationDraft, asked: CartQuestions): Destination | null {
  if (!asked.fulfillment && !asked.destination) return null;
  const kind = asked.fulfillment ? draft.kind : 'ship';
  const { location, state, zip } = draft;
  const country = asked.country ? draft.country : 'US';
  const isAbroad = country !== 'US';
  const destination =
    kind === 'pickup'
      ? { kind, location }
      : {
          kind,
          country,
          state: isAbroad ? '' : state,
          zip: isAbroad ? '' : zip,
          place: asked.freightAccess ? draft.place : 'residential',
          liftgate: asked.freightAccess && draft.liftgate,
          poBox: asked.poBox && !isAbroad && draft.poBox,
        };
  return isDestination(destination) && !findDraftProblem(draft, asked) ? destination : null;
}
