import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actionBadge,
  isAdminAction,
  isFailedAuth,
  isRecent,
  escapeInvisible,
  readableJson,
  securityFigures,
  shortId,
  type ShownEvent,
  suspiciousAddresses,
  systemHealth,
} from './security-dashboard.ts';

const ZONE = 'America/Los_Angeles';
const NOW = '2026-11-21T20:00:00.000Z';

function event(of: Partial<ShownEvent> = {}): ShownEvent {
  return {
    id: '1',
    createdAt: NOW,
    action: 'page_view',
    resourceType: null,
    resourceId: null,
    userId: null,
    ipAddress: null,
    userAgent: null,
    adminFlag: false,
    sentByClient: false,
    details: '{}',
    ...of,
  };
}

const many = (count: number, of: Partial<ShownEvent>) => Array.from({ length: count }, () => event(of));
const failures = (count: number, ipAddress: string | null) =>
  many(count, { action: 'failed_login', ipAddress });

test.each([
  ['failed_login', true],
  ['signup_failed', true],
  ['auth_error', true],
  ['client_auth_error_shown', true],
  ['failed_logins', false],
  ['signup_attempt', false],
  ['login_success', false],
  ['error', false],
])('%s is a failed-auth event: %s', (action, is) => {
  expect(isFailedAuth({ action })).toBe(is);
});

test.each([
  [{ action: 'admin_update_part' }, true],
  [{ action: 'admin_action' }, true],
  [{ action: 'import', resourceType: 'parts_catalog' }, true],
  [{ action: 'update', resourceType: 'admin_action' }, true],
  [{ action: 'update', adminFlag: true }, true],
  [{ action: 'administrate' }, false],
  [{ action: 'search', resourceType: 'parts' }, false],
])('%o is an admin action: %s', (of, is) => {
  expect(isAdminAction(event(of))).toBe(is);
});

test('events of the last 24 hours are recent', () => {
  expect(isRecent({ createdAt: '2026-11-20T20:00:00.000Z' }, NOW)).toBe(true);
  expect(isRecent({ createdAt: '2026-11-20T19:59:59.999Z' }, NOW)).toBe(false);
});

describe('suspicious addresses', () => {
  test('have more than 3 failed logins', () => {
    expect(suspiciousAddresses([...failures(3, '10.0.0.1'), ...failures(4, '10.0.0.2')])).toEqual([
      '10.0.0.2',
    ]);
  });

  test('missing addresses are never suspicious', () => {
    expect(
      suspiciousAddresses([...failures(9, null), ...failures(9, ''), ...failures(9, 'unknown')]),
    ).toEqual([]);
  });

  test('successful logins never make an address suspicious', () => {
    const address = fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3', null);
    const action = fc.constantFrom('failed_login', 'signup_failed', 'login_success', 'page_view');
    fc.assert(
      fc.property(fc.array(fc.record({ action, ipAddress: address })), (events) => {
        const suspicious = suspiciousAddresses(events);
        for (const each of suspicious) {
          expect(
            events.filter((one) => one.ipAddress === each && isFailedAuth(one)).length,
          ).toBeGreaterThanOrEqual(4);
        }
        expect(suspiciousAddresses(events.filter((one) => !isFailedAuth(one)))).toEqual([]);
        expect(suspiciousAddresses(events.toReversed()).toSorted()).toEqual(suspicious.toSorted());
      }),
    );
  });
});

test.each([
  [{ failedAuth: 0, suspicious: 0 }, 'good'],
  [{ failedAuth: 10, suspicious: 2 }, 'good'],
  [{ failedAuth: 11, suspicious: 2 }, 'caution'],
  [{ failedAuth: 12, suspicious: 3 }, 'warning'],
])('system health of %o is %s', (counts, health) => {
  expect(systemHealth(counts)).toBe(health);
});

