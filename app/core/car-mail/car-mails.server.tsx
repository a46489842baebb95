import { MailAction, MailFrame, MailLink, MailText } from '#core/mail/ui/mail-parts.tsx';
import { carAddress, carTitle, type PublicCar } from '#core/yard/public-car.ts';
import { KEPT_DAYS, MAX_CARS_IN_MAIL } from './car-wait.ts';

interface ConfirmCar {
  isConfirmed: boolean;
  link: string;
  /** Has no trailing slash. */
  siteUrl: string;
}

export function confirmCarSubject({ isConfirmed }: Pick<ConfirmCar, 'isConfirmed'>): string {
  return isConfirmed ? "You're on the list" : 'Please confirm: email when a car comes in';
}

/** The mail does not name the car, because the address may not be confirmed, and anybody can type a name. */
export function ConfirmCarMail({ isConfirmed, link, siteUrl }: ConfirmCar) {
  if (isConfirmed) {
    return (
      <MailFrame title="You're on the list" siteUrl={siteUrl}>
        <MailText>
          You asked again about a car. You&apos;re already on the list: we&apos;ll email you when one like it
          comes into our yard.
        </MailText>
        <MailAction href={link}>See or stop it</MailAction>
      </MailFrame>
    );
  }
  return (
    <MailFrame title="Confirm your address" siteUrl={siteUrl}>
      <MailText>
        Would you like an email when a car that you asked about comes into our yard? Please confirm your
        address. You can stop these emails at any time.
      </MailText>
      <MailAction href={link}>Confirm</MailAction>
      <MailText>
        If you didn't ask for this, you can ignore this email. Without a confirmation, we delete your address
        after {KEPT_DAYS.unconfirmed} days.
      </MailText>
    </MailFrame>
  );
}

export type MailedCar = Pick<PublicCar, 'id' | 'year' | 'make' | 'model' | 'trim' | 'color' | 'row'>;

interface NewCars {
  /** Newest first. */
  cars: readonly MailedCar[];
  link: string;
  /** Has no trailing slash. */
  siteUrl: string;
}

export function newCarsSubject(cars: readonly MailedCar[]): string {
  const [first] = cars;
  return first && cars.length === 1
    ? `Just in: ${carTitle(first)}`
    : `Just in: ${cars.length} cars like yours`;
}

export function NewCarsMail({ cars, link, siteUrl }: NewCars) {
  const more = cars.length - MAX_CARS_IN_MAIL;
  return (
    <MailFrame
      title={cars.length === 1 ? 'A car like yours came in' : 'Cars like yours came in'}
      siteUrl={siteUrl}
    >
      {cars.slice(0, MAX_CARS_IN_MAIL).map((car) => (
        <MailText key={car.id}>
          {[carTitle(car), car.color, car.row && `row ${car.row}`].filter(Boolean).join(', ')}
          <MailLink href={siteUrl + carAddress(car)}>See the car</MailLink>
        </MailText>
      ))}
      {more > 0 && <MailText>And {String(more)} more.</MailText>}
      <MailAction href={`${siteUrl}/yard`}>See all cars</MailAction>
      <MailText>
        You asked for these emails.
        <MailLink href={link}>Stop these emails</MailLink>
      </MailText>
    </MailFrame>
  );
}
