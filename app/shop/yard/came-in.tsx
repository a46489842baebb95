import { useShop } from '#core/settings/ui/use-shop.ts';
import type { PublicCar } from '#core/yard/public-car.ts';

/** Shows the day on which a car came in, in the shop's time zone. Example: 'Nov 21, 2026'. */
export function CameIn({ car: { cameInOn, takenInAt } }: { car: Pick<PublicCar, 'cameInOn' | 'takenInAt'> }) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: cameInOn === null ? timeZone : 'UTC',
  });
  const time = cameInOn ?? takenInAt;
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
