import { describe, expect, test } from 'vitest';
import { dayIn } from '#core/values/zoned-time.ts';
import { defaultLaw } from './law.ts';
import { decideNotice, findDismantleDay, listDue, type PaperFacts } from './paper.ts';

const TODAY = '2026-11-30';

/** A car with a clean title that came in on November 10. */
const car: PaperFacts = {
  titleKind: 'clean',
  titleState: 'CA',
  possessionOn: '2026-11-10',
  disposition: 'here',
  holds: [],
  notice: null,
  noticeReason: null,
  noticeMailedOn: null,
  papersDeliveredOn: null,
  reportDeliveredOn: null,
  validatedOn: null,
  overrideReason: null,
};

const salvage = { ...car, titleKind: 'salvage' };

const dayOf = (facts: Partial<PaperFacts>, law = {}, today = TODAY) =>
  findDismantleDay({ ...car, ...facts }, { ...defaultLaw, ...law }, today);

describe('a notice of acquisition', () => {
  test.each([
    ['clean', 'CA', true],
    ['salvage', 'CA', false],
    ['salvage', 'NV', true],
    ['salvage', null, null],
    ['nonrepairable', 'CA', true],
    ['bill_of_sale', null, true],
    [null, 'CA', null],
  ])('with the title %s of %s: %s', (titleKind, titleState, isRequired) => {
    expect(decideNotice({ ...car, titleKind, titleState }, defaultLaw)).toMatchObject({ isRequired });
  });

  test('is required as staff decide, and as the owner’s rule says', () => {
    const decided = { ...car, notice: 'not_required' as const, noticeReason: 'Abatement of the city' };
    expect(decideNotice(decided, defaultLaw)).toEqual({
      isRequired: false,
      why: 'Staff decided that it is not: Abatement of the city',
    });
    expect(decideNotice({ ...salvage, notice: 'required' }, defaultLaw).isRequired).toBe(true);
    expect(decideNotice(salvage, { ...defaultLaw, salvage_without_notice: 0 }).isRequired).toBe(true);
  });
});

