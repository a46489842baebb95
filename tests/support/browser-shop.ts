import pg from 'pg';
import { buildIfChanged } from '#server/build.ts';
import { databaseUrl, dropDatabase, makeTemplate, startTestServer } from './database-server.ts';
import { freePort } from './free-port.ts';
import { runShop } from './run-shop.ts';

const DATABASE = `test_browser_${process.pid}`;

/** One shop with demo parts for all browser tests. Each test adds its own parts. */
export default async function startShopForBrowsers() {
  await buildIfChanged((line) => console.log(line));
  const server = await startTestServer();
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const template = `${DATABASE}_template`;
  await owner.query(`create database ${template}`);
  await makeTemplate(databaseUrl(server.url, template));
  await owner.query(`create database ${DATABASE} template ${template}`);
  const url = databaseUrl(server.url, DATABASE);
  const scrapingPort = await freePort();
  const shop = runShop({
    DATABASE_URL: url,
    AUTH_SECRET: 'a secret for browser stories that is long enough',
    DEMO: 'true',
    DEMO_PARTS: '2000',
    // Each test has its own client address (story.ts).
    TRUST_PROXY: 'true',
    ADMIN_PASSWORD: 'the password of the first admin',
    FIRECRAWL_API_URL: `http://127.0.0.1:${scrapingPort}`,
  });
  process.env.SCRAPING_PORT = String(scrapingPort);
  process.env.SHOP_URL = await shop.ready();
  process.env.SHOP_DATABASE_URL = url;
  process.env.TEMPLATE_DATABASE = template;

  return async function stop() {
    await shop.kill('SIGTERM');
    for (const name of [DATABASE, template]) await dropDatabase(owner, name);
    await owner.end();
    await server.stop();
  };
}
