/** Ways to send a part. `pickup` parts are not sent. */
export const shippingClasses = ['parcel', 'oversize', 'freight', 'pickup'] as const;

export type ShippingClass = (typeof shippingClasses)[number];

export const shippingClassNames: Record<ShippingClass, string> = {
  parcel: 'Parcel',
  oversize: 'Oversize',
  freight: 'Freight',
  pickup: 'Pickup only',
};
