/** The files of a period for the accountant, with the labels of their links. */
export const salesFiles = {
  orders: 'Orders',
  lines: 'Lines',
  refunds: 'Refunds',
  returns: 'Returns',
  fees: 'Fees',
  journal: 'Journal',
} as const;

export type SalesFile = keyof typeof salesFiles;
