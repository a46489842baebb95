import { TextLink } from '#ui/text-link.tsx';
import { EmailLink, LegalPage, LegalSection, PhoneLink } from './legal-page.tsx';
import { useShop } from '#ui/use-shop.ts';

export function PrivacyView() {
  const shop = useShop();
  return (
    <LegalPage
      title="Privacy Policy"
      summary={`What data ${shop.name} collects about you, why, and what your rights are.`}
    >
      <LegalSection title="What we collect">
        <p>We collect only the data that we need to serve you:</p>
        <ul>
          <li>
            <strong>Orders:</strong> what you bought, your name, email address, phone number and shipping
            address.
          </li>
          <li>
            <strong>Accounts:</strong> your email address, your password (stored as a hash that we can&apos;t
            read), and your profile: display name, phone, city, state, and picture.
          </li>
          <li>
            <strong>Part requests and messages:</strong> your text, your name, your email address, and your
            phone number if you provide it.
          </li>
          <li>
            <strong>Usage records:</strong> page views, searches, sign-ins, and errors, with the IP address
            and the browser. We use them to run the shop and to detect misuse.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="What we never see">
        <p>
          Card numbers. You pay on our payment provider&apos;s page. The provider tells us that you have paid
          and where to send the parts.
        </p>
      </LegalSection>
      <LegalSection title="How we use it">
        <p>
          To sell and ship parts, to answer you, to honor returns and warranties, to keep accounts safe, and
          to keep the records that the law requires. We do not sell or rent out personal information, and we
          show no advertising.
        </p>
      </LegalSection>
      <LegalSection title="Who we share it with">
        <ul>
          <li>Our payment provider: what you buy and, if you are signed in, your email address.</li>
          <li>Carriers: your name, address and phone number, to deliver.</li>
          <li>Our hosting and mail providers, who act only on our behalf.</li>
          <li>Authorities, where the law requires it.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Cookies and storage in your browser">
        <p>
          Cookies keep you signed in, remember for 400 days that you have signed in on this device, and
          remember for 30 days that this browser started a payment, so that you can continue or cancel it.
          Your cart and the times of your recent part requests are stored in your browser. We use no tracking
          cookies and no third-party scripts.
        </p>
      </LegalSection>
      <LegalSection title="How long we keep it">
        <p>
          We keep orders as long as tax law and warranties require. We keep your account until you ask us to
          delete it; your orders then stay without it. We keep requests and messages as long as we need them
          to answer you. We keep records of page views for a year, and records of sign-ins, searches, carts,
          and errors as long as we need them to keep the shop safe.
        </p>
      </LegalSection>
      <LegalSection title="Your rights">
        <p>
          You can ask for a copy of your data, for corrections, and for deletion unless the law requires us to
          keep the data. Californians have these rights by law. We grant them to all customers and never treat
          you worse for using them. Write to <EmailLink />, call <PhoneLink />, or use our{' '}
          <TextLink to="/contact">contact form</TextLink>.
        </p>
      </LegalSection>
      <LegalSection title="Children">
        <p>The shop is not meant for children under 13, and we do not knowingly collect their data.</p>
      </LegalSection>
      <LegalSection title="Changes">
        <p>When this policy changes, we publish the new version here with its date.</p>
      </LegalSection>
    </LegalPage>
  );
}
