import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  downgrade,
  explainGrade,
  findGradeRule,
  type Grade,
  type GradedPart,
  gradeBody,
  gradeMechanical,
  gradePart,
} from './grade.ts';

describe('a mechanical part', () => {
  test.each<[miles: number | null, donorYear: number | null, arrivalYear: number | null, Grade]>([
    [0, 2020, 2025, 'A'],
    [60_000, 2024, 2025, 'A'],
    [60_001, 2024, 2025, 'B'],
    [60_001, 2021, 2025, 'B'],
    [60_001, 2020, 2025, 'A'],
    [75_000, 2020, 2025, 'A'],
    [75_001, 2020, 2025, 'B'],
    [200_000, 2000, 2025, 'A'],
    [200_000, 2011, 2025, 'A'],
    [200_000, 2012, 2025, 'B'],
    [200_001, 1990, 2025, 'C'],
    [1_000_000, 2020, 2025, 'C'],
    [60_001, 2025, 2025, 'B'],
    [60_001, 2026, 2025, 'B'],
    [60_000, 2026, 2025, 'A'],
    [90_000, null, 2025, 'B'],
    [90_000, 2000, null, 'B'],
    [60_000, null, null, 'A'],
    [null, 2020, 2025, 'X'],
  ])('%s miles, of %s, arrived in %s: %s', (miles, donorYear, arrivalYear, grade) => {
    expect(gradeMechanical({ miles, donorYear, arrivalYear })).toBe(grade);
  });

  const wear = fc.record({
    miles: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom(60_000, 60_001, 200_000, 200_001)),
    donorYear: fc.integer({ min: 1980, max: 2027 }),
    arrivalYear: fc.integer({ min: 2000, max: 2030 }),
  });

  test('follows the rules as they are published', () => {
    fc.assert(
      fc.property(wear, ({ miles, donorYear, arrivalYear }) => {
        const age = arrivalYear - donorYear < 1 ? 1 : arrivalYear - donorYear;
        const isOften = miles / age > 15_000;
        const expected = miles > 200_000 ? 'C' : miles > 60_000 && isOften ? 'B' : 'A';
        expect(gradeMechanical({ miles, donorYear, arrivalYear })).toBe(expected);
      }),
    );
  });

  test('more miles never improve it, an unknown age neither', () => {
    fc.assert(
      fc.property(wear, fc.nat(100_000), (each, more) => {
        const grade = gradeMechanical(each);
        expect(gradeMechanical({ ...each, miles: each.miles + more }) >= grade).toBe(true);
        expect(gradeMechanical({ ...each, donorYear: null }) >= grade).toBe(true);
        expect(gradeMechanical({ ...each, arrivalYear: null }) >= grade).toBe(true);
      }),
    );
  });
});

test.each<[number | null, Grade]>([
  [0, 'A'],
  [0.5, 'A'],
  [1, 'A'],
  [1.5, 'B'],
  [2, 'B'],
  [2.5, 'C'],
  [9, 'C'],
  [null, 'X'],
])('a body part with %s units of damage: %s', (units, grade) => {
  expect(gradeBody(units)).toBe(grade);
});

const alternator: GradedPart = {
  origin: 'used',
  name: 'Alternator',
  rule: null,
  mileage: 84_000,
  mileageSource: 'cluster',
  donorYear: 2010,
  arrivalYear: 2025,
  damageCodes: null,
  loweredTo: null,
};

