export const warrantyText = `## How long parts are covered

|                   |                        |                                                                      |
| ----------------- | ---------------------- | -------------------------------------------------------------------- |
| OEM parts         | {warranty.oem}         | New, from the vehicle manufacturer. The period depends on the manufacturer: ask us before you buy. |
| Aftermarket parts | {warranty.aftermarket} | New, from other manufacturers. The period depends on the manufacturer: ask us before you buy. |
| Used parts        | {warranty.used}        | Checked and graded by us. We guarantee that they fit and work on delivery and for this period afterward. |

The period begins on the day of delivery.

## What is covered

Defects in material and workmanship, and used parts that do not work as described. We repair or replace the part, or
refund your money, at our choice. Not covered: wear, incorrect installation, racing, accidents, modifications of the
part, and the cost of labor.

## How to make a warranty claim

1. **Tell us.** Write to {email} or call {phone} with your order number, the part, and what is wrong with it. Pictures
   help.
2. **Wait for our answer.** We look at your claim and answer within two business days, with a claim number and where to
   send the part.
3. **Send the part.** Pack it well, and write the claim number on the box. Keep the part until then: we can't accept a
   claim without it.
4. **We test it.** If the claim is valid, we send a replacement, or refund you within {returns.refund.days} business
   days, and pay for shipping both ways.

## Returns

If you don't need a part, you can return it unused and in its original packaging within {returns.days} days. Refunds
take {returns.refund.days} business days. See our [Terms of Service](/terms).

## Warranty support

- Email: {email}
- Phone: {phone}
- Support hours: {hours}
`;
