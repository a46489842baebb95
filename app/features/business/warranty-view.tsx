import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';
import { useShop } from '#ui/use-shop.ts';
import { formatSupportHours } from '#domain/opening-hours.ts';

export function WarrantyView() {
  const shop = useShop();
  return (
    <LegalPage title="Warranty" summary="How long we cover each kind of part, and how to make a claim.">
      <LegalSection title="How long parts are covered">
        <dl className="border-b border-line sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8">
          <Term
            kind="OEM parts"
            time={shop.warranty.oem}
            about="New, from the vehicle manufacturer. The period depends on the manufacturer: ask us before you buy."
          />
          <Term
            kind="Aftermarket parts"
            time={shop.warranty.aftermarket}
            about="New, from other manufacturers. The period depends on the manufacturer: ask us before you buy."
          />
          <Term
            kind="Used parts"
            time={shop.warranty.used}
            about="Checked and graded by us. They fit and work on delivery and for this period afterward."
          />
        </dl>
        <p>The period begins on the day of delivery.</p>
      </LegalSection>
      <LegalSection title="What is covered">
        <p>
          Defects in material and workmanship, and used parts that do not work as described. We repair or
          replace the part, or refund your money, at our choice. Not covered: wear, incorrect installation,
          racing, accidents, modifications of the part, and the cost of labor.
        </p>
      </LegalSection>
      <LegalSection title="How to make a warranty claim">
        <ol>
          <li>
            <strong>Tell us.</strong> Write to <EmailLink /> or call <PhoneLink /> with your order number, the
            part, and what is wrong with it. Pictures help.
          </li>
          <li>
            <strong>Wait for our answer.</strong> We look at your claim and answer within two business days,
            with a claim number and where to send the part.
          </li>
          <li>
            <strong>Send the part.</strong> Pack it well, and write the claim number on the box. Keep the part
            until then: we can&apos;t accept a claim without it.
          </li>
          <li>
            <strong>We test it.</strong> If the claim is valid, we send a replacement, or refund you within{' '}
            {shop.returns.refundDays} business days, and pay for shipping both ways.
          </li>
        </ol>
      </LegalSection>
      <LegalSection title="Returns">
        <p>
          If you don&apos;t need a part, you can return it unused and in its original packaging within{' '}
          {shop.returns.days} days. Refunds take {shop.returns.refundDays} business days. See our{' '}
          <TextLink to="/terms">Terms of Service</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Warranty support">
        <ul>
          <li>
            Email: <EmailLink />
          </li>
          <li>
            Phone: <PhoneLink />
          </li>
          <li>Support hours: {formatSupportHours(shop)}</li>
        </ul>
      </LegalSection>
    </LegalPage>
  );
}

function Term({ kind, time, about }: { kind: string; time: string; about: string }) {
  return (
    <div className="border-t border-line py-3 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="font-semibold">{kind}</dt>
      <dd>
        <span className="font-semibold tabular-nums">{time}</span>
        <span className="block text-sm text-muted">{about}</span>
      </dd>
    </div>
  );
}
