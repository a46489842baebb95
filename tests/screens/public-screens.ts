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

export const publicScreens: Screens = {
  home: at('/', { also: ['phone', 'dark'] }),
  results: at(`/?${query}&category=Brakes`, { stored: () => ({ garage }) }),
  junkyard: at('/junkyard', { also: ['phone'] }),
  yard: at('/yard', { also: ['phone'] }),
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
  'part-used': { also: ['phone', 'dark'], open: (page, { parts }) => page.goto(`/part/${parts.used.id}`) },
  cart: at('/cart', {
    also: ['phone'],
    stored: ({ parts }) => ({ garage, 'cart.items': [cartLine(parts.fresh, 2), cartLine(parts.used)] }),
  }),
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
  quote: {
    as: 'admin',
    open: async (page, { parts }) => {
      await page.goto(`/admin/orders/quotes/new?part=${parts.fresh.id}`);
      await page.getByLabel('Name', { exact: true }).fill('Dana Driver');
      await page.getByRole('button', { name: 'Create quote' }).click();
      await page.getByRole('button', { name: 'New link to copy' }).click();
      const link = await page.getByLabel('Link', { exact: true }).inputValue();
      await page.context().clearCookies();
      await page.goto(link);
    },
  },
  'own-order': { as: 'buyer', open: (page, { order }) => page.goto(`/orders/${order}`) },
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
      await page.getByRole('button', { name: 'Use this VIN anyway' }).waitFor();
    },
  },
  request: at(`/request?${query}&part=Alternator`),
  components: at('/design'),
};
