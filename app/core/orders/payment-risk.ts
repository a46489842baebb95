export type RiskLevel = 'normal' | 'elevated' | 'highest' | 'unknown';

/** 'unchecked' means that nobody asked for the check, 'unavailable' that the bank does not do it. */
export type CardCheck = 'pass' | 'fail' | 'unavailable' | 'unchecked';

/** The payment provider's knowledge about a payment. */
export interface PaymentRisk {
  level: RiskLevel;
  /** Ranges from 0 to 100. Null if the provider gives none. */
  score: number | null;
  street: CardCheck;
  zip: CardCheck;
  securityCode: CardCheck;
}

const levels: Partial<Record<RiskLevel, string>> = {
  elevated: 'The provider rates the risk as elevated',
  highest: 'The provider rates the risk as the highest',
};

const failedChecks = {
  street: "The street doesn't match the card",
  zip: "The ZIP code doesn't match the card",
  securityCode: 'The security code of the card is wrong',
} as const;

/** Lists reasons why a person should look at an order before it is packed. */
export function listDoubts(risk: PaymentRisk): string[] {
  const level = levels[risk.level];
  const failed = (Object.keys(failedChecks) as (keyof typeof failedChecks)[]).filter(
    (check) => risk[check] === 'fail',
  );
  return [...(level === undefined ? [] : [level]), ...failed.map((check) => failedChecks[check])];
}

const checkLabels: Record<CardCheck, string> = {
  pass: 'matches',
  fail: 'does not match',
  unavailable: 'not checked by the bank',
  unchecked: 'not asked for',
};

/** Lists the rating and the checks for the order's page. */
export function listRiskFacts(risk: PaymentRisk): (readonly [name: string, value: string])[] {
  const score = risk.score === null ? '' : ` (${risk.score} of 100)`;
  return [
    ['Risk', `${risk.level}${score}`],
    ["Card's street", checkLabels[risk.street]],
    ["Card's ZIP code", checkLabels[risk.zip]],
    ['Security code', checkLabels[risk.securityCode]],
  ];
}
