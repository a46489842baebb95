export const privacyText = `## What we collect

We collect only the data that we need to serve you:

- **Orders:** what you bought, your name, email address, phone number and shipping address, and the destination in your cart: the state, the ZIP code and the kind of address, or the pickup location. We take photos of what we
  pack.
- **Returns and warranty claims:** what you send back and why, who installed a part and when, the mileage of your vehicle,
  and photos that you or we add. We remove hidden data such as the place from all photos.
- **Resale certificates:** if you buy without sales tax, the certificate's number, state and last valid day, your account,
  and who approved it.
- **Accounts:** your email address, your password (stored as a hash that we can't read), and your profile: display
  name, phone, city, state, and picture. Your saved addresses, email addresses that your account had before, and your
  cart, so that it follows you to your other devices.
- **Part requests and messages:** your text, your name, your email address, and your phone number if you provide it.
- **Back-in-stock emails:** your email address and the parts you are waiting for, if you ask for an email when a part comes in.
- **Usage records:** page views, searches, sign-ins, and errors, with the IP address and the browser. We use them to run
  the shop and to detect misuse.

## What we never see

Card numbers. You pay on our payment provider's page. The provider tells us that you have paid and where to send the
parts.

## How we use it

To sell and ship parts, to answer you, to honor returns and warranties, to keep accounts safe, and to keep the records
that the law requires. We do not sell or rent out personal information, and we show no advertising.

## Who we share it with

- Our payment provider: what you buy and, if you are signed in, your email address.
- Carriers: your name, address and phone number, to deliver.
- Our hosting and email providers, who act only on our behalf.
- Authorities, where the law requires it.

## Cookies and storage in your browser

Cookies keep you signed in, remember for 400 days that you have signed in on this device, and remember for 30 days that
this browser started a payment, so that you can continue or cancel it, and for 7 days which orders you opened from our
emails. Your cart, where it goes, your cars, the last 12 parts that you looked at, and the times of your recent part
requests are stored in your browser. When you sign out, the cart there is emptied. You can clear the parts you looked at
where they are shown. We use no tracking cookies and no third-party scripts.

## How long we keep it

We keep orders and resale certificates as long as tax law and warranties require. We keep your account until you ask us
to delete it; your orders, returns and certificates then stay without it, and photos of them are deleted within a
day. An order that is under way keeps your name, address, phone and email until it has shipped and its refunds and
returns are done. We keep photos of a return for two years after it is closed. We keep requests and messages as long as we need
them to answer you. We keep your request for back-in-stock emails until a part comes in, you stop it, or a year has passed, and delete it 90 days later; after 7 days if you do not confirm your address. The same goes for emails about cars, which go on until you stop them or a year has passed. We keep records of page views for a year, and records of sign-ins, searches, carts, and errors as
long as we need them to keep the shop safe.

## Your rights

You can ask for a copy of your data, for corrections, and for deletion unless the law requires us to keep the data.
Californians have these rights by law. We grant them to all customers and never treat you differently for using them. Write to
{email}, call {phone}, or use our [contact form](/contact).

## Children

The shop is not meant for children under 13, and we do not knowingly collect their data.

## Changes

When this policy changes, we publish the new version here with its date.
`;
