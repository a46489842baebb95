import { type DemoPart, vehicle } from './demo-shop.ts';
import { at, type Screens } from './screen.ts';

const query = new URLSearchParams({ ...vehicle, year: String(vehicle.year) });

const garage = {
  vehicles: [{ ...vehicle, id: 'first', details: 'EX, 1.8L I4', vinEnd: '' }],
  active: 'first',
};

const cartLine = ({ id, name, oem, price, image }: DemoPart, quantity = 1) => ({
  id,
  name,
  partNumber: oem,
  price,
  image,
  quantity,
});

/** California's zones and one pickup place: the cart asks where to ship. */
const asksDestination = {
  tax: { mode: 'table', states: [{ state: 'CA', rate: 0.0775, usesTable: false, taxesShipping: false }] },
};

export const publicScreens: Screens = {
  home: at('/'),
  'home-garage': at('/', { stored: () => ({ garage }) }),
  results: at(`/?${query}&category=Brakes`, { stored: () => ({ garage }) }),
  'no-results': at('/?make=No&model=Such&year=1901&category=Thing'),
  vehicles: at('/parts'),
  vehicle: at('/parts/Honda/Civic/2014'),
  'selector-open': {
    isCovered: true,
    open: (page) => page.goto('/'),
    beforeEach: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByLabel('Make').click();
      await page.getByRole('listbox').waitFor();
    },
  },
  'junkyard-cards': at('/junkyard'),
  'junkyard-list': at('/junkyard?view=list'),
  'junkyard-filters': at('/junkyard?q=civic+brake'),
  suggestions: {
    isCovered: true,
    open: async (page) => {
      await page.goto('/junkyard');
      await page.getByRole('combobox', { name: 'Search parts' }).pressSequentially('civic bra');
      await page.getByRole('option').first().waitFor();
    },
  },
  'part-new': {
    stored: () => ({ garage }),
    open: (page, { parts }) => page.goto(`/part/${parts.fresh.id}`),
  },
  'part-used': { open: (page, { parts }) => page.goto(`/part/${parts.used.id}`) },
  'part-sold-out': { open: (page, { parts }) => page.goto(`/part/${parts.soldOut.id}`) },
  'cart-empty': at('/cart'),
  'cart-filled': at('/cart', {
    stored: ({ parts }) => ({ garage, 'cart.items': [cartLine(parts.fresh, 2), cartLine(parts.used)] }),
  }),
  'cart-problem': at('/cart', {
    stored: ({ parts }) => ({ 'cart.items': [cartLine(parts.soldOut), cartLine(parts.used)] }),
  }),
  drawer: {
    isCovered: true,
    open: async (page, { parts }) => {
      await page.goto(`/part/${parts.used.id}`);
      await page
        .getByRole('button', { name: /^Add to Cart/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'View cart' }).waitFor();
      // A toast that is pointed at stays.
      await page.getByRole('link', { name: 'View cart' }).focus();
    },
  },
  'cart-destination': {
    stored: ({ parts }) => ({ 'cart.items': [cartLine(parts.fresh)] }),
    open: async (page, { owner }) => {
      await owner.query('update shop_settings set values = $1', [JSON.stringify(asksDestination)]);
      await page.goto('/cart');
      await page.getByLabel('ZIP code').waitFor();
    },
    after: ({ owner }) => owner.query("update shop_settings set values = '{}'"),
  },
  'test-payment': {
    stored: ({ parts }) => ({ 'cart.items': [cartLine(parts.fresh)] }),
    open: async (page) => {
      await page.goto('/cart');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      const payment = await opened;
      await payment.waitForURL('**/test-payment/**');
      await page.goto(payment.url());
      await payment.close();
    },
  },
  success: {
    stored: ({ parts }) => ({ 'cart.items': [cartLine(parts.used)] }),
    open: async (page) => {
      await page.goto('/cart');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      const payment = await opened;
      await payment.getByLabel('Email').fill('dana@example.com');
      await payment.getByRole('button', { name: 'Pay', exact: true }).click();
      await payment.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
      await page.goto(payment.url());
      await payment.close();
    },
  },
  'payment-canceled': at('/payment-canceled'),
  quote: {
    as: 'admin',
    open: async (page, { parts }) => {
      await page.goto(`/admin/orders/quotes/new?part=${parts.fresh.id}`);
      await page.getByLabel('Name', { exact: true }).fill('Dana Driver');
      await page.getByRole('button', { name: 'Make the quote' }).click();
      await page.getByRole('button', { name: 'New link to copy' }).click();
      const link = await page.getByLabel('Link', { exact: true }).inputValue();
      await page.context().clearCookies();
      await page.goto(link);
    },
  },
  'find-order': at('/orders'),
  'own-order': { as: 'buyer', open: (page, { order }) => page.goto(`/orders/${order}`) },
  invoice: { as: 'buyer', open: (page, { order }) => page.goto(`/orders/${order}/invoice`) },
  'ask-return': { as: 'buyer', open: (page, { order }) => page.goto(`/orders/${order}/return`) },
  'own-return': {
    as: 'buyer',
    open: (page, { order, returned }) => page.goto(`/orders/${order}/returns/${returned}`),
  },
  profile: at('/profile', { as: 'buyer' }),
  garage: {
    stored: () => ({ garage }),
    open: async (page) => {
      await page.goto('/garage');
      const vin = page.getByRole('textbox', { name: /VIN/ }).first();
      await vin.fill('1HGCM82633A004353');
      await vin.press('Enter');
      await page.getByRole('button', { name: 'Use It As Is' }).waitFor();
    },
  },
  'sign-in': {
    open: async (page) => {
      await page.goto('/auth');
      await page.getByLabel('Email').fill('dana@example.com');
      await page.getByRole('textbox', { name: /^Password/ }).fill('not the password');
      await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
      await page.locator('main').locator('[aria-invalid=true], [role=alert]').first().waitFor();
    },
  },
  'sign-up': at('/auth?view=sign-up'),
  request: at(`/request?${query}&part=Alternator`),
  'request-sent': {
    open: async (page) => {
      await page.goto(`/request?${query}&part=Alternator`);
      await page.getByLabel('Full Name').fill('Dana Driver');
      await page.getByLabel('Email').fill('dana@example.com');
      await page.getByLabel('Phone (optional)').fill('(619) 555-0187');
      await page.getByRole('button', { name: 'Submit Request' }).click();
      await page.getByText('Part request submitted successfully!').waitFor();
    },
  },
  contact: at('/contact'),
  'contact-refused': {
    open: async (page) => {
      await page.goto('/contact');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.locator('main [aria-invalid=true]').first().waitFor();
    },
  },
  about: at('/about'),
  warranty: at('/warranty'),
  privacy: at('/privacy'),
  terms: at('/terms'),
  'not-found': at('/no/such/page'),
  'went-wrong': {
    open: async (page) => {
      await page.goto('/about');
      await page.route('**/parts.data*', (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('link', { name: 'Parts by Vehicle' }).click();
      await page.getByRole('heading', { name: 'Something Went Wrong' }).waitFor();
    },
  },
  components: at('/design'),
};
