import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_SITE } from '../support/agent-platform.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PROGRAM = resolve('tools/agents/node_modules/@modelcontextprotocol/conformance/dist/index.js');

const run = promisify(execFile);

describe.skipIf(!existsSync(PROGRAM))(
  'the official checks of MCP (skipped unless "node tools/node.js tools/install.ts agents" has installed them)',
  () => {
    let shop: TestShop;
    let listening: ListeningShop;
    beforeAll(async () => {
      shop = await createTestShop({ siteUrl: LOCAL_SITE });
      listening = await listenWith(shop);
    });
    afterAll(async () => {
      await listening[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    });

    test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
      '%s',
      async (scenario) => {
        const url = `${listening.url.replace('127.0.0.1', 'localhost')}/api/ucp/mcp`;
        const { stdout } = await run(process.execPath, [
          PROGRAM,
          'server',
          '--url',
          url,
          '--scenario',
          scenario,
        ]);
        expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
      },
    );
  },
);
