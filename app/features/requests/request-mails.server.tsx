import { urgencies } from '#domain/part-request.ts';
import { vehicleName } from '#domain/part-address.ts';
import { redactLinks } from '#domain/redact-links.ts';
import { shop } from '#domain/shop.ts';
import { MailAction, type MailFact, MailFacts, MailFrame, MailQuote, MailText } from '#mail/mail-parts.tsx';
import type { ContactMessage, PartRequest } from './read-request.server.ts';

interface MailProps {
  siteUrl: string;
}

/** A part of the catalogue that is asked for. */
export interface KnownPart {
  id: string;
  oemNumber: string | null;
}

interface ConfirmationProps extends MailProps {
  /** Whoever wrote has confirmed this address before: it can be told everything again. */
  known: boolean;
}

/** For the shop: all that was asked, and a link to the part. */
export function PartRequestMail({
  request,
  part,
  siteUrl,
}: MailProps & { request: PartRequest; part: KnownPart | undefined }) {
  const { name, email, phone, description } = request;
  return (
    <MailFrame title={partRequestTitle(request)} siteUrl={siteUrl}>
      <MailText>Somebody needs a part. They were promised an answer within {shop.answersWithin}.</MailText>
      <MailFacts
        facts={[
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
          ...requestFacts(request),
          ['OEM number', part?.oemNumber],
        ]}
      />
      {description && <MailQuote>{description}</MailQuote>}
      {part && <MailAction href={`${siteUrl}/part/${part.id}`}>See the part</MailAction>}
    </MailFrame>
  );
}

export const partRequestConfirmation = `Your part request at ${shop.name}`;

export function PartRequestConfirmation({
  request,
  known,
  siteUrl,
}: ConfirmationProps & { request: PartRequest }) {
  const repeated = known ? (text: string) => text : redactLinks;
  return (
    <MailFrame title={partRequestConfirmation} siteUrl={siteUrl}>
      <MailText>
        We have your request and start looking. You hear from us within {shop.answersWithin}.
      </MailText>
      <MailFacts facts={requestFacts(request).map(([name, value]) => [name, value && repeated(value)])} />
      {known && request.description && <MailQuote>{request.description}</MailQuote>}
      <NotYou known={known} />
    </MailFrame>
  );
}

/** For the shop, and the subject of its mail. */
export function partRequestTitle({ make, model, year, partName }: PartRequest): string {
  const vehicle = vehicleOf({ make, model, year });
  return `Part request: ${partName}${vehicle && ` for ${vehicle}`}`;
}

function vehicleOf({ make, model, year }: Pick<PartRequest, 'make' | 'model' | 'year'>): string {
  return vehicleName({ make, model, year: Number(year) || null });
}

function requestFacts(request: PartRequest): MailFact[] {
  const urgency = urgencies.find(({ value }) => value === request.urgency);
  return [
    ['Vehicle', vehicleOf(request)],
    ['Part', request.partName],
    ['Urgency', urgency && `${urgency.label} (${urgency.meaning})`],
  ];
}

export function ContactMail({ message, siteUrl }: MailProps & { message: ContactMessage }) {
  return (
    <MailFrame title={contactTitle(message)} siteUrl={siteUrl}>
      <MailFacts
        facts={[
          ['Name', message.name],
          ['Email', message.email],
          ['Subject', message.subject],
        ]}
      />
      <MailQuote>{message.message}</MailQuote>
    </MailFrame>
  );
}

export const contactConfirmation = `Your message to ${shop.name}`;

export function ContactConfirmation({
  message,
  known,
  siteUrl,
}: ConfirmationProps & { message: ContactMessage }) {
  return (
    <MailFrame title={contactConfirmation} siteUrl={siteUrl}>
      <MailText>We have your message and will get back to you soon.</MailText>
      <MailFacts facts={[['Subject', known ? message.subject : redactLinks(message.subject)]]} />
      {known && <MailQuote>{message.message}</MailQuote>}
      <NotYou known={known} />
    </MailFrame>
  );
}

/** For the shop, and the subject of its mail. */
export function contactTitle({ subject }: ContactMessage): string {
  return `Message: ${subject}`;
}

/** A stranger may have typed this address. */
function NotYou({ known }: { known: boolean }) {
  if (known) return null;
  return (
    <MailText>
      This was not you? Then somebody has mistyped their address, and there is nothing to do.
    </MailText>
  );
}
