import { kindRules, type NeededFact, type RestrictedKind } from './restricted-kinds.ts';

export interface RecordedFacts {
  /** 'undeployed' or 'drained'. */
  safetyCheck: string | null;
  /** Example: '2026-11-22'. */
  recallCheckedOn: string | null;
  donorVinTail: string | null;
}

/** Finds the facts that must still be recorded before a part of the kind is for sale. */
export function findMissingFacts(facts: RecordedFacts, kind: RestrictedKind): NeededFact[] {
  return kindRules[kind].needs.filter((need) => !hasFact(facts, need));
}

function hasFact({ safetyCheck, recallCheckedOn, donorVinTail }: RecordedFacts, need: NeededFact): boolean {
  switch (need) {
    case 'donor_vin':
      return donorVinTail !== null;
    case 'recall_check':
      return recallCheckedOn !== null;
    default:
      return safetyCheck === need;
  }
}
