import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { FitAnswer } from '#domain/fit.ts';
import type { GarageVehicle } from '#domain/garage.ts';
import { partWithVehicle } from '#domain/part-address.ts';
import type { Part } from '#domain/part.ts';
import { useActiveVehicle } from '#ui/active-vehicle.ts';
import { fitKey, knownFits } from '#ui/known-fits.ts';
import { Spinner } from '#ui/spinner.tsx';
import { BuyButton } from './buy-button.tsx';
import type { WrongPart } from './fit-question.tsx';

const FitQuestion = lazy(() => import('./fit-question.tsx'));

/** Browsers let a click open a tab for longer. */
const MAX_WAIT_MS = 2_000;

type BuyNowButtonProps = Omit<ComponentProps<typeof BuyButton>, 'className' | 'children'>;

/** Pays at once. Asks first if the part doesn't fit the shopper's vehicle. */
export function BuyNowButton({ part, onBuy, ...rest }: BuyNowButtonProps) {
  const vehicle = useActiveVehicle();
  const [asked, setAsked] = useState<{ now: Part; wrong: WrongPart }>();
  const [isWaiting, setIsWaiting] = useState(false);

  async function buy(now: Part) {
    const { id, name } = now;
    if (isWaiting) return;
    if (!vehicle) return onBuy(now);
    let answer = knownFits.get(fitKey(id, vehicle));
    if (!answer) {
      setIsWaiting(true);
      answer = await waitForFit(now, vehicle);
      setIsWaiting(false);
    }
    if (answer?.fit !== 'no' || (await isConfirmed(id, vehicle))) return onBuy(now);
    setAsked({ now, wrong: { id, name, reason: answer.reason } });
  }

  return (
    <>
      <BuyButton
        {...rest}
        part={part}
        className="buy-now flex-1 px-3! whitespace-nowrap"
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

/** Undefined if the shop does not answer in time. */
async function waitForFit(part: Part, vehicle: GarageVehicle): Promise<FitAnswer | undefined> {
  const asked = import('#ui/fit-answers.ts').then(({ loadFit }) =>
    loadFit({ id: part.id, vehicle: part }, vehicle),
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  return Promise.race([asked.catch(() => undefined), late]);
}

/** False if the file can't be loaded. */
function isConfirmed(partId: string, vehicle: GarageVehicle): Promise<boolean> {
  return import('./confirmed-fits.ts').then(
    ({ isFitConfirmed }) => isFitConfirmed(partId, vehicle),
    () => false,
  );
}
