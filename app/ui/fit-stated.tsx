import type { FitAnswer } from '#domain/fit.ts';

/** Why a part is in a list of the parts that fit a vehicle, for visitors without a vehicle of their own. */
export function FitStated({ fit }: { fit: FitAnswer | undefined }) {
  return (
    fit && (
      <p className="fit-stated text-sm">
        {fit.reason}
        {fit.fit === 'same-number' && ': compare before ordering'}
      </p>
    )
  );
}
