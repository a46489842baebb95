import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { RouterContextProvider } from 'react-router';
import { limitsContext } from '#core/limits/limits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { taxServiceContext, TaxServiceError } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { defaultSettings, type Settings } from '#core/settings/settings.ts';
import type { AgentAnswer, AgentCall, AgentOperation } from '#doors/agents/operation.ts';
import { createTestPayments } from '#server/payments/test-payments.ts';
import { createLimits } from '#server/limits/limits.ts';
import { TEST_SECRET, type TestDatabase } from './test-database.ts';

export const AGENT_SITE = 'https://yard.example.com';

/** Runs an operation of assistants without the wire, as a platform that may be new. */
export function createAgent(
  database: TestDatabase,
  settings: Settings = defaultSettings,
  payments = createTestPayments({ siteUrl: AGENT_SITE, secret: TEST_SECRET }),
) {
  const context = new RouterContextProvider();
  context.set(databaseContext, database.pools);
  context.set(settingsContext, settings);
  context.set(paymentsContext, payments);
  context.set(taxServiceContext, {
    isAvailable: false,
    calculate: () => Promise.reject(new TaxServiceError('There is no tax service')),
  });
  context.set(shopContext, {
    siteUrl: AGENT_SITE,
    demo: false,
    testPayments: true,
    mailbox: false,
    showcase: false,
  });
  const log = pino({ level: 'silent' });
  context.set(limitsContext, createLimits({ pool: database.pools.limits, secret: TEST_SECRET, log }));
  context.set(requestContext, {
    id: 'test',
    clientAddress: '203.0.113.7',
    from: { address: '203.0.113.7', agent: 'an assistant' },
    logError: (error) => {
      throw error;
    },
    noteIncomplete: () => undefined,
  });
  const platform = {
    id: '5f0c3a52-3b5e-4d7c-9e0e-0c9e8b6f4a11',
    profileUrl: 'https://assistant.example/profile.json',
  };
  return {
    platform,
    context,
    run(
      operation: AgentOperation<never>,
      input: unknown,
      id = '',
      more: Partial<Pick<AgentCall, 'platform' | 'isSigned' | 'capabilities'>> = {},
    ): Promise<AgentAnswer> {
      const call = {
        platform,
        isSigned: false,
        capabilities: new Map(),
        id,
        newId: randomUUID(),
        context,
        ...more,
      };
      return operation.run({ ...call, input: operation.input.parse(input) });
    },
  };
}
