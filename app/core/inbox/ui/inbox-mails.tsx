import { formatDollars } from '#core/values/money.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { redactLinks } from '../redact-links.ts';
import {
  MailAction,
  MailFrame,
  MailLines,
  MailLink,
  MailPart,
  MailQuote,
  MailText,
} from '#core/mail/ui/mail-parts.tsx';
import type { MailedPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { MailedThread } from '../read-mailed-thread.server.ts';
import type { PartFacts } from '../read-thread.server.ts';

export type MailedPart = PartFacts & { id: string; name: string };

interface MailProps {
  thread: MailedThread;
  parts: readonly MailedPart[];
  pictures: MailedPictures;
  /** Has no trailing slash. */
  siteUrl: string;
}

export function answerSubject({ title, reference }: MailedThread): string {
  return `Re: ${title} [${reference}]`;
}

interface AnswerMailProps extends MailProps {
  text: string;
  /** Link to the order of the question. */
  orderLink: string | null;
}

export function AnswerMail({ text, orderLink, ...props }: AnswerMailProps) {
  const { thread, siteUrl } = props;
  const { reference, kind, name, original, sentOn } = thread;
  return (
    <MailFrame
      title={kind === 'request' ? `Your part request ${reference}` : `Your message ${reference}`}
      siteUrl={siteUrl}
    >
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Rendered once.
        <MailLines key={index} lines={paragraph.split('\n')} />
      ))}
      <Parts {...props} />
      {orderLink !== null && <MailAction href={orderLink}>See your order</MailAction>}
      <MailText>
        On {sentOn}, {name} wrote:
      </MailText>
      <MailQuote>{original}</MailQuote>
    </MailFrame>
  );
}

export function matchSubject({ reference, asked }: MailedThread): string {
  return `In stock now: ${redactLinks(asked)} [${reference}]`;
}

/** Quotes no visitor's text, which could be an advertisement: the email is not confirmed. */
export function MatchMail(props: MailProps) {
  const { thread, parts, siteUrl } = props;
  const shop = useShop();
  const { reference, asked, sentOn } = thread;
  return (
    <MailFrame title="A part you asked about is in stock" siteUrl={siteUrl}>
      <MailText>
        {parts.length === 1 ? 'This part has' : 'These parts have'} just come into stock. We can&apos;t hold
        parts: the first to pay gets it.
      </MailText>
      <Parts {...props} />
      <MailText>
        You&apos;re receiving this email because we received a part request with your address on {sentOn}:{' '}
        {redactLinks(asked)} ({reference}). If you no longer need the part, reply to this email or call us at{' '}
        {shop.phone}, and we&apos;ll stop.
      </MailText>
    </MailFrame>
  );
}

function Parts({ parts, pictures, siteUrl }: Pick<MailProps, 'parts' | 'pictures' | 'siteUrl'>) {
  return parts.map((part) => (
    <MailPart key={part.id} picture={pictures.get(part.id)}>
      {describePart(part)}
      <MailLink href={siteUrl + partAddress(part)}>See the part</MailLink>
    </MailPart>
  ));
}

function describePart(part: MailedPart): string {
  return [
    [part.name, vehicleName(part)].filter(Boolean).join(' for '),
    part.oemNumber && `OEM number ${part.oemNumber}`,
    part.priceCents === null ? 'price on request' : formatDollars(part.priceCents),
    `condition ${part.condition}`,
    part.stock > 0 ? `${part.stock} in stock` : 'not in stock right now',
  ]
    .filter(Boolean)
    .join(', ');
}
