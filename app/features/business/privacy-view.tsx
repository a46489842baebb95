import { shop } from '#domain/shop.ts';
import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';

export function PrivacyView() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary={`What ${shop.name} learns about you, what it is for, and what you can do about it.`}
    >
      <LegalSection title="What we collect">
        <p>Only what the shop needs to serve you:</p>
        <ul>
          <li>
            <strong>Orders:</strong> what you bought, your name, e-mail address, phone number and shipping
            address.
          </li>
          <li>
            <strong>Accounts:</strong> your e-mail address, your password (stored as a hash that we can&apos;t
            read), and what you put into your profile: display name, phone, city, state and picture.
          </li>
          <li>
            <strong>Part requests and messages:</strong> what you write to us, with your name, e-mail address
            and, if you give it, phone number.
          </li>
          <li>
            <strong>Records of use:</strong> pages viewed, searches, sign-ins and errors, with the network
            address and browser they came from. We keep them to run the shop and to find misuse.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="What we never see">
        <p>
          Card numbers. You pay on a page of our payment provider, which tells us that you have paid and where
          to send the parts.
        </p>
      </LegalSection>
      <LegalSection title="What it is for">
        <p>
          To sell and ship parts, to answer you, to honor returns and warranties, to keep accounts safe, and
          to keep the records that the law asks of a business. We do not sell personal information, do not
          rent it out, and show no advertising.
        </p>
      </LegalSection>
      <LegalSection title="Who else gets it">
        <ul>
          <li>Our payment provider: what you buy and, if you are signed in, your e-mail address.</li>
          <li>Carriers: your name, address and phone number, to deliver.</li>
          <li>Those who run our servers and our mail, who work on our behalf only.</li>
          <li>Authorities, where the law requires it.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Cookies and storage in your browser">
        <p>
          One cookie keeps you signed in; another remembers a payment you have begun, for 45 minutes. Your
          cart, and how many part requests you have sent lately, stay in your browser&apos;s own storage.
          There are no tracking cookies and no scripts of others.
        </p>
      </LegalSection>
      <LegalSection title="How long we keep it">
        <p>
          Orders and what belongs to them as long as tax law and warranties ask for it. Your account until you
          ask us to delete it; your orders then stay without it. Requests and messages as long as we need them
          to answer you. Records of pages viewed for a year; those of sign-ins, searches, carts and errors as
          long as we need them to keep the shop safe.
        </p>
      </LegalSection>
      <LegalSection title="Your rights">
        <p>
          You can ask what we know about you, have it corrected, and have it deleted unless the law makes us
          keep it. Californians have these rights by law; we give them to everybody, and nobody is treated
          worse for using them. Write to <EmailLink />, call <PhoneLink />, or use our{' '}
          <TextLink to="/contact">contact form</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Children">
        <p>
          The shop is not meant for children under 13, and we do not knowingly collect anything about them.
        </p>
      </LegalSection>
      <LegalSection title="Changes">
        <p>When this policy changes, the new one stands here with its date.</p>
      </LegalSection>
    </LegalPage>
  );
}
