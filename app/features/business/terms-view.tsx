import { formatShortDollars } from '#domain/money.ts';
import { FREE_SHIPPING_ABOVE_CENTS, LINE_SHIPPING_CENTS } from '#domain/pricing.ts';
import { business } from '#domain/business.ts';
import { shop } from '#domain/shop.ts';
import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';

export function TermsView() {
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
          We describe each part as well as we can: what it fits, its condition, its number. Pictures may show
          a part of the same kind. Please check that a part fits your vehicle before you install it; if you
          are not sure, <TextLink to="/contact">ask us</TextLink>. Prices are in US dollars. If a price is
          plainly wrong, we tell you before anything is shipped, and you may cancel.
        </p>
      </LegalSection>
      <LegalSection title="Payment">
        <p>
          Payment must be received before dispatch. You pay by card on the page of our payment provider; tax
          and shipping are shown before you pay. Parts are set aside for you while you pay. Should a part be
          sold in spite of that, the whole amount goes back to your card.
        </p>
      </LegalSection>
      <LegalSection title="Shipping">
        <p>
          Unless a part says otherwise, shipping is {formatShortDollars(LINE_SHIPPING_CENTS)} for each line of
          your order, and free for a line above {formatShortDollars(FREE_SHIPPING_ABOVE_CENTS)}. Tell us of
          damage in transit within 7 days, with a picture of the part and its box.
        </p>
      </LegalSection>
      <LegalSection title="Returns and refunds">
        <ul>
          <li>
            Returns are accepted for unused parts in their original packaging within {business.returns.days}{' '}
            days of delivery.
          </li>
          <li>Contact us first, so that we know what is coming and can tell you where to send it.</li>
          <li>
            Refunds are made to the card you paid with, {business.returns.refundDays} business days after the
            part has reached us.
          </li>
          <li>If we sent the wrong part, or one that is not as described, we pay for the way back.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Warranty">
        <p>
          OEM parts carry {shop.warranty.oem} of warranty, aftermarket parts {shop.warranty.aftermarket} and
          used parts {shop.warranty.used}. What is covered and how to claim it:{' '}
          <TextLink to="/warranty">Warranty</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Part requests">
        <p>
          A part request is a question, not an order. We answer within {shop.responseTime}; nothing is bought
          until you pay for it.
        </p>
      </LegalSection>
      <LegalSection title="Your account">
        <p>
          Keep your password to yourself, and tell us if somebody else may know it. We may close an account
          that is used to harm the shop or its customers.
        </p>
      </LegalSection>
      <LegalSection title="Liability">
        <p>
          Parts should be installed by somebody who knows how. As far as the law allows, we are not liable for
          damage that comes of wrong installation or use, and not for more than you paid for the part. Rights
          that the law gives you as a consumer stay untouched.
        </p>
      </LegalSection>
      <LegalSection title="Law and changes">
        <p>
          The law of the State of California applies. When these terms change, the new ones stand here with
          their date and hold for orders made from then on.
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
