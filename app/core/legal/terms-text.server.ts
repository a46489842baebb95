export const termsText = `## Using this shop

By ordering here you agree to these terms. You must be 18 or older, or have a parent or guardian order for you. We ship
within the United States.

## Parts and prices

We describe each part as well as we can: its fitment, condition, and number. Pictures may show a part of the same kind.
Please check that a part fits your vehicle before you install it; if you are not sure, [ask us](/contact). Prices are in
US dollars. If a price is obviously wrong, we will tell you before we ship, and you may cancel.

## Payment

Payment must be received before dispatch. You pay by card on the page of our payment provider; tax and shipping are
shown before you pay. Parts are set aside for you while you pay. If a part is sold anyway, we refund the full amount to
your card.

## Shipping

Unless a part says otherwise, shipping is {shipping.rule}. Report damage in transit within 7 days, with a picture of the part and its box.

## Returns and refunds

- Returns are accepted for unused parts in their original packaging within {returns.days} days of delivery.
- Contact us first, so that we can tell you where to send the part.
- Refunds are made to the card you paid with, {returns.refund.days} business days after we receive the part.
- If we sent the wrong part, or one that is not as described, we pay for return shipping.

## Warranty

OEM parts carry {warranty.oem} of warranty, aftermarket parts {warranty.aftermarket} and used parts {warranty.used}. For
coverage and claims, see [Warranty](/warranty).

## Part requests

A part request is a question, not an order. We answer within {response.time}; you buy nothing until you pay for it.

## Your account

Keep your password to yourself, and tell us if someone else may know it. We may close accounts that are used to harm the
shop or its customers.

## Liability

Parts should be installed by a qualified person. As far as the law allows, we are not liable for damage from incorrect
installation or use, and our liability is limited to the price of the part. This does not affect your rights as a
consumer.

## Law and changes

The law of the State of California applies. When these terms change, we publish the new version here with its date. It
applies to orders from that date.

## Questions

Write to {email} or call {phone}.
`;