describe('a car may be dismantled', () => {
  test('ten days after the notice was mailed, across the end of a month and a year', () => {
    expect(dayOf({ noticeMailedOn: '2026-11-21' })).toEqual({
      may: 'from',
      day: '2026-12-01',
      why: 'The notice was mailed on Nov 21, 2026',
    });
    expect(dayOf({ noticeMailedOn: '2026-11-20' }).may).toBe('now');
    expect(dayOf({ noticeMailedOn: '2026-12-25' })).toMatchObject({ day: '2027-01-04' });
    expect(dayOf({ noticeMailedOn: '2028-02-20' })).toMatchObject({ day: '2028-03-01' });
    expect(dayOf({ noticeMailedOn: '2026-11-20' }, { wait_days: 11 })).toMatchObject({ day: '2026-12-01' });
  });

  test('when report, papers and plates were delivered, if that is earlier', () => {
    const mailed = { noticeMailedOn: '2026-11-25' };
    const papers = { papersDeliveredOn: '2026-11-28' };
    expect(dayOf({ ...mailed, ...papers })).toMatchObject({ may: 'from', day: '2026-12-05' });
    expect(dayOf({ ...mailed, ...papers, reportDeliveredOn: '2026-11-29' })).toEqual({
      may: 'now',
      why: 'Report, papers and plates were delivered on Nov 29, 2026',
    });
    expect(dayOf({ ...mailed, ...papers }, { papers_with_report: 0 }).may).toBe('now');
    const both = { ...papers, reportDeliveredOn: '2026-11-28' };
    expect(dayOf({ ...mailed, ...both }, { papers_allow: 0 })).toMatchObject({ day: '2026-12-05' });
    expect(dayOf(papers)).toEqual({ may: 'unknown', why: 'The report was not delivered' });
    expect(dayOf(papers, { papers_allow: 0 }).why).toBe('The notice was not mailed');
    expect(dayOf({ reportDeliveredOn: TODAY }).why).toBe('The notice was not mailed');
    const late = { papersDeliveredOn: '2026-11-29', reportDeliveredOn: '2026-11-28' };
    expect(dayOf(late).why).toBe('Report, papers and plates were delivered on Nov 29, 2026');
    expect(dayOf({ ...late, noticeMailedOn: '2026-11-15' }).why).toBe(
      'The notice was mailed on Nov 15, 2026',
    );
  });

  test('with a salvage certificate only when report, papers and plates were delivered', () => {
    expect(dayOf({ ...salvage, noticeMailedOn: '2026-11-01' })).toEqual({
      may: 'unknown',
      why: 'Report, papers and plates were not delivered',
    });
    expect(dayOf(salvage, { papers_with_report: 0 }).why).toBe('Papers and plates were not delivered');
    const delivered = { papersDeliveredOn: TODAY, reportDeliveredOn: TODAY };
    expect(dayOf({ ...salvage, ...delivered }).may).toBe('now');
  });

  test.each([
    ['DMV has validated its report', { validatedOn: TODAY }],
    ['DMV has it as junk', { titleKind: 'junk' }],
    ['an admin has allowed it', { overrideReason: 'Abatement' }],
  ])('at once if %s, but never on hold', (_, facts) => {
    expect(dayOf(facts).may).toBe('now');
    expect(dayOf({ ...facts, holds: ['insurer'] })).toEqual({ may: 'unknown', why: 'Insurer hold' });
    expect(dayOf({ ...facts, disposition: 'crushed' }).may).toBe('unknown');
  });

  test('on a day that is not known while the notice is missing or not decided', () => {
    expect(dayOf({})).toEqual({ may: 'unknown', why: 'The notice was not mailed' });
    expect(dayOf({ titleKind: null })).toEqual({
      may: 'unknown',
      why: "The kind of title is not known, so it can't be told whether a notice is required",
    });
    expect(dayOf({ titleKind: 'junk' }, { junk_at_once: 0 }).may).toBe('unknown');
  });
});

describe('what is due', () => {
  const dueOf = (facts: Partial<PaperFacts>, today = TODAY) =>
    listDue({ ...car, ...facts }, defaultLaw, today);

  test('the notice after 5 days without that of acquisition, all else after 90', () => {
    expect(dueOf({}, '2026-11-15')).toEqual([
      { kind: 'notice', by: '2026-11-15', isOverdue: false },
      { kind: 'papers', by: '2027-02-08', isOverdue: false },
      { kind: 'report', by: '2027-02-08', isOverdue: false },
    ]);
    expect(dueOf({}, '2026-11-16')[0]).toMatchObject({ isOverdue: true });
    expect(dueOf({}, '2027-02-09').map(({ isOverdue }) => isOverdue)).toEqual([true, true, true]);
  });

  test('on a day that is not known without the day of possession', () => {
    expect(dueOf({ possessionOn: null })).toContainEqual({ kind: 'notice', by: null, isOverdue: false });
  });

  test('only what is left', () => {
    const kinds = (facts: Partial<PaperFacts>) => dueOf(facts).map(({ kind }) => kind);
    expect(kinds(salvage)).toEqual(['papers', 'report']);
    expect(kinds({ ...salvage, titleState: null })).toEqual(['notice', 'papers', 'report']);
    expect(kinds({ noticeMailedOn: TODAY, papersDeliveredOn: TODAY })).toEqual(['report']);
    expect(kinds({ noticeMailedOn: TODAY, reportDeliveredOn: TODAY })).toEqual(['papers']);
    expect(kinds({ disposition: 'crushed' })).toEqual(['notice', 'papers', 'report']);
    expect(kinds({ disposition: 'sold_whole' })).toEqual([]);
    expect(kinds({ validatedOn: TODAY })).toEqual([]);
  });
});

test('today is the day in the shop’s time zone', () => {
  expect(dayIn('America/Los_Angeles', new Date('2026-12-01T07:59:00Z'))).toBe('2026-11-30');
});
