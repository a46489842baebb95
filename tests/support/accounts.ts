import { randomAddress } from './random-address.ts';
import type { TestShop } from './test-shop.ts';

export const SITE = 'http://shop.test';

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly shop: TestShop;
  readonly address: string;

  constructor(shop: TestShop, address = randomAddress()) {
    this.shop = shop;
    this.address = address;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.shop.request(path, {
      ...init,
      headers: {
        Origin: this.shop.siteUrl,
        'X-Forwarded-For': this.address,
        'User-Agent': 'A browser of a test',
        ...(this.cookies.size > 0 && { Cookie: this.cookie }),
        ...init.headers,
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = set.split('; ');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async send(method: string, path: string, body: unknown = {}) {
    const response = await this.request(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  signUp(email: string, password: string, name = 'Olga Driver') {
    return this.send('POST', '/auth/v1/signup', { email, password, data: { display_name: name } });
  }

  signIn(email: string, password: string) {
    return this.send('POST', '/auth/v1/token?grant_type=password', { email, password });
  }

  async whoAmI() {
    return (await this.request('/auth/v1/user')).json();
  }

  async open(link: string): Promise<string | null> {
    return (await this.request(link)).headers.get('Location');
  }

  /** Opens a mailed link and submits the form of its page, if any. Returns the final redirect. */
  async confirm(link: string, password?: string): Promise<string | null> {
    const page = await this.open(link);
    if (!page?.startsWith('/auth/confirm')) return page;
    const answer = await this.press(page, password);
    return answer.headers.get('Location');
  }

  /** Submits the form of a mailed link's page, like a browser without JavaScript. */
  async press(page: string, password?: string): Promise<Response> {
    const html = await (await this.request(page)).text();
    const email = html.match(/name="email"[^>]* value="([^"]*)"/)?.[1] ?? '';
    return this.sendForm(page, { email, ...(password !== undefined && { password, confirm: password }) });
  }

  sendForm(page: string, fields: Record<string, string>): Promise<Response> {
    return this.request(page, {
      method: 'POST',
      // The page's referrer policy also hides the origin.
      headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  }
}

export async function mailsTo(shop: TestShop, email: string) {
  const { rows } = await shop.database.owner.query(
    'select subject, body from mails where recipient = $1 order by created_at desc, id',
    [email],
  );
  return rows.map(({ subject, body }) => ({
    subject: String(subject),
    body: String(body),
    link: String(body).match(/http:\S+verify\S+/)?.[0] ?? '',
  }));
}
