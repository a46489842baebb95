/** Length of a buyer's own number of a purchase, in characters. */
export const MAX_PURCHASE_ORDER = 40;
