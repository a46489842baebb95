import { at, type Screen, type Screens } from './screen.ts';

const admin = (address: string, rest: Partial<Screen> = {}) => at(address, { as: 'admin', ...rest });

const CSV = [
  'Tag;Name;Make;Model;Year;Category;Condition;Retail;Color',
  'A-1001;Hood;Honda;Civic;2014;Body;Good;"189,00";Blue',
  'A-1002;Tail Light;Honda;Civic;2014;Lighting;Excellent;"64,50";Red',
  'A-1003;;Honda;Civic;2014;Body;Good;"12,00";Red',
  'A-1004;Door Mirror;Ford;F-150;2011;Body;Good;free;Black',
].join('\n');

export const adminScreens: Screens = {
  'admin-parts': admin('/admin'),
  'admin-part': {
    as: 'admin',
    isCovered: true,
    open: async (page) => {
      await page.goto('/admin?q=civic+brake');
      await page
        .getByRole('button', { name: /^Edit / })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Part Name *').waitFor();
    },
  },
  'admin-bulk-price': {
    as: 'admin',
    isCovered: true,
    open: async (page) => {
      await page.goto('/admin?q=civic+brake');
      await page.getByRole('checkbox').filter({ visible: true }).first().check();
      await page.getByRole('button', { name: 'Change…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Percent *').fill('5');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByRole('table').or(dialog.getByRole('list')).first().waitFor();
    },
  },
  'admin-import-check': {
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/import');
      await page.getByLabel('Supplier').fill('Acme Salvage');
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'acme.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('Part name is required').first().waitFor();
    },
  },
  'admin-cars': admin('/admin/vehicles'),
  'admin-part-out': {
    as: 'admin',
    also: ['phone'],
    open: async (page) => {
      await page.goto('/admin/vehicles');
      await page.getByRole('table', { name: 'Cars' }).getByRole('link').first().click();
      await page.getByRole('link', { name: 'Part it out' }).click();
      await page.getByRole('heading', { level: 3 }).first().waitFor();
    },
  },
  'admin-orders': admin('/admin/orders', { also: ['phone', 'dark'] }),
  'admin-order': { as: 'admin', open: (page, { order }) => page.goto(`/admin/orders/${order}`) },
  'admin-refund': {
    as: 'admin',
    isCovered: true,
    open: async (page, { order }) => {
      await page.goto(`/admin/orders/${order}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name: 'Refund…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'admin-packing-slip': {
    as: 'admin',
    open: (page, { order }) => page.goto(`/admin/orders-print?kind=slips&orders=${order}`),
  },
  'admin-quote-new': {
    as: 'admin',
    open: (page, { parts }) => page.goto(`/admin/orders/quotes/new?part=${parts.fresh.id}`),
  },
  'admin-return': { as: 'admin', open: (page, { returned }) => page.goto(`/admin/returns/${returned}`) },
  'admin-request': {
    as: 'admin',
    open: (page, { request }) => page.goto(`/admin/requests/${request}`),
  },
  'admin-customers': admin('/admin/customers'),
  'admin-sales': admin('/admin/sales'),
  'admin-settings': admin('/admin/settings'),
  'admin-audit': admin('/admin/security'),
};