describe('the grade of a part', () => {
  test.each<[Partial<GradedPart>, Grade | null]>([
    [{}, 'A'],
    [{ loweredTo: 'B' }, 'B'],
    [{ loweredTo: 'C' }, 'C'],
    [{ mileage: null }, 'X'],
    [{ mileage: 1_000, mileageSource: 'unknown' }, 'X'],
    [{ mileage: 1_000, mileageSource: null }, 'X'],
    [{ mileage: null, loweredTo: 'C' }, 'X'],
    [{ name: 'Hood', damageCodes: null }, 'X'],
    [{ name: 'Hood', damageCodes: '000' }, 'A'],
    [{ name: 'Hood', damageCodes: '2D1 4S.5' }, 'B'],
    [{ name: 'Hood', damageCodes: '2D1 4S.5', loweredTo: 'B' }, 'B'],
    [{ name: 'Hood', damageCodes: '2D1 4S2' }, 'C'],
    [{ name: 'Hood', damageCodes: '2D1 4S2', loweredTo: 'B' }, 'C'],
    [{ name: 'Hood', damageCodes: 'unreadable' }, 'X'],
    [{ name: 'Radio' }, null],
    [{ name: 'Radio', loweredTo: 'C' }, null],
    [{ name: 'Radio', rule: 'mechanical' }, 'A'],
    [{ rule: 'body', damageCodes: '5P2' }, 'B'],
    [{ rule: 'none' }, null],
    [{ origin: 'new' }, null],
    [{ origin: 'new_oem' }, null],
    [{ origin: 'rebuilt' }, null],
    [{ origin: 'remanufactured' }, null],
  ])('%j: %s', (facts, grade) => {
    expect(gradePart({ ...alternator, ...facts })).toBe(grade);
  });

  test('what is not known is never A, and the owner never raises a grade', () => {
    const grades: Grade[] = ['A', 'B', 'C', 'X'];
    fc.assert(
      fc.property(
        fc.constantFrom(...grades),
        fc.constantFrom('B' as const, 'C' as const, null),
        (grade, lowered) => {
          expect(downgrade(grade, lowered) >= grade).toBe(true);
          expect(downgrade(grade, lowered) === 'X').toBe(grade === 'X');
          expect(downgrade(grade, null)).toBe(grade);
        },
      ),
    );
    for (const rule of ['mechanical', 'body'] as const) {
      const unknown = { ...alternator, rule, mileage: null, damageCodes: null };
      for (const loweredTo of ['B', 'C', null] as const)
        expect(gradePart({ ...unknown, loweredTo })).toBe('X');
    }
  });
});

test.each([
  ['Engine Assembly', 'mechanical'],
  ['Long Block Engine', 'mechanical'],
  ['Automatic Transmission with Torque Converter', 'mechanical'],
  ['Rear Differential Assembly', 'mechanical'],
  ['A/C Compressor', 'mechanical'],
  ['Front Driver Side CV Axle', 'mechanical'],
  ['Front Bumper Cover with Fog Light Holes', 'body'],
  ['Front Driver Side Fender', 'body'],
  ['Front Door Shell', 'body'],
  ['16-Inch Alloy Wheel', 'body'],
  ['Engine Mount', 'none'],
  ['Transmission Mount', 'none'],
  ['Door Glass', 'none'],
  ['Torque Converter Clutch Solenoid', 'none'],
  ['Transfer Case Motor', 'none'],
  ['Steering Wheel', 'none'],
  ['Instrument Cluster', 'none'],
  ['Outdoor', 'none'],
  ['', 'none'],
])('%s is graded by the rule %s', (name, rule) => {
  expect(findGradeRule(name)).toBe(rule);
});

test('what a grade means', () => {
  const part = { name: 'Alternator', rule: null, loweredTo: null, reason: null };
  expect(explainGrade({ ...part, grade: 'A' })).toContain('60,000 miles');
  expect(explainGrade({ ...part, grade: 'X' })).toBe('The actual mileage is unknown.');
  expect(explainGrade({ ...part, name: 'Hood', grade: 'B' })).toContain('two units of damage');
  expect(explainGrade({ ...part, grade: 'B', loweredTo: 'B', reason: 'Noisy bearing' })).toBe(
    'We lowered this grade: Noisy bearing.',
  );
  expect(explainGrade({ ...part, grade: 'C', loweredTo: 'B', reason: 'Noisy' })).toBe(
    'More than 200,000 miles.',
  );
  expect(explainGrade({ ...part, name: 'Radio', grade: 'A' })).toBe('');
});
