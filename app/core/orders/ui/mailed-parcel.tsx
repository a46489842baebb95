import { MailLines, MailLink, MailText } from '#core/mail/ui/mail-parts.tsx';
import { findTrackingAddress, type Parcel } from '../carrier.ts';

/** Says in a mail how to follow a parcel: by a link if the carrier is known. Shows nothing if nothing was noted. */
export function MailedParcel({ carrier, tracking }: Parcel) {
  const address = findTrackingAddress(carrier, tracking);
  if (address !== undefined) {
    return (
      <MailText>
        Track your parcel:
        <MailLink href={address}>{`${carrier} ${tracking}`}</MailLink>
      </MailText>
    );
  }
  const lines = [carrier && `Carrier: ${carrier}`, tracking && `Tracking number: ${tracking}`];
  const known = lines.filter((line) => !!line) as string[];
  return known.length > 0 && <MailLines lines={known} />;
}
