import type { Part } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Offers } from './offers.server.ts';
import { PartOffers } from './part-page-offers.tsx';
import { RelatedParts } from '#core/fitment/ui/related-parts.tsx';

interface PartOthersProps {
  part: Part;
  offers: Offers;
  /** Condition -> style class */
  colors: Readonly<Record<string, string>>;
  sameVehicle: Part[];
}

/** Shows other parts for sale: replacements of the part, and parts for its vehicle. */
export function PartOthers({ part, offers, colors, sameVehicle }: PartOthersProps) {
  return (
    <>
      <PartOffers offers={offers} oemNumber={part.oemNumber} colors={colors} />
      <RelatedParts title={`Other parts for the ${vehicleName(part)}`} parts={sameVehicle} />
    </>
  );
}
