import { formatShortDollars } from '#domain/money.ts';
import type { ShippingTerms } from '#domain/pricing/pricing-terms.ts';
import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';
import { useShop } from '#ui/use-shop.ts';

export function TermsView({ shipping }: { shipping: Pick<ShippingTerms, 'lineCents' | 'freeAboveCents'> }) {
  const shop = useShop();
  return (
    <LegalPage
      title="Terms of Service"
      summary={`The terms on which ${shop.name} in ${shop.city} sells new and used car parts.`}
    >
      <LegalSection title="Using this shop">
        <p>
          By ordering here you agree to these terms. You must be 18 or older, or have a parent or guardian
          order for you. We ship within the United States.
        </p>
      </LegalSection>
      <LegalSection title="Parts and prices">
        <p>
          We describe each part as well as we can: its fitment, condition, and number. Pictures may show a
          part of the same kind. Please check that a part fits your vehicle before you install it; if you are
          not sure, <TextLink to="/contact">ask us</TextLink>. Prices are in US dollars. If a price is
          obviously wrong, we tell you before shipping, and you may cancel.
        </p>
      </LegalSection>
      <LegalSection title="Payment">
        <p>
          Payment must be received before dispatch. You pay by card on the page of our payment provider; tax
          and shipping are shown before you pay. Parts are set aside for you while you pay. If a part is sold
          anyway, we refund the full amount to your card.
        </p>
      </LegalSection>
      <LegalSection title="Shipping">
        <p>
          Unless a part says otherwise, shipping is {formatShortDollars(shipping.lineCents)} for each line of
          your order
          {shipping.freeAboveCents !== null &&
            `, and free for a line above ${formatShortDollars(shipping.freeAboveCents)}`}
          . Report damage in transit within 7 days, with a picture of the part and its box.
        </p>
      </LegalSection>
      <LegalSection title="Returns and refunds">
        <ul>
          <li>
            Returns are accepted for unused parts in their original packaging within {shop.returns.days} days
            of delivery.
          </li>
          <li>Contact us first, so that we can tell you where to send the part.</li>
          <li>
            Refunds are made to the card you paid with, {shop.returns.refundDays} business days after we
            receive the part.
          </li>
          <li>If we sent the wrong part, or one that is not as described, we pay for return shipping.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Warranty">
        <p>
          OEM parts carry {shop.warranty.oem} of warranty, aftermarket parts {shop.warranty.aftermarket} and
          used parts {shop.warranty.used}. For coverage and claims, see{' '}
          <TextLink to="/warranty">Warranty</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Part requests">
        <p>
          A part request is a question, not an order. We answer within {shop.responseTime}; you buy nothing
          until you pay for it.
        </p>
      </LegalSection>
      <LegalSection title="Your account">
        <p>
          Keep your password to yourself, and tell us if someone else may know it. We may close accounts that
          are used to harm the shop or its customers.
        </p>
      </LegalSection>
      <LegalSection title="Liability">
        <p>
          Parts should be installed by a qualified person. As far as the law allows, we are not liable for
          damage from incorrect installation or use, and our liability is limited to the price of the part.
          This does not affect your rights as a consumer.
        </p>
      </LegalSection>
      <LegalSection title="Law and changes">
        <p>
          The law of the State of California applies. When these terms change, we publish the new version here
          with its date. It applies to orders from that date.
        </p>
      </LegalSection>
      <LegalSection title="Questions">
        <p>
          Write to <EmailLink /> or call <PhoneLink />.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
