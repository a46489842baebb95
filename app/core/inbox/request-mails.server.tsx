import { shortLabel } from '#core/catalog/part-fields.ts';
import { urgencies } from './part-request.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { redactLinks } from './redact-links.ts';
import type { Shop } from '#core/settings/shop.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import {
  MailAction,
  type MailFact,
  MailFacts,
  MailFrame,
  MailQuote,
  MailText,
} from '#core/mail/ui/mail-parts.tsx';
import type { ContactMessage, PartRequest } from './parse-submission.server.ts';

interface MailProps {
  /** Example: 'REQ-1042'. */
  reference: string;
  siteUrl: string;
}

export interface CatalogPart {
  id: string;
  oemNumber: string | null;
}

interface ConfirmationProps extends MailProps {
  /** The sender is signed in with this address, so the mail may quote all of the text. */
  isVerified: boolean;
}

export function PartRequestMail({
  request,
  part,
  reference,
  siteUrl,
}: MailProps & { request: PartRequest; part: CatalogPart | undefined }) {
  const shop = useShop();
  const { name, email, phone, description } = request;
  return (
    <MailFrame title={formatRequestTitle(request)} siteUrl={siteUrl}>
      <MailText>A customer needs a part. We promised an answer within {shop.responseTime}.</MailText>
      <MailFacts
        facts={[
          ['Reference', reference],
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
          ...listFacts(request),
          [shortLabel('oem_number'), part?.oemNumber],
        ]}
      />
      {description && <MailQuote>{description}</MailQuote>}
      {part && <MailAction href={`${siteUrl}/part/${part.id}`}>See the part</MailAction>}
      <MailAction href={`${siteUrl}/admin/requests/${reference}`}>Answer it</MailAction>
    </MailFrame>
  );
}

export function requestConfirmationSubject({ name }: Shop): string {
  return `Your part request at ${name}`;
}

export function PartRequestConfirmation({
  request,
  reference,
  isVerified,
  siteUrl,
}: ConfirmationProps & { request: PartRequest }) {
  const shop = useShop();
  const quote = isVerified ? (text: string) => text : redactLinks;
  return (
    <MailFrame title={requestConfirmationSubject(shop)} siteUrl={siteUrl}>
      <MailText>
        We received your request and are looking for the part. We&apos;ll answer within {shop.responseTime}.
      </MailText>
      <MailFacts
        facts={[
          ['Reference', reference],
          ...listFacts(request).map(([name, value]) => [name, value && quote(value)] as const),
        ]}
      />
      {isVerified && request.description && <MailQuote>{request.description}</MailQuote>}
      <MistypedAddressNote isVerified={isVerified} />
    </MailFrame>
  );
}

export function formatRequestTitle({ make, model, year, partName }: PartRequest): string {
  const vehicle = formatVehicle({ make, model, year });
  return `Part request: ${partName}${vehicle && ` for ${vehicle}`}`;
}

function formatVehicle({ make, model, year }: Pick<PartRequest, 'make' | 'model' | 'year'>): string {
  return vehicleName({ make, model, year: Number(year) || null });
}

function listFacts(request: PartRequest): MailFact[] {
  const urgency = urgencies.find(({ value }) => value === request.urgency);
  return [
    ['Vehicle', formatVehicle(request)],
    ['Part', request.partName],
    ['Urgency', urgency && `${urgency.label} (${urgency.description})`],
  ];
}

export function ContactMail({ message, reference, siteUrl }: MailProps & { message: ContactMessage }) {
  return (
    <MailFrame title={formatContactTitle(message)} siteUrl={siteUrl}>
      <MailFacts
        facts={[
          ['Reference', reference],
          ['Name', message.name],
          ['Email', message.email],
          ['Subject', message.subject],
        ]}
      />
      <MailQuote>{message.message}</MailQuote>
      <MailAction href={`${siteUrl}/admin/messages/${reference}`}>Answer it</MailAction>
    </MailFrame>
  );
}

export function contactConfirmationSubject({ name }: Shop): string {
  return `Your message to ${name}`;
}

export function ContactConfirmation({
  message,
  reference,
  isVerified,
  siteUrl,
}: ConfirmationProps & { message: ContactMessage }) {
  const shop = useShop();
  return (
    <MailFrame title={contactConfirmationSubject(shop)} siteUrl={siteUrl}>
      <MailText>We received your message and will get back to you soon.</MailText>
      <MailFacts
        facts={[
          ['Reference', reference],
          ['Subject', isVerified ? message.subject : redactLinks(message.subject)],
        ]}
      />
      {isVerified && <MailQuote>{message.message}</MailQuote>}
      <MistypedAddressNote isVerified={isVerified} />
    </MailFrame>
  );
}

export function formatContactTitle({ subject }: ContactMessage): string {
  return `Message: ${subject}`;
}

function MistypedAddressNote({ isVerified }: { isVerified: boolean }) {
  if (isVerified) return null;
  return (
    <MailText>
      If this wasn&apos;t you, someone may have mistyped their address. You don&apos;t need to do anything.
    </MailText>
  );
}
