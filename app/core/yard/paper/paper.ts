import { type VehicleHold, vehicleHolds } from '../vehicle-fields.ts';
import type { Law } from './law.ts';

/** Facts about a car and its paperwork. Days are texts such as '2026-11-30'. */
export interface PaperFacts {
  titleKind: string | null;
  titleState: string | null;
  possessionOn: string | null;
  disposition: string;
  holds: readonly VehicleHold[];
  /** The decision of staff. Null if the title decides. */
  notice: 'required' | 'not_required' | null;
  noticeReason: string | null;
  noticeMailedOn: string | null;
  /** Documents of ownership and license plates. */
  papersDeliveredOn: string | null;
  reportDeliveredOn: string | null;
  validatedOn: string | null;
  /** Why an admin lets the car be dismantled earlier. */
  overrideReason: string | null;
}

/** When a car may be dismantled, and why. */
export type DismantleDay =
  | { may: 'now'; why: string }
  | { may: 'from'; day: string; why: string }
  | { may: 'unknown'; why: string };

/** Says why a car may not be dismantled today. Undefined if it may, or nothing is known of the car. */
export function describeEarlyDay(day: DismantleDay | undefined): string | undefined {
  if (day === undefined || day.may === 'now') return undefined;
  return day.may === 'from'
    ? `the car may be dismantled from ${formatDay(day.day)}: ${day.why}`
    : `the car may not be dismantled: ${day.why}`;
}

export interface NoticeRule {
  /** Null if it can't be told yet. */
  isRequired: boolean | null;
  why: string;
}

/** Papers to mail and deliver, with their short names for lists. */
export const paperKinds = {
  notice: { name: 'Notice of acquisition', short: 'Notice' },
  papers: { name: 'Papers and plates', short: 'Papers' },
  report: { name: 'Report of the vehicle to be dismantled', short: 'Report' },
} as const;

/** A paper that is left to do. */
export interface DuePaper {
  kind: keyof typeof paperKinds;
  /** The last day. Null if the day of possession is not known. */
  by: string | null;
  isOverdue: boolean;
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the day some calendar days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const shownDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows a day. Example: 'Nov 30, 2026'. */
export function formatDay(day: string): string {
  return shownDay.format(new Date(`${day}T00:00:00Z`));
}

/** Tells whether a notice of acquisition is required, and why. */
export function decideNotice(
  { notice, noticeReason, titleKind, titleState }: PaperFacts,
  law: Law,
): NoticeRule {
  if (notice !== null) {
    const decided =
      notice === 'required' ? 'Staff decided that it is required' : 'Staff decided that it is not';
    return { isRequired: notice === 'required', why: noticeReason ? `${decided}: ${noticeReason}` : decided };
  }
  if (titleKind === null) return { isRequired: null, why: 'The kind of title is not known' };
  if (titleKind !== 'salvage' || law.salvage_without_notice !== 1)
    return { isRequired: true, why: 'A dismantler mails it for each car' };
  if (titleState === null)
    return { isRequired: null, why: 'The state of the salvage certificate is not known' };
  return titleState === 'CA'
    ? { isRequired: false, why: 'The car has a California salvage certificate' }
    : { isRequired: true, why: 'The salvage certificate is of another state' };
}

/**
 * Tells when a car may be dismantled. A hold forbids it whatever else is true.
 * @param today the day in the shop's time zone.
 */
export function findDismantleDay(facts: PaperFacts, law: Law, today: string): DismantleDay {
  const [hold] = facts.holds;
  if (facts.disposition !== 'here') return { may: 'unknown', why: 'The car is gone' };
  if (hold) return { may: 'unknown', why: `${vehicleHolds[hold]} hold` };
  if (law.must_wait !== 1) return { may: 'now', why: "The yard's rules let cars be dismantled at once" };
  if (facts.overrideReason !== null)
    return { may: 'now', why: `An admin has allowed it: ${facts.overrideReason}` };
  if (facts.validatedOn !== null) return { may: 'now', why: 'DMV has validated the report' };
  if (facts.titleKind === 'junk' && law.junk_at_once === 1)
    return { may: 'now', why: "DMV's record has the car as junk" };
  const notice = decideNotice(facts, law);
  const ways = [waitFromNotice(facts, notice, law), waitFromPapers(facts, law)].filter((way) => way !== null);
  const [first] = ways.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (!first) return { may: 'unknown', why: findMissing(facts, notice, law) };
  return first.day <= today ? { may: 'now', why: first.why } : { may: 'from', ...first };
}

interface Way {
  day: string;
  why: string;
}

function waitFromNotice({ noticeMailedOn }: PaperFacts, notice: NoticeRule, law: Law): Way | null {
  if (noticeMailedOn === null || notice.isRequired === false) return null;
  return {
    day: daysAfter(noticeMailedOn, law.wait_days),
    why: `The notice was mailed on ${formatDay(noticeMailedOn)}`,
  };
}

function waitFromPapers({ papersDeliveredOn, reportDeliveredOn }: PaperFacts, law: Law): Way | null {
  if (law.papers_allow !== 1 || papersDeliveredOn === null) return null;
  if (law.papers_with_report !== 1)
    return {
      day: papersDeliveredOn,
      why: `Papers and plates were delivered on ${formatDay(papersDeliveredOn)}`,
    };
  if (reportDeliveredOn === null) return null;
  const day = papersDeliveredOn < reportDeliveredOn ? reportDeliveredOn : papersDeliveredOn;
  return { day, why: `Report, papers and plates were delivered on ${formatDay(day)}` };
}

function findMissing({ papersDeliveredOn }: PaperFacts, notice: NoticeRule, law: Law): string {
  if (papersDeliveredOn !== null && law.papers_allow === 1) return 'The report was not delivered';
  if (notice.isRequired === null) return `${notice.why}, so it can't be told whether a notice is required`;
  if (notice.isRequired) return 'The notice was not mailed';
  return law.papers_with_report === 1
    ? 'Report, papers and plates were not delivered'
    : 'Papers and plates were not delivered';
}

/**
 * Lists what is left to mail and deliver for a car, the most urgent first. Nothing is left when DMV has validated the report,
 * or the car was sold whole.
 * @param today the day in the shop's time zone.
 */
export function listDue(facts: PaperFacts, law: Law, today: string): DuePaper[] {
  if (facts.validatedOn !== null || facts.disposition === 'sold_whole') return [];
  const due = (kind: DuePaper['kind'], days: number): DuePaper => {
    const by = facts.possessionOn === null ? null : daysAfter(facts.possessionOn, days);
    return { kind, by, isOverdue: by !== null && by < today };
  };
  const left: DuePaper[] = [];
  if (facts.noticeMailedOn === null && decideNotice(facts, law).isRequired !== false)
    left.push(due('notice', law.notice_days));
  if (facts.papersDeliveredOn === null) left.push(due('papers', law.papers_days));
  if (facts.reportDeliveredOn === null) left.push(due('report', law.papers_days));
  return left;
}
