import { formatDollars } from '#core/values/money.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { KEPT_DAYS, type WaitReason } from './stock-wait.ts';
import {
  MailAction,
  MailFacts,
  MailFrame,
  MailLink,
  MailPicture,
  MailText,
} from '#core/mail/ui/mail-parts.tsx';
import { mailedAddress } from '#core/mail/read-mailed-pictures.server.ts';

interface AwaitedPart {
  part_name: string;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
}

/** Example: 'Alternator for 2010 Honda Civic'. */
export function nameAwaitedPart(part: AwaitedPart): string {
  const vehicle = vehicleName({
    make: part.vehicle_make,
    model: part.vehicle_model,
    year: part.vehicle_year,
  });
  return [part.part_name, vehicle].filter(Boolean).join(' for ');
}

interface ConfirmWait {
  part: AwaitedPart;
  isConfirmed: boolean;
  link: string;
  /** Has no trailing slash. */
  siteUrl: string;
}

export function confirmWaitSubject({ part, isConfirmed }: ConfirmWait): string {
  const name = nameAwaitedPart(part);
  return isConfirmed ? `You're on the list: ${name}` : `Please confirm: back-in-stock email for ${name}`;
}

/** The mail names only what the catalog says, because the address may not be confirmed. */
export function ConfirmWaitMail({ part, isConfirmed, link, siteUrl }: ConfirmWait) {
  const name = nameAwaitedPart(part);
  if (isConfirmed) {
    return (
      <MailFrame title="You're on the list" siteUrl={siteUrl}>
        <MailText>
          You asked again about {name}. You&apos;re already on the list: we&apos;ll email you once, when this
          part or an interchangeable one comes in.
        </MailText>
        <MailAction href={link}>See or stop it</MailAction>
      </MailFrame>
    );
  }
  return (
    <MailFrame title="Confirm your address" siteUrl={siteUrl}>
      <MailText>
        You asked us to email you when {name} is back in stock. Please confirm your address. Then we&apos;ll
        email you once, when this part or an interchangeable one comes in. We can&apos;t hold it for you.
      </MailText>
      <MailAction href={link}>Confirm or stop it</MailAction>
      <MailText>
        If this wasn&apos;t you, you don&apos;t need to do anything. Without your confirmation, we delete your
        address after {KEPT_DAYS.unconfirmed} days.
      </MailText>
    </MailFrame>
  );
}

export interface ToldPart {
  id: string;
  name: string;
  make: string | null;
  model: string | null;
  year: number | null;
  oemNumber: string | null;
  priceCents: number | null;
  /** Example: 'Used, Good'. */
  condition: string;
  /** Units for sale. */
  stock: number;
  /** Address of the picture, as in the catalog. */
  picture: string | null;
}

interface Told {
  part: ToldPart;
  reason: WaitReason;
  /** The part that was waited for. */
  awaited: AwaitedPart;
  link: string;
  /** Has no trailing slash. */
  siteUrl: string;
}

export function toldSubject({ part, reason }: Pick<Told, 'part' | 'reason'>): string {
  const name = [part.name, vehicleName(part)].filter(Boolean).join(' for ');
  return `${reason === 'part' ? 'Back in stock' : 'In stock now'}: ${name}`;
}

const explanations: Record<WaitReason, (name: string) => string> = {
  part: (name) => `${name} is in stock again.`,
  vehicle: (name) => `You asked about ${name}. An interchangeable part came in.`,
  number: (name) =>
    `You asked about ${name}. A part with the same number came in. Please compare it with yours before you order.`,
};

export function ToldMail({ part, reason, awaited, link, siteUrl }: Told) {
  const picture = mailedAddress(part.picture, siteUrl);
  return (
    <MailFrame title={reason === 'part' ? 'Back in stock' : 'In stock now'} siteUrl={siteUrl}>
      <MailText>{explanations[reason](nameAwaitedPart(awaited))}</MailText>
      {picture !== undefined && <MailPicture src={picture} alt={part.name} />}
      <MailFacts
        facts={[
          ['Part', part.name],
          ['Vehicle', vehicleName(part)],
          ['OEM number', part.oemNumber],
          ['Condition', part.condition],
          ['Price', part.priceCents ? formatDollars(part.priceCents) : 'on request'],
          ['In stock', String(part.stock)],
        ]}
      />
      <MailAction href={siteUrl + partAddress(part)}>See the part</MailAction>
      <MailText>
        We can&apos;t hold it for you: other customers asked about it too, and the first to pay gets it. This
        is the only email we&apos;ll send about it.
        <MailLink href={link}>Your other back-in-stock emails</MailLink>
      </MailText>
    </MailFrame>
  );
}
