import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CartItem } from '#core/carts/cart.ts';
import { reasonToAsk } from '#core/catalog/fitment.ts';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { readFit, useFits } from '#core/fitment/fit-answers.ts';
import type { FactsById } from './catalog-facts.ts';
import { isFitConfirmed } from '#core/carts/confirmed-fits.ts';
import type { WrongPart } from '#core/carts/ui/fit-question.tsx';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Alert } from '#kit/alert.tsx';

const FitQuestion = lazy(() => import('#core/carts/ui/fit-question.tsx'));

interface FitQuestionState {
  /** This is false until the server has said what fits. */
  isReady: boolean;
  /** Runs `pay` at once, or in the confirming click if a part doesn't fit the shopper's vehicle. */
  askFirst: (pay: () => void) => void;
  note: ReactNode;
  dialog: ReactNode;
}

/** Compares the parts to be paid with the shopper's vehicle. */
export function useFitQuestion(items: readonly CartItem[], facts: FactsById): FitQuestionState {
  const vehicle = useActiveVehicle();
  const [asked, setAsked] = useState<{ parts: WrongPart[]; pay: () => void }>();
  const subjects = items.map(({ id }) => ({ id, vehicle: facts.get(id)?.vehicle ?? '' }));
  useFits(subjects, vehicle);
  if (!vehicle) return { isReady: true, askFirst: (pay) => pay(), note: null, dialog: null };

  const answers = subjects.map((subject) => readFit(subject, vehicle));
  const wrong = items.flatMap(({ id, name }, index): WrongPart[] => {
    const [answer, subject] = [answers[index], subjects[index]];
    const reason = answer && subject && reasonToAsk(answer, subject.vehicle, vehicle);
    return reason === undefined ? [] : [{ id, name, reason }];
  });
  const uncertain = answers.filter((answer) => answer && answer.fit !== 'fits' && answer.fit !== 'no');

  return {
    isReady: !answers.includes(undefined),
    askFirst(pay) {
      const parts = wrong.filter(({ id }) => !isFitConfirmed(id, vehicle));
      if (parts.length === 0) pay();
      else setAsked({ parts, pay });
    },
    note: <UncertainNote count={uncertain.length} vehicle={vehicle} />,
    dialog: asked && (
      <Suspense>
        <FitQuestion
          parts={asked.parts}
          vehicle={vehicle}
          cancelLabel="Back to Cart"
          onBuy={asked.pay}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  };
}

/** Shows a note, not a question: parts can fit more vehicles than they are listed for. */
function UncertainNote({ count, vehicle }: { count: number; vehicle: GarageVehicle }) {
  if (count === 0) return null;
  return (
    <Alert tone="warning" className="mt-4">
      {count === 1 ? '1 part is' : `${count} parts are`} not listed for your {vehicleName(vehicle)}. Check
      that {count === 1 ? 'it fits' : 'they fit'} before you pay.
    </Alert>
  );
}
