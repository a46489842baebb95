import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { Part } from '#domain/part.ts';
import { useActiveVehicle } from '#ui/active-vehicle.ts';
import { fitKey, knownFits } from '#ui/known-fits.ts';
import { BuyButton } from './buy-button.tsx';
import { isFitConfirmed } from './confirmed-fits.ts';
import type { WrongPart } from './fit-question.tsx';

const FitQuestion = lazy(() => import('./fit-question.tsx'));

type BuyNowButtonProps = Omit<ComponentProps<typeof BuyButton>, 'className' | 'children'>;

/** Asks first if the part doesn't fit the shopper's vehicle. */
export function BuyNowButton({ part, onBuy, ...rest }: BuyNowButtonProps) {
  const vehicle = useActiveVehicle();
  const [asked, setAsked] = useState<{ now: Part; wrong: WrongPart }>();

  function buy(now: Part) {
    const { id, name } = now;
    const answer = vehicle && knownFits.get(fitKey(id, vehicle));
    if (!vehicle || answer?.fit !== 'no' || isFitConfirmed(id, vehicle)) return onBuy(now);
    setAsked({ now, wrong: { id, name, reason: answer.reason } });
  }

  return (
    <>
      <BuyButton
        {...rest}
        part={part}
        className="buy-now flex-1 px-3! whitespace-nowrap"
        aria-label={`Buy Now: ${part.name}`}
        onBuy={buy}
      >
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
