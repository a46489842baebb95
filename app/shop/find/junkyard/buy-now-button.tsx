import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { FitAnswer } from '#core/catalog/fit.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { reasonToAsk } from '#core/catalog/fitment.ts';
import { partWithVehicle } from '#core/catalog/part-address.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { fitKey, knownFits } from '#core/fitment/known-fits.ts';
import { Spinner } from '#kit/spinner.tsx';
import { BuyButton } from '#core/carts/ui/buy-button.tsx';
import type { WrongPart } from '#core/carts/ui/fit-question.tsx';

const FitQuestion = lazy(() => import('#core/carts/ui/fit-question.tsx'));

/** Browsers still let the click open a tab after this wait. */
const MAX_WAIT_MS = 2_000;

type BuyNowButtonProps = Omit<ComponentProps<typeof BuyButton>, 'className' | 'children'>;

/** Pays at once, but asks first if the part doesn't fit the shopper's vehicle. */
export function BuyNowButton({ part, onBuy, ...rest }: BuyNowButtonProps) {
  const vehicle = useActiveVehicle();
  const [asked, setAsked] = useState<{ now: CardPart; wrong: WrongPart }>();
  const [isWaiting, setIsWaiting] = useState(false);

  async function buy(now: CardPart) {
    if (isWaiting) return;
    if (!vehicle) return onBuy(now);
    const known = knownFits.get(fitKey(now.id, vehicle));
    if (known && reasonToAsk(known, now, vehicle) === undefined) return onBuy(now);
    setIsWaiting(true);
    const wrong = await findWrong(now, vehicle, known);
    setIsWaiting(false);
    if (!wrong) return onBuy(now);
    setAsked({ now, wrong });
  }

  return (
    <>
      <BuyButton
        {...rest}
        part={part}
        className="buy-now"
        aria-label={`Buy Now: ${partWithVehicle(part)}`}
        aria-busy={isWaiting || undefined}
        onBuy={(now) => void buy(now)}
      >
        {isWaiting && <Spinner />}
        Buy Now
      </BuyButton>
      {asked && vehicle && (
        <Suspense>
          <FitQuestion
            parts={[asked.wrong]}
            vehicle={vehicle}
            cancelLabel="Cancel"
            onBuy={() => onBuy(asked.now)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Uses the known answer if the shop does not give one in time. */
async function findWrong(
  part: CardPart,
  vehicle: GarageVehicle,
  known?: FitAnswer,
): Promise<WrongPart | undefined> {
  const { id, name } = part;
  const late = new Promise<typeof known>((resolve) => setTimeout(resolve, MAX_WAIT_MS, known));
  const answer = await Promise.race([askForFit(part, vehicle), late]).catch(() => known);
  const reason = answer && reasonToAsk(answer, part, vehicle);
  return reason === undefined ? undefined : { id, name, reason };
}

/** Returns undefined if the shopper has confirmed the part for this vehicle before. */
async function askForFit(part: CardPart, vehicle: GarageVehicle): Promise<FitAnswer | undefined> {
  const { isFitConfirmed } = await import('#core/carts/confirmed-fits.ts');
  if (isFitConfirmed(part.id, vehicle)) return undefined;
  const { loadFit } = await import('#core/fitment/fit-answers.ts');
  return loadFit({ id: part.id, vehicle: part }, vehicle);
}
