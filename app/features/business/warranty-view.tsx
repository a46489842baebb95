import { business } from '#domain/business.ts';
import { shop } from '#domain/shop.ts';
import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';

export function WarrantyView() {
  return (
    <LegalPage title="Warranty" summary="How long each kind of part is covered, and how to claim it.">
      <LegalSection title="How long parts are covered">
        <dl className="border-b border-line sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8">
          <Term
            kind="OEM parts"
            time={shop.warranty.oem}
            about="New, from the maker of the vehicle. The time depends on the maker: ask us about a part before you buy it."
          />
          <Term
            kind="Aftermarket parts"
            time={shop.warranty.aftermarket}
            about="New, from other makers. The time depends on the maker: ask us about a part before you buy it."
          />
          <Term
            kind="Used parts"
            time={shop.warranty.used}
            about="Checked and graded by us. They fit and work when they reach you, and for this time after it."
          />
        </dl>
        <p>The time begins on the day of delivery.</p>
      </LegalSection>
      <LegalSection title="What is covered">
        <p>
          Defects in material and workmanship, and used parts that do not work as described. We repair or
          replace the part, or give your money back, at our choice. Not covered: wear, wrong installation,
          racing, accidents, changes to the part, and the cost of labor.
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
            <strong>Send the part.</strong> Pack it well, and write the claim number on the box. Please keep
            the part until then: without it there is no claim.
          </li>
          <li>
            <strong>We test it.</strong> If the claim is good, we send a replacement, or refund you within{' '}
            {business.returns.refundDays} business days, and pay for shipping both ways.
          </li>
        </ol>
      </LegalSection>
      <LegalSection title="Returns">
        <p>
          A part that is fine but not what you need: unused and in its original packaging it can be returned
          within {business.returns.days} days. Refunds take {business.returns.refundDays} business days. The
          details are in our <TextLink to="/terms">Terms of Service</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Warranty support">
        <ul>
          <li>
            E-mail: <EmailLink />
          </li>
          <li>
            Phone: <PhoneLink />
          </li>
          <li>Support hours: {business.supportHours}</li>
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