describe('figures', () => {
  test('without events', () => {
    expect(securityFigures([], NOW, ZONE)).toEqual({
      total: 0,
      failedLogins: 0,
      adminActions: 0,
      adminActionsToday: 0,
      activeUsers: 0,
      recent: 0,
      suspicious: [],
      health: 'good',
      highRisk: false,
      highActivity: false,
    });
  });

  test('figures above a threshold are high', () => {
    const old = '2026-11-01T00:00:00.000Z';
    expect(securityFigures(many(20, {}), NOW, ZONE).highActivity).toBe(false);
    expect(securityFigures(many(21, {}), NOW, ZONE).highActivity).toBe(true);
    expect(securityFigures(many(21, { createdAt: old }), NOW, ZONE).highActivity).toBe(false);
    expect(securityFigures(failures(5, null), NOW, ZONE).highRisk).toBe(false);
    expect(securityFigures(failures(6, null), NOW, ZONE)).toMatchObject({ highRisk: true, health: 'good' });
    expect(securityFigures(failures(11, null), NOW, ZONE)).toMatchObject({
      failedLogins: 11,
      health: 'caution',
    });
  });

  test('failed logins and admin actions are counted among all events', () => {
    const events = [
      event(),
      event({ action: 'auth_error' }),
      event({ action: 'admin_action' }),
      ...failures(4, '10.0.0.1'),
    ];
    expect(securityFigures(events, NOW, ZONE)).toMatchObject({
      total: 7,
      failedLogins: 5,
      adminActions: 1,
      adminActionsToday: 1,
      recent: 7,
      suspicious: ['10.0.0.1'],
      health: 'good',
    });
  });

  test('users are counted once, visitors not', () => {
    const users = ['a', 'b', 'a', null, null].map((userId) => event({ userId }));
    expect(securityFigures(users, NOW, ZONE).activeUsers).toBe(2);
  });

  test('today is the current day in San Diego', () => {
    // It is noon in San Diego, whose midnight was at 08:00 UTC.
    const actions = ['2026-11-21T08:00:00Z', '2026-11-21T07:59:59Z', '2026-11-21T19:59:00Z'];
    const figures = securityFigures(
      actions.map((createdAt) => event({ action: 'admin_delete_part', createdAt })),
      NOW,
      ZONE,
    );
    expect([figures.adminActions, figures.adminActionsToday]).toEqual([3, 2]);
  });
});

test.each([
  ['login_success', 'default'],
  ['signup_attempt', 'default'],
  ['failed_login', 'destructive'],
  ['signup_failed', 'destructive'],
  ['error', 'destructive'],
  ['admin_delete_failed', 'destructive'],
  ['security_check_failed', 'destructive'],
  ['admin_delete_part', 'secondary'],
  ['admin_action', 'secondary'],
  ['security_scan', 'secondary'],
  ['page_view', 'outline'],
  ['cart_add', 'outline'],
] as const)('the badge of %s is %s', (action, badge) => {
  expect(actionBadge({ action, adminFlag: false })).toBe(badge);
});

test('the flag of an admin action makes the badge secondary', () => {
  expect(actionBadge({ action: 'update', adminFlag: true })).toBe('secondary');
});

test('ids are shown by their first 8 characters', () => {
  expect(shortId('189af860-1f0e-490b-bc5a-c1d1a51ad962')).toBe('189af860');
  expect(shortId('short')).toBe('short');
});

describe('formatted details', () => {
  test('have a line for each value', () => {
    expect(readableJson('{"a": 1, "b": {"c": [true, null]}, "d": {}, "e": []}')).toBe(
      [
        '{',
        '  "a": 1,',
        '  "b": {',
        '    "c": [',
        '      true,',
        '      null',
        '    ]',
        '  },',
        '  "d": {},',
        '  "e": []',
        '}',
      ].join('\n'),
    );
  });

  test('empty objects and lists are written without spaces', () => {
    expect(readableJson('[{ }, [\n ]]')).toBe('[\n  {},\n  []\n]');
  });

  test('parse to the same value', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(readableJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  test('numbers keep their digits, and deep nesting stays short', () => {
    expect(readableJson('{"n": 12345678901234567890.10}')).toContain('12345678901234567890.10');
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    expect(readableJson(deep).length).toBeLessThan(500_000);
  });

  test('characters that change the text direction are escaped', () => {
    expect(readableJson('{"a": "\u202Egnp.exe"}')).toContain('"\\u202egnp.exe"');
    expect(escapeInvisible('a\u200Bb\u0007c\nd')).toBe('a\\u200bb\\u0007c\nd');
    expect(escapeInvisible('a\u{E0001}b')).toBe('a\\udb40\\udc01b');
  });
});
