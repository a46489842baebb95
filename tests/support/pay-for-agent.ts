import { LOCAL_SITE } from './agent-platform.ts';
import { randomAddress } from './random-address.ts';
import type { TestShop } from './test-shop.ts';

/** Opens the page of a checkout and presses its button, as a buyer does. The order has no id if it was refused. */
export async function payForAgent(
  shop: Pick<TestShop, 'request'>,
  address: string,
  total: number | string,
): Promise<{ status: number; html: string; orderId: string | undefined }> {
  const { pathname } = new URL(address);
  const page = await (await shop.request(pathname)).text();
  const version = /name="version" value="(?<version>[^"]+)"/.exec(page)?.groups?.['version'] ?? '';
  const response = await shop.request(pathname, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: LOCAL_SITE,
      'X-Forwarded-For': randomAddress(),
    },
    body: new URLSearchParams({ version, total: String(total) }),
  });
  const html = await response.text();
  const orderId = /test-payment\/(?<id>[0-9a-f-]{36})/.exec(html)?.groups?.['id'];
  return { status: response.status, html, orderId };
}
