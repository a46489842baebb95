import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '#core/platform/database.server.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const OLGA = '00000000-0000-4000-8000-00000000000a';
const STRANGER = '00000000-0000-4000-8000-00000000000b';
const ADMIN = '00000000-0000-4000-8000-00000000000c';
const STAFF = '00000000-0000-4000-8000-00000000000d';
const PART = '00000000-0000-4000-8000-0000000000f0';
const ORDER = '00000000-0000-4000-8000-0000000000f1';
const QUOTE = '00000000-0000-4000-8000-0000000000b7';
const CRAWL = '00000000-0000-4000-8000-0000000000f2';
const LINE = '00000000-0000-4000-8000-0000000000f3';
const OTHER_LINE = '00000000-0000-4000-8000-0000000000f4';
const SHIPMENT = '00000000-0000-4000-8000-0000000000f5';
const REFUND = '00000000-0000-4000-8000-0000000000f6';
const SHIPPED_LINE = '00000000-0000-4000-8000-0000000000f7';
const RETURN = '00000000-0000-4000-8000-0000000000f8';
const EMPTY_SHIPMENT = '00000000-0000-4000-8000-0000000000e8';
const EMPTY_RETURN = '00000000-0000-4000-8000-0000000000f9';
const INSPECTED_RETURN = '00000000-0000-4000-8000-0000000000e0';

const ORDER_NUMBER = 10_001;
const LINK_HASH = 'a'.repeat(43);
const BROWSER = '00000000-0000-4000-8000-0000000000b0';
const BUYER_ORDER = `select from (values (${ORDER_NUMBER})) as orders (number)`;

const people = {
  visitor: { role: 'anon' },
  stranger: { role: 'authenticated', userId: STRANGER },
  olga: { role: 'authenticated', userId: OLGA },
  staff: { role: 'authenticated', userId: STAFF },
  admin: { role: 'authenticated', userId: ADMIN },
  shop: { role: 'service_role' },
} satisfies Record<string, Identity>;

type Person = keyof typeof people;

/** The outcome of a statement: it works, it finds no allowed row, or it is refused. */
type Outcome = 'done' | 'nothing' | 'refused';

interface Story {
  table: string;
  what: string;
  statement: string;
  outcomes: Record<Person, Outcome>;
}

const everyone = (outcome: Outcome) => ({
  visitor: outcome,
  stranger: outcome,
  olga: outcome,
  staff: outcome,
  admin: outcome,
  shop: outcome,
});
const onlyAdmins = { ...everyone('nothing'), visitor: 'refused', admin: 'done', shop: 'refused' } as const;
const onlyAdminsAdd = { ...everyone('refused'), admin: 'done' } as const;
const onlyOlga = { ...everyone('nothing'), visitor: 'refused', olga: 'done', shop: 'refused' } as const;
const onlyStaff = { ...onlyAdmins, staff: 'done' } as const;
const onlyStaffAdd = { ...onlyAdminsAdd, staff: 'done' } as const;
const olgaAndAdmins = { ...onlyAdmins, olga: 'done' } as const;
const olgaAndStaff = { ...onlyStaff, olga: 'done' } as const;

const stories: Story[] = [
  {
    table: 'parts_catalog',
    what: 'read parts',
    statement: 'select from parts_catalog',
    outcomes: everyone('done'),
  },
  {
    table: 'parts_catalog',
    what: 'add a part',
    statement: "insert into parts_catalog (part_name) values ('Horn')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'parts_catalog',
    what: 'change a price',
    statement: 'update parts_catalog set price = 1',
    outcomes: onlyStaff,
  },
  {
    table: 'parts_catalog',
    what: 'move stock',
    statement: 'update parts_catalog set stock_quantity = 3',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'parts_catalog',
    what: 'hold stock',
    statement: 'update parts_catalog set stock_held = 1',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'parts_catalog',
    what: 'delete parts',
    statement: 'delete from parts_catalog',
    outcomes: onlyStaff,
  },

  {
    table: 'part_pictures',
    what: 'see pictures of a part',
    statement: `select id, address, width, height, alt, place from part_pictures where part_id = '${PART}' and place = 1`,
    outcomes: everyone('done'),
  },
  {
    table: 'part_pictures',
    what: 'see removed pictures',
    statement: `select from part_pictures where part_id = '${PART}' and place is null`,
    outcomes: { ...everyone('nothing'), staff: 'done', admin: 'done' },
  },
  {
    table: 'part_pictures',
    what: 'see pictures of a part that is not saved',
    statement: `select from part_pictures where part_id = '${ORDER}'`,
    outcomes: { ...everyone('nothing'), staff: 'done', admin: 'done' },
  },
  {
    table: 'part_pictures',
    what: 'add a picture',
    statement: `insert into part_pictures (id, part_id, place, address, width, height)
      values (gen_random_uuid(), '${PART}', 2, '/files/pictures/${'d'.repeat(32)}-1600.webp', 1, 1)`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'part_pictures',
    what: 'order, describe and remove pictures',
    statement:
      "update part_pictures set place = null, removed_at = now(), alt = 'Plug', address = address where place = 1",
    outcomes: onlyStaff,
  },
  {
    table: 'part_pictures',
    what: 'move a picture to another part',
    statement: `update part_pictures set part_id = '${ORDER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_pictures',
    what: 'delete pictures',
    statement: 'delete from part_pictures',
    outcomes: everyone('refused'),
  },

  {
    table: 'hidden_parts',
    what: 'read hidden parts',
    statement: 'select from hidden_parts',
    outcomes: onlyStaff,
  },
  {
    table: 'hidden_parts',
    what: 'write a draft',
    statement: "insert into hidden_parts (part_name) values ('Horn')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'hidden_parts',
    what: 'change a hidden part',
    statement: 'update hidden_parts set price = 1',
    outcomes: onlyStaff,
  },
  {
    table: 'hidden_parts',
    what: 'delete a hidden part',
    statement: 'delete from hidden_parts',
    outcomes: onlyStaff,
  },
  {
    table: 'hidden_parts',
    what: 'take parts off the shop',
    statement: "select hide_parts('{}')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'hidden_parts',
    what: 'put hidden parts into the shop',
    statement: "select show_parts('{}')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'restricted_kinds',
    what: 'read which parts are restricted',
    statement: 'select from restricted_kinds',
    outcomes: everyone('refused'),
  },
  {
    table: 'restricted_kinds',
    what: 'change which parts are restricted',
    statement: 'update restricted_kinds set is_on = false',
    outcomes: everyone('refused'),
  },
  {
    table: 'part_private_facts',
    what: 'read private facts',
    statement:
      'select cost_price, yard_place, yard_state, donor_vin, donor_stock_number, tested_by from part_private_facts',
    outcomes: onlyStaff,
  },
  {
    table: 'part_private_facts',
    what: 'read VINs',
    statement: 'select part_id, donor_vin from part_private_facts',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'part_private_facts',
    what: 'add private facts',
    statement: `insert into part_private_facts (part_id, cost_price) values ('${ORDER}', 1)`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'part_private_facts',
    what: 'change private facts',
    statement: "update part_private_facts set yard_place = 'Row 2'",
    outcomes: onlyStaff,
  },
  {
    table: 'part_private_facts',
    what: 'move private facts to another part',
    statement: `update part_private_facts set part_id = '${ORDER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_private_facts',
    what: 'delete private facts',
    statement: 'delete from part_private_facts',
    outcomes: everyone('refused'),
  },

  {
    table: 'part_private_facts',
    what: 'read interchange codes',
    statement: 'select interchange_code from part_private_facts',
    outcomes: onlyStaff,
  },
  {
    table: 'part_fitments',
    what: 'read fitments',
    statement: 'select from part_fitments',
    outcomes: everyone('done'),
  },
  {
    table: 'part_fitments',
    what: 'add a fitment',
    statement: `insert into part_fitments (part_id, make, model, from_year, to_year)
      values ('${PART}', 'Honda', 'Civic', 2006, 2011)`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'part_fitments',
    what: 'change a fitment',
    statement: "update part_fitments set engine = '1.8L'",
    outcomes: onlyStaff,
  },
  {
    table: 'part_fitments',
    what: 'move a fitment to another part',
    statement: `update part_fitments set part_id = '${ORDER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_fitments',
    what: 'delete fitments',
    statement: 'delete from part_fitments',
    outcomes: onlyStaff,
  },
  {
    table: 'fitment_counts',
    what: 'read counts of fitments',
    statement: 'select from fitment_counts',
    outcomes: everyone('done'),
  },
  {
    table: 'part_fit_keys',
    what: 'read what codes have become',
    statement: 'select from part_fit_keys',
    outcomes: everyone('refused'),
  },
  {
    table: 'part_fit_keys',
    what: 'change what codes have become',
    statement: 'delete from part_fit_keys',
    outcomes: everyone('refused'),
  },
  {
    table: 'fitment_counts',
    what: 'change counts of fitments',
    statement: 'update fitment_counts set parts = 7',
    outcomes: everyone('refused'),
  },

  {
    table: 'cart_lines',
    what: 'read carts',
    statement: 'select from cart_lines',
    outcomes: { ...onlyOlga, shop: 'done' },
  },
  {
    table: 'cart_lines',
    what: 'add a line to the own cart',
    statement: `insert into cart_lines (part_id, quantity) values ('${ORDER}', 1)`,
    outcomes: { ...everyone('done'), visitor: 'refused', shop: 'refused' },
  },
  {
    table: 'cart_lines',
    what: "add a line to olga's cart",
    statement: `insert into cart_lines (user_id, part_id, quantity) values ('${OLGA}', '${ORDER}', 1)`,
    outcomes: everyone('refused'),
  },
  {
    table: 'cart_lines',
    what: 'change a line',
    statement: 'update cart_lines set quantity = 2',
    outcomes: { ...onlyOlga, shop: 'done' },
  },
  {
    table: 'cart_lines',
    what: 'give a line to another user',
    statement: `update cart_lines set user_id = '${STRANGER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'cart_lines',
    what: 'delete lines',
    statement: 'delete from cart_lines where quantity > 0',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'cart_lines',
    what: 'forget removed lines',
    statement: 'delete from cart_lines where quantity = 0',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'garages',
    what: 'read garages',
    statement: 'select from garages',
    outcomes: onlyOlga,
  },
  {
    table: 'garages',
    what: 'add a garage of the own',
    statement: `insert into garages (vehicles) values ('[]') on conflict (user_id) do nothing`,
    outcomes: { ...everyone('done'), visitor: 'refused', olga: 'nothing', shop: 'refused' },
  },
  {
    table: 'garages',
    what: "add olga's garage",
    statement: `insert into garages (user_id, vehicles) values ('${OLGA}', '[]')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'garages',
    what: 'change garages',
    statement: 'update garages set active = null',
    outcomes: onlyOlga,
  },
  {
    table: 'garages',
    what: 'give a garage to another user',
    statement: `update garages set user_id = '${STRANGER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'garages',
    what: 'delete garages',
    statement: 'delete from garages',
    outcomes: everyone('refused'),
  },
  {
    table: 'auth.former_emails',
    what: 'read former email addresses',
    statement: 'select from auth.former_emails',
    outcomes: everyone('refused'),
  },
  {
    table: 'saved_addresses',
    what: 'read addresses',
    statement: 'select from saved_addresses',
    outcomes: onlyOlga,
  },
  {
    table: 'saved_addresses',
    what: 'add an address',
    statement: `insert into saved_addresses (name, line1, city, state, postal_code, country, place)
      values ('Vic', '1 Elm Street', 'Reno', 'NV', '89501', 'US', 'residential')`,
    outcomes: { ...everyone('done'), visitor: 'refused', shop: 'refused' },
  },
  {
    table: 'saved_addresses',
    what: 'add an address for olga',
    statement: `insert into saved_addresses (user_id, name, line1, city, state, postal_code, country, place)
      values ('${OLGA}', 'Vic', '1 Elm Street', 'Reno', 'NV', '89501', 'US', 'residential')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'saved_addresses',
    what: 'change addresses',
    statement: "update saved_addresses set line1 = '2 Elm Street'",
    outcomes: onlyOlga,
  },
  {
    table: 'saved_addresses',
    what: 'delete addresses',
    statement: 'delete from saved_addresses',
    outcomes: onlyOlga,
  },

  {
    table: 'shop_settings',
    what: 'read the settings',
    statement: 'select from shop_settings',
    outcomes: everyone('done'),
  },
  {
    table: 'shop_settings',
    what: 'change the settings',
    statement: `update shop_settings set values = '{"business": {"name": "Other"}}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'shop_settings',
    what: 'set the version of the settings',
    statement: 'update shop_settings set version = 9',
    outcomes: everyone('refused'),
  },
  {
    table: 'settings_versions',
    what: 'read versions of the settings',
    statement: 'select from settings_versions',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'settings_versions',
    what: 'change versions of the settings',
    statement: "update settings_versions set values = '{}'",
    outcomes: everyone('refused'),
  },
  {
    table: 'legal_texts',
    what: 'read legal texts',
    statement: 'select page, version, body, published_at from legal_texts',
    outcomes: everyone('done'),
  },
  {
    table: 'legal_texts',
    what: 'publish a legal text',
    statement: "insert into legal_texts (page, body) values ('terms', 'Text')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'legal_texts',
    what: 'choose the version and the date of a legal text',
    statement:
      "insert into legal_texts (page, body, version, published_at) values ('terms', 'Text', 9, '2025-01-17')",
    outcomes: everyone('refused'),
  },
  {
    table: 'legal_texts',
    what: 'change a legal text',
    statement: "update legal_texts set body = 'Other'",
    outcomes: everyone('refused'),
  },
  {
    table: 'legal_texts',
    what: 'delete a legal text',
    statement: 'delete from legal_texts',
    outcomes: everyone('refused'),
  },

  {
    table: 'conditions',
    what: 'read conditions',
    statement: 'select from conditions',
    outcomes: everyone('done'),
  },
  {
    table: 'conditions',
    what: 'add a condition',
    statement:
      "insert into conditions (name, color_class) values ('Like New', 'bg-green-100 text-green-800')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'conditions',
    what: 'change a condition',
    statement: 'update conditions set sort_order = 1',
    outcomes: onlyAdmins,
  },
  {
    table: 'conditions',
    what: 'delete conditions',
    statement: 'delete from conditions',
    outcomes: onlyAdmins,
  },

  {
    table: 'demo_parts',
    what: "read which parts are the demo's",
    statement: 'select from demo_parts',
    outcomes: onlyAdmins,
  },

  {
    table: 'demo_cars',
    what: "read which cars are the demo's",
    statement: 'select from demo_cars',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'demo_cars',
    what: 'forget a car that was not removed',
    statement: 'delete from demo_cars',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  ...['select remove_demo_cars()', 'select restore_demo_cars()'].map((statement) => ({
    table: 'demo_cars',
    what: statement,
    statement,
    outcomes: onlyAdminsAdd,
  })),

  {
    table: 'part_kinds',
    what: 'read kinds of parts',
    statement: 'select from part_kinds',
    outcomes: everyone('done'),
  },
  {
    table: 'part_kinds',
    what: 'add a kind of parts',
    statement: "insert into part_kinds (key, name) values ('jacks', 'Jacks')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_kinds',
    what: 'change a kind of parts',
    statement: "update part_kinds set yard_code = '117'",
    outcomes: onlyAdmins,
  },
  {
    table: 'part_kinds',
    what: 'delete kinds of parts',
    statement: 'delete from part_kinds',
    outcomes: onlyAdmins,
  },

  {
    table: 'catalog_counts',
    what: 'read counts',
    statement: 'select from catalog_counts',
    outcomes: everyone('done'),
  },
  {
    table: 'catalog_counts',
    what: 'change counts',
    statement: 'update catalog_counts set parts = 7',
    outcomes: everyone('refused'),
  },
  ...['search_parts', 'search_vocabulary', 'part_names'].flatMap((table) => [
    { table, what: 'search', statement: `select from ${table}`, outcomes: everyone('done') },
    {
      table,
      what: 'change the index',
      statement: `delete from ${table}`,
      outcomes: everyone('refused'),
    },
  ]),

  {
    table: 'catalog_tallies',
    what: 'read figures',
    statement: 'select from catalog_tallies',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'catalog_tallies',
    what: 'change figures',
    statement: 'delete from catalog_tallies',
    outcomes: everyone('refused'),
  },
  {
    table: 'catalog_stock_tallies',
    what: 'read how many parts have which stock',
    statement: 'select from catalog_stock_tallies',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'catalog_stock_tallies',
    what: 'change how many parts have which stock',
    statement: 'delete from catalog_stock_tallies',
    outcomes: everyone('refused'),
  },
  ...[
    'select open_holds from deleted_parts',
    "update deleted_parts set part = '{}'",
    "select bring_parts_back('{}')",
    'delete from deleted_parts',
    "select restore_deleted_parts('2000-01-01')",
  ].map((statement) => ({
    table: 'deleted_parts',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'deleted_parts',
    what: 'read the trash',
    statement: 'select part from deleted_parts',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'deleted_parts',
    what: 'restore parts',
    statement: "select restore_parts('{}')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'deleted_parts',
    what: 'run the nightly cleanup',
    statement: 'select clean_up_catalog()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'profiles',
    what: "read Olga's profile",
    statement: `select from profiles where user_id = '${OLGA}'`,
    outcomes: olgaAndAdmins,
  },
  {
    table: 'profiles',
    what: "add the stranger's profile",
    statement: `insert into profiles (user_id) values ('${STRANGER}')`,
    outcomes: { ...everyone('refused'), stranger: 'done' },
  },
  {
    table: 'profiles',
    what: "change Olga's phone",
    statement: `update profiles set phone = '1' where user_id = '${OLGA}'`,
    outcomes: { ...everyone('nothing'), visitor: 'refused', olga: 'done', shop: 'refused' },
  },
  {
    table: 'profiles',
    what: 'move a profile to another user',
    statement: `update profiles set user_id = '${STRANGER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'profiles',
    what: 'read all personal data',
    statement: 'select personal_data()',
    outcomes: { ...everyone('done'), visitor: 'refused', shop: 'refused' },
  },
  {
    table: 'profiles',
    what: 'delete personal data',
    statement: `select auth.forget_person('${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'profiles',
    what: 'delete profiles',
    statement: 'delete from profiles',
    outcomes: everyone('refused'),
  },

  {
    table: 'user_roles',
    what: "read the admin's role",
    statement: `select from user_roles where user_id = '${ADMIN}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'user_roles',
    what: "read the staff's own role",
    statement: `select from user_roles where user_id = '${STAFF}'`,
    outcomes: { ...onlyAdmins, staff: 'done' },
  },
  ...['admin', 'staff'].map((role) => ({
    table: 'user_roles',
    what: `give Olga the role ${role}`,
    statement: `insert into user_roles (user_id, role) values ('${OLGA}', '${role}')`,
    outcomes: everyone('refused'),
  })),
  {
    table: 'user_roles',
    what: 'move a role to another user',
    statement: `update user_roles set user_id = '${OLGA}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'user_roles',
    what: 'delete roles',
    statement: 'delete from user_roles',
    outcomes: everyone('refused'),
  },

  {
    table: 'invitations',
    what: 'read invitations',
    statement: 'select id, email, role from invitations',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'invitations',
    what: 'read the hashes of links',
    statement: 'select token_hash from invitations',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'invitations',
    what: 'invite',
    statement: "insert into invitations (email, role) values ('new@example.com', 'admin')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'invitations',
    what: 'invite as someone else, or for longer',
    statement: `insert into invitations (email, role, invited_by, expires_at) values ('n@e.com', 'admin', '${ADMIN}', 'infinity')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'invitations',
    what: 'revoke an invitation',
    statement: 'update invitations set revoked_at = now()',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'invitations',
    what: 'change the link of an invitation',
    statement: "update invitations set token_hash = 'x'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...[
    "update invitations set email = 'x@e.com'",
    "update invitations set role = 'admin'",
    'delete from invitations',
  ].map((statement) => ({ table: 'invitations', what: statement, statement, outcomes: everyone('refused') })),
  {
    table: 'invitations',
    what: "accept Olga's invitation",
    statement: "select accept_invitation('hash')",
    outcomes: { ...everyone('refused'), olga: 'done' },
  },
  {
    table: 'user_roles',
    what: 'read the team',
    statement: 'select from team()',
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'user_roles',
    what: "take the staff's role away",
    statement: `select remove_role('${STAFF}', 'staff')`,
    outcomes: onlyAdminsAdd,
  },

  {
    table: 'orders',
    what: "read Olga's order",
    statement: `select from orders where id = '${ORDER}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'orders',
    what: 'add an order',
    statement: `insert into orders (user_id, amount) values ('${OLGA}', 10)`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'orders',
    what: 'mark an order as completed',
    statement: `update orders set status = 'completed' where id = '${ORDER}'`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'orders',
    what: 'move an order on',
    statement: `update orders set progress = 'packed', ready_at = now(), ship_by = now(), sent_at = now(), hold_reason = 'Asked', purchase_order = 'PO-7' where id = '${ORDER}'`,
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  { table: 'orders', what: 'delete orders', statement: 'delete from orders', outcomes: everyone('refused') },

  {
    table: 'order_lines',
    what: "read the lines of Olga's order",
    statement: `select from order_lines where order_id = '${ORDER}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'order_lines',
    what: 'add an order line',
    statement: `insert into order_lines (order_id, part_name, unit_price, quantity) values ('${ORDER}', 'Horn', 1, 1)`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...['packed', 'canceled', 'shipped', 'returned', 'restocked', 'lost', 'refunded'].map((sum) => ({
    table: 'order_lines',
    what: `change how many units are ${sum}`,
    statement: `update order_lines set ${sum} = 0`,
    outcomes: everyone('refused'),
  })),
  {
    table: 'order_lines',
    what: 'change a bought price',
    statement: 'update order_lines set unit_price = 1',
    outcomes: everyone('refused'),
  },
  {
    table: 'order_lines',
    what: 'delete lines',
    statement: 'delete from order_lines',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },

  {
    table: 'order_balances',
    what: 'read what is due',
    statement: 'select from order_balances',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'order_balances',
    what: 'ask for a balance',
    statement: `insert into order_balances (order_id, amount) values ('${ORDER}', 1)`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'order_balances',
    what: 'withdraw a balance',
    statement: 'update order_balances set withdrawn_at = now()',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'order_balances',
    what: 'change nothing of a balance that is due',
    statement: 'update order_balances set withdrawn_at = null',
    outcomes: { ...everyone('refused'), stranger: 'nothing', olga: 'nothing', shop: 'done' },
  },
  {
    table: 'order_balances',
    what: 'note its payment',
    statement: "update order_balances set payment_id = 'pi_5', paid_at = now()",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...['update order_balances set amount = 2', 'delete from order_balances'].map((statement) => ({
    table: 'order_balances',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'order_corrections',
    what: 'read corrections of orders',
    statement: 'select from order_corrections',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  // The shop writes them for a member of staff only (tests/http/order-corrections.test.ts).
  ...[
    `insert into order_corrections (id, order_id, difference, tax_difference, before) values ('${PART}', '${ORDER}', 1, 0, '{}')`,
    'update order_corrections set difference = 0',
    'delete from order_corrections',
  ].map((statement) => ({
    table: 'order_corrections',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'order_lines',
    what: 'correct the amounts of a line',
    statement: 'update order_lines set tax = 0',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },

  {
    table: 'unit_ledger',
    what: 'read what happened to units',
    statement: 'select from unit_ledger',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  ...['packed', 'canceled'].map((kind) => ({
    table: 'unit_ledger',
    what: `write that units are ${kind}`,
    statement: `insert into unit_ledger (line_id, kind, quantity) values ('${OTHER_LINE}', '${kind}', 1)`,
    outcomes: { ...onlyStaffAdd, shop: 'done' as const },
  })),
  {
    table: 'unit_ledger',
    what: 'write that units came back',
    statement: `insert into unit_ledger (line_id, kind, quantity) values ('${SHIPPED_LINE}', 'returned', 1)`,
    outcomes: onlyStaffAdd,
  },
  // Parcels and refunds write these.
  ...['shipped', 'refunded', 'core_refunded'].map((kind) => ({
    table: 'unit_ledger',
    what: `write that units are ${kind}`,
    statement: `insert into unit_ledger (line_id, kind, quantity) values ('${SHIPPED_LINE}', '${kind}', 1)`,
    outcomes: everyone('refused'),
  })),
  ...['update unit_ledger set quantity = 2', 'delete from unit_ledger'].map((statement) => ({
    table: 'unit_ledger',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'sold_vins',
    what: 'read the VINs of orders',
    statement: 'select from sold_vins',
    outcomes: onlyStaff,
  },
  {
    table: 'sold_vins',
    what: 'keep a VIN with an order',
    statement: `insert into sold_vins (line_id, vin) values ('${OTHER_LINE}', '1M8GDM9AXKP042788')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'sold_vins',
    what: 'change a VIN of an order',
    statement: "update sold_vins set vin = '1'",
    outcomes: everyone('refused'),
  },
  {
    table: 'sold_vins',
    what: 'delete VINs of orders',
    statement: 'delete from sold_vins',
    outcomes: everyone('refused'),
  },

  {
    table: 'order_events',
    what: 'read what happened to orders',
    statement: 'select from order_events',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'order_events',
    what: 'see how staff call themselves',
    statement: `select from staff_names('{${STAFF}}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'auth.users',
    what: 'see how a buyer calls herself',
    statement: `select from staff_names('{${OLGA}}')`,
    outcomes: { ...everyone('nothing'), visitor: 'refused', shop: 'refused' },
  },
  {
    table: 'mails',
    what: 'see which mails an order got',
    statement: `select from order_mails('${ORDER}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'mails',
    what: 'see which mails name an order',
    statement: `select from order_buyer_mails('${ORDER}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'inbox_threads',
    what: 'read what the buyer of an order wrote',
    statement: `select from order_messages('${ORDER}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'payment_events',
    what: 'see which payment events an order got',
    statement: `select from order_payment_events('${ORDER}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'order_events',
    what: 'add a note',
    statement: `insert into order_events (order_id, kind, details) values ('${ORDER}', 'note', '{"text": "Hi"}')`,
    outcomes: { ...onlyStaffAdd, shop: 'done' },
  },
  {
    table: 'order_events',
    what: 'mail the buyer about an event',
    statement: `insert into order_events (order_id, kind, mail_at) values ('${ORDER}', 'ready', now())`,
    outcomes: { ...onlyStaffAdd, shop: 'done' },
  },
  ...["'refunded', now()", "'disputed', now()", "'link_sent', now()"].map((event) => ({
    table: 'order_events',
    what: `mail the buyer what only the shop knows: ${event}`,
    statement: `insert into order_events (order_id, kind, mail_at) values ('${ORDER}', ${event})`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  ...["- interval '1 minute'", "+ interval '6 minutes'"].map((shift) => ({
    table: 'order_events',
    what: `mail the buyer at another time: ${shift}`,
    statement: `insert into order_events (order_id, kind, mail_at) values ('${ORDER}', 'ready', now() ${shift})`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  {
    table: 'order_events',
    what: 'add a note as someone else',
    statement: `insert into order_events (order_id, kind, actor) values ('${ORDER}', 'note', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'order_events',
    what: 'undo an event',
    statement: 'update order_events set undone_at = now()',
    outcomes: onlyStaff,
  },
  {
    table: 'order_events',
    what: 'note the mail about an event',
    statement: 'update order_events set mail_id = null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...["update order_events set details = '{}'", 'delete from order_events'].map((statement) => ({
    table: 'order_events',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'quotes',
    what: 'read quotes',
    statement: 'select from quotes',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'quotes',
    what: 'cancel a quote',
    statement: 'update quotes set canceled_at = now()',
    outcomes: { ...onlyStaff, shop: 'refused' },
  },
  {
    table: 'quotes',
    what: 'ask for a payment page',
    statement: 'update quotes set page_key = null, page_asked_at = null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...[
    `insert into quotes (order_id) values ('${ORDER}')`,
    'update quotes set change_id = gen_random_uuid()',
    "update quotes set note = 'Hi'",
    'delete from quotes',
    // The shop does it only for a member of staff.
    "insert into orders (amount, purchase) values (1, 'quote')",
    "update orders set payment_method = 'cash'",
  ].map((statement) => ({ table: 'quotes', what: statement, statement, outcomes: everyone('refused') })),
  {
    table: 'quote_links',
    what: 'read the links of quotes',
    statement: 'select id, by_mail from quote_links',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'quote_links',
    what: 'read the hashes of links',
    statement: 'select secret_hash from quote_links',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'quote_links',
    what: 'make a link',
    statement: `insert into quote_links (order_id, secret_hash) values ('${QUOTE}', 'two')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'quote_links',
    what: 'make a link as someone else',
    statement: `insert into quote_links (order_id, secret_hash, created_by) values ('${QUOTE}', 'two', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'quote_links',
    what: 'note the mail of a link',
    statement: "update quote_links set secret_hash = 'x', mail_id = null",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'quote_links',
    what: 'delete links',
    statement: 'delete from quote_links',
    outcomes: everyone('refused'),
  },

  {
    table: 'shipments',
    what: "read the shipments of Olga's order",
    statement: `select from shipments where order_id = '${ORDER}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'shipments',
    what: 'ship a parcel',
    statement: `insert into shipments (order_id, method, carrier, tracking) values ('${ORDER}', 'parcel', 'UPS', '2')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'shipments',
    what: 'ship a parcel as someone else',
    statement: `insert into shipments (order_id, method, shipped_by) values ('${ORDER}', 'parcel', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'shipments',
    what: 'correct a tracking number',
    statement: "update shipments set carrier = 'FedEx', tracking = '3'",
    outcomes: onlyStaff,
  },
  {
    table: 'shipments',
    what: 'mark a parcel as delivered, or undo it',
    statement: `update shipments set delivered_at = now(), undone_at = now() where id = '${EMPTY_SHIPMENT}'`,
    outcomes: onlyStaff,
  },
  ...["update shipments set collected_by = 'Sam'", 'delete from shipments'].map((statement) => ({
    table: 'shipments',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'shipment_lines',
    what: "read the pieces in the shipments of Olga's order",
    statement: `select from shipment_lines where shipment_id = '${SHIPMENT}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'shipment_lines',
    what: 'ship pieces',
    statement: `insert into shipment_lines (shipment_id, line_id, quantity) values ('${SHIPMENT}', '${OTHER_LINE}', 1)`,
    outcomes: onlyStaffAdd,
  },
  ...['update shipment_lines set quantity = 2', 'delete from shipment_lines'].map((statement) => ({
    table: 'shipment_lines',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'order_photos',
    what: 'see photographs',
    statement: 'select from order_photos',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'order_photos',
    what: 'add a photograph',
    statement: `insert into order_photos (order_id, line_id, file) values ('${ORDER}', '${LINE}', 'two.webp')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'order_photos',
    what: 'add a photograph as someone else',
    statement: `insert into order_photos (order_id, file, taken_by) values ('${ORDER}', 'two.webp', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'order_photos',
    what: 'remove a photograph',
    statement: 'delete from order_photos',
    outcomes: onlyStaff,
  },
  {
    table: 'order_photos',
    what: 'change a photograph',
    statement: "update order_photos set file = 'two.webp'",
    outcomes: everyone('refused'),
  },

  {
    table: 'order_links',
    what: 'see which links orders have',
    statement: 'select order_id, created_at, expires_at, revoked_at from order_links',
    outcomes: { ...onlyStaff, shop: 'refused' },
  },
  {
    table: 'order_links',
    what: 'read the hash of a link',
    statement: 'select token_hash from order_links',
    outcomes: everyone('refused'),
  },
  {
    table: 'order_links',
    what: 'add a link',
    statement: `insert into order_links (token_hash, order_id) values ('${'b'.repeat(43)}', '${ORDER}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'order_links',
    what: 'revoke links',
    statement: 'update order_links set revoked_at = now()',
    outcomes: { ...onlyStaff, shop: 'refused' },
  },
  {
    table: 'order_links',
    what: 'make a revoked link work again',
    statement: 'update order_links set revoked_at = null',
    outcomes: { ...everyone('refused'), stranger: 'nothing', olga: 'nothing' },
  },
  {
    table: 'order_links',
    what: 'delete links',
    statement: 'delete from order_links',
    outcomes: everyone('refused'),
  },
  {
    table: 'orders',
    what: "see Olga's order as its buyer",
    statement: `${BUYER_ORDER} where buyer_order(number) ->> 'isFull' = 'true'`,
    outcomes: { ...everyone('nothing'), olga: 'done', shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see an order with its link',
    statement: `${BUYER_ORDER} where buyer_order(number, '${LINK_HASH}') ->> 'isFull' = 'true'`,
    outcomes: { ...everyone('done'), shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see an order with the link of another one',
    statement: `${BUYER_ORDER} where buyer_order(number, '${'x'.repeat(43)}') is not null`,
    outcomes: { ...everyone('nothing'), olga: 'done', shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see the state of an order by number and email, without its buyer',
    statement: `${BUYER_ORDER} where buyer_order(number, null, 'OLGA@example.com') ->> 'isFull' = 'false'
      and buyer_order(number, null, 'OLGA@example.com') -> 'buyer' = 'null'`,
    outcomes: { ...everyone('done'), olga: 'nothing', shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see the state of an order by number and another email',
    statement: `${BUYER_ORDER} where buyer_order(number, null, 'eve@example.com') is not null`,
    outcomes: { ...everyone('nothing'), olga: 'done', shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see notes of staff as a buyer',
    statement: `${BUYER_ORDER} where buyer_order(number, '${LINK_HASH}')::text like '%Olga will call%'`,
    outcomes: { ...everyone('nothing'), shop: 'refused' },
  },
  {
    table: 'orders',
    what: 'see what was just paid in this browser',
    statement: `select from (values (just_paid_order('cs_1', '${BROWSER}'))) as found (data) where data ->> 'isFull' = 'true'`,
    outcomes: { ...everyone('done'), shop: 'refused' },
  },
  ...['gen_random_uuid()', 'null'].map((browser) => ({
    table: 'orders',
    what: `see what was just paid in another browser: ${browser}`,
    statement: `select from (values (just_paid_order('cs_1', ${browser}))) as found (data) where data is not null`,
    outcomes: { ...everyone('nothing'), olga: 'done' as const, shop: 'refused' as const },
  })),

  {
    table: 'order_search',
    what: 'search orders',
    statement: `select from order_search where words @@ 'olga'`,
    outcomes: onlyStaff,
  },
  {
    table: 'order_search',
    what: 'find orders by their words',
    statement: "select find_order_numbers('olga', 'olga', 0, 99999)",
    outcomes: onlyStaff,
  },
  ...["update order_search set words = ''", 'delete from order_search'].map((statement) => ({
    table: 'order_search',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'tax_rate_imports',
    what: 'read imports of tax rates',
    statement: 'select from tax_rate_imports',
    outcomes: onlyAdmins,
  },
  {
    table: 'tax_rate_imports',
    what: 'import tax rates',
    statement: "insert into tax_rate_imports (source, rows) values ('rates.csv', 1)",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'tax_rate_imports',
    what: 'import tax rates as someone else',
    statement: `insert into tax_rate_imports (source, rows, imported_by) values ('rates.csv', 1, '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  ...["update tax_rate_imports set source = 'x'", 'delete from tax_rate_imports'].map((statement) => ({
    table: 'tax_rate_imports',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'tax_rates',
    what: 'read tax rates',
    statement: 'select from tax_rates',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'tax_rates',
    what: 'add tax rates',
    statement: `insert into tax_rates (state, zip, state_rate, county, county_rate, city_rate, needs_check)
      values ('CA', '92102', 0.06, 'San Diego', 0.01, 0, false)`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'tax_rates',
    what: 'change a tax rate',
    statement: 'update tax_rates set state_rate = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'tax_rates',
    what: 'delete tax rates',
    statement: 'delete from tax_rates',
    outcomes: onlyAdmins,
  },
  {
    table: 'resale_certificates',
    what: "read Olga's certificate",
    statement: 'select from resale_certificates',
    outcomes: { ...olgaAndAdmins, shop: 'done' },
  },
  {
    table: 'resale_certificates',
    what: 'approve a certificate',
    statement: `insert into resale_certificates (email, number, state, expires_on)
      values ('olga@example.com', 'SR AA 2', 'CA', '2030-01-01')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'resale_certificates',
    what: 'approve a certificate as someone else',
    statement: `insert into resale_certificates (email, number, state, expires_on, approved_by)
      values ('olga@example.com', 'SR AA 2', 'CA', '2030-01-01', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'resale_certificates',
    what: 'revoke a certificate',
    statement: 'update resale_certificates set revoked_at = now()',
    outcomes: { ...onlyAdmins },
  },
  {
    table: 'resale_certificates',
    what: 'extend a certificate',
    statement: "update resale_certificates set expires_on = '2099-01-01'",
    outcomes: everyone('refused'),
  },
  {
    table: 'resale_certificates',
    what: 'delete certificates',
    statement: 'delete from resale_certificates',
    outcomes: everyone('refused'),
  },
  {
    table: 'order_taxes',
    what: "read the taxes of Olga's order",
    statement: `select from order_taxes where order_id = '${ORDER}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'order_taxes',
    what: 'write the taxes of an order',
    statement: `insert into order_taxes (order_id, position, level, name, rate, taxable, tax)
      values ('${ORDER}', 1, 'flat', 'Sales tax', 0.08, 10, 0.8)`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'order_taxes',
    what: 'change taxes',
    statement: 'update order_taxes set tax = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'order_taxes',
    what: 'delete taxes',
    statement: 'delete from order_taxes',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'saved_answers',
    what: 'read saved answers',
    statement: 'select from saved_answers',
    outcomes: onlyStaff,
  },
  {
    table: 'saved_answers',
    what: 'add a saved answer',
    statement: "insert into saved_answers (title, text) values ('Hours', 'We are open.')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'saved_answers',
    what: 'add one in the name of someone else',
    statement: `insert into saved_answers (title, text, changed_by) values ('Hours', 'We are open.', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'saved_answers',
    what: 'change saved answers',
    statement: "update saved_answers set text = 'We are closed.'",
    outcomes: onlyStaff,
  },
  {
    table: 'saved_answers',
    what: 'delete saved answers',
    statement: 'delete from saved_answers',
    outcomes: onlyStaff,
  },

  {
    table: 'api_keys',
    what: 'read API keys',
    statement: 'select id, name, scopes, created_by, created_at, last_used_at, revoked_at from api_keys',
    outcomes: onlyAdmins,
  },
  {
    table: 'api_keys',
    what: 'read hashes of API keys',
    statement: 'select token_hash from api_keys',
    outcomes: everyone('refused'),
  },
  {
    table: 'api_keys',
    what: 'create an API key',
    statement: `insert into api_keys (name, token_hash, scopes) values ('Mine', repeat('b', 43), '{parts:write}')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'api_keys',
    what: 'create one in the name of someone else',
    statement: `insert into api_keys (name, token_hash, scopes, created_by)
      values ('Mine', repeat('b', 43), '{parts:write}', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'api_keys',
    what: 'revoke API keys',
    statement: 'update api_keys set revoked_at = now()',
    outcomes: onlyAdmins,
  },
  {
    table: 'api_keys',
    what: 'widen the scopes of a key',
    statement: "update api_keys set scopes = '{orders:read}'",
    outcomes: everyone('refused'),
  },
  {
    table: 'api_keys',
    what: 'delete API keys',
    statement: 'delete from api_keys',
    outcomes: everyone('refused'),
  },
  {
    table: 'api_requests',
    what: 'read requests of programs',
    statement: 'select response from api_requests',
    outcomes: everyone('refused'),
  },
  {
    table: 'api_requests',
    what: 'keep a request',
    statement: "insert into api_requests (idempotency_key, request_hash) values ('two', repeat('c', 43))",
    outcomes: everyone('refused'),
  },
  {
    table: 'api_requests',
    what: 'change a request',
    statement: "update api_requests set response = '{}'",
    outcomes: everyone('refused'),
  },
  {
    table: 'api_requests',
    what: 'remove requests',
    statement: 'delete from api_requests where created_at < now()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'agent_platforms',
    what: 'see platforms of assistants',
    statement: 'select from agent_platforms',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'agent_platforms',
    what: 'add a platform',
    statement: "insert into agent_platforms (profile_url) values ('https://other.example/')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_platforms',
    what: 'note when a platform calls',
    statement: 'update agent_platforms set last_seen_at = now()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_platforms',
    what: 'rename a platform',
    statement: "update agent_platforms set profile_url = 'https://other.example/'",
    outcomes: everyone('refused'),
  },
  {
    table: 'agent_platforms',
    what: 'forget platforms',
    statement: `delete from agent_platforms where id = '${PART}'`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...[
    ['agent_keys', 'read keys that sign for the shop', 'select from agent_keys'],
    [
      'agent_keys',
      'add a key that signs for the shop',
      `insert into agent_keys (id, public_key, sealed_key) values (gen_random_uuid(), '{}', 'x')`,
    ],
    ['agent_keys', 'retire keys that sign for the shop', 'update agent_keys set published_until = now()'],
    ['agent_keys', 'remove keys that sign for the shop', 'delete from agent_keys'],
    ['agent_requests', 'read requests of platforms', 'select from agent_requests'],
    [
      'agent_requests',
      'keep a request of a platform',
      `insert into agent_requests (platform_id, operation, idempotency_key, request_hash)
       values ('${PART}', 'create_cart', 'two', repeat('c', 43))`,
    ],
    [
      'agent_requests',
      'answer requests of platforms',
      "update agent_requests set status = 200, sealed_answer = 'x'",
    ],
    ['agent_requests', 'remove requests of platforms', 'delete from agent_requests'],
  ].map(([table = '', what = '', statement = '']): Story => ({
    table,
    what,
    statement,
    outcomes: { ...everyone('refused'), shop: 'done' },
  })),
  {
    table: 'agent_keys',
    what: 'replace a key that signs for the shop',
    statement: "update agent_keys set public_key = '{}'",
    outcomes: everyone('refused'),
  },

  ...[
    ['read', 'select from job_starts'],
    ['add', 'insert into job_starts (job_id) values (1)'],
    ['count', 'update job_starts set starts = 3'],
    ['forget', 'delete from job_starts'],
  ].map(([what, statement]) => ({
    table: 'job_starts',
    what: `${what} starts of jobs`,
    statement: `${statement}`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  {
    table: 'webhooks',
    what: 'read webhooks',
    statement: 'select from webhooks',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'webhooks',
    what: 'add a webhook',
    statement: "insert into webhooks (url, events) values ('https://example.com/', '{part.sold}')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'webhooks',
    what: 'add one in the name of someone else',
    statement: `insert into webhooks (url, events, created_by) values ('https://example.com/', '{part.sold}', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'webhooks',
    what: 'enable or disable webhooks',
    statement: 'update webhooks set disabled_at = now()',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'webhooks',
    what: 'change the address of a webhook',
    statement: "update webhooks set url = 'https://example.org/'",
    outcomes: everyone('refused'),
  },
  {
    table: 'webhooks',
    what: 'delete webhooks',
    statement: 'delete from webhooks',
    outcomes: onlyAdmins,
  },
  {
    table: 'agent_carts',
    what: 'count carts of assistants',
    statement: 'select id, platform_id, created_at from agent_carts',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'agent_carts',
    what: 'read what a buyer told an assistant',
    statement: 'select asked from agent_carts',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_carts',
    what: 'add a cart of an assistant',
    statement: `insert into agent_carts (platform_id, asked) values ('${CRAWL}', '{}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_carts',
    what: 'change a cart of an assistant',
    statement: "update agent_carts set asked = '{}', expires_at = now()",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_carts',
    what: 'delete carts of assistants',
    statement: 'delete from agent_carts',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_checkouts',
    what: 'see where orders came from',
    statement:
      'select id, platform_id, is_signed, payer_id, created_at, canceled_at, expires_at from agent_checkouts',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'agent_checkouts',
    what: 'read what a buyer told an assistant',
    statement: 'select asked from agent_checkouts',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_checkouts',
    what: 'add a checkout of an assistant',
    statement: `insert into agent_checkouts (platform_id, is_signed, asked) values ('${CRAWL}', true, '{}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_checkouts',
    what: 'change a checkout of an assistant',
    statement:
      "update agent_checkouts set asked = '{}', updated_at = now(), canceled_at = now(), cart_id = null",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_checkouts',
    what: 'give a checkout to another platform',
    statement: 'update agent_checkouts set is_signed = true',
    outcomes: everyone('refused'),
  },
  {
    table: 'agent_checkouts',
    what: 'delete checkouts of assistants',
    statement: 'delete from agent_checkouts',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'see whether platforms were told',
    statement:
      'select id, checkout_id, order_id, happened_at, attempts, state, next_at, outcome from agent_events',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'read the body of an event',
    statement: 'select payload from agent_events',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'make up an event',
    statement: `insert into agent_events (checkout_id, order_id) values ('${CRAWL}', '${ORDER}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'agent_events',
    what: 'send an event again',
    statement: "update agent_events set state = 'waiting', attempts = 0, next_at = null",
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'note an event as delivered',
    statement: "update agent_events set state = 'delivered'",
    outcomes: { ...everyone('nothing'), visitor: 'refused', admin: 'refused', shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'change an event',
    statement: "update agent_events set payload = '{}', outcome = ''",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'agent_events',
    what: 'delete events',
    statement: 'delete from agent_events',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'webhook_deliveries',
    what: 'read deliveries',
    statement: 'select from webhook_deliveries',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'webhook_deliveries',
    what: 'make up an event',
    statement: `insert into webhook_deliveries (webhook_id, event_id, event, payload)
      select id, id, 'order.paid', '{}' from webhooks`,
    outcomes: everyone('refused'),
  },
  {
    table: 'webhook_deliveries',
    what: 'send an event again',
    statement: "update webhook_deliveries set state = 'waiting', attempts = 0, next_at = null",
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'webhook_deliveries',
    what: 'change an event',
    statement: "update webhook_deliveries set payload = '{}'",
    outcomes: everyone('refused'),
  },
  {
    table: 'webhook_deliveries',
    what: 'remove deliveries',
    statement: 'delete from webhook_deliveries',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'webhook_deliveries',
    what: 'tell programs about a sold part',
    statement: `select write_part_sold_elsewhere('${PART}', 1)`,
    outcomes: { ...everyone('refused'), staff: 'done', admin: 'done' },
  },

  {
    table: 'stock_holds',
    what: 'read holds',
    statement: 'select from stock_holds',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'stock_holds',
    what: 'hold stock',
    statement: `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${QUOTE}', '${PART}', 1, now())`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'stock_holds',
    what: 'end a hold',
    statement: "update stock_holds set outcome = 'sold', ended_at = now()",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'stock_holds',
    what: 'delete holds',
    statement: 'delete from stock_holds',
    outcomes: everyone('refused'),
  },

  ...[
    'select browser_id from browser_keys',
    'insert into browser_keys (key) values (gen_random_uuid())',
    'delete from browser_keys',
  ].map((statement) => ({
    table: 'browser_keys',
    what: statement,
    statement,
    outcomes: { ...everyone('refused'), shop: 'done' } as const,
  })),
  ...[
    'update browser_keys set made_at = now()',
    'insert into browser_keys (key, browser_id) select key, key from browser_keys',
  ].map((statement) => ({
    table: 'browser_keys',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'payment_events',
    what: 'read payment events',
    statement: 'select from payment_events',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'payment_events',
    what: 'store a payment event',
    statement: "insert into payment_events (id, type, payload) values ('evt_2', 'x', '{}')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payment_events',
    what: 'change a payment event',
    statement: "update payment_events set type = 'y'",
    outcomes: everyone('refused'),
  },
  {
    table: 'payment_events',
    what: 'note that a found event was delivered',
    statement: "update payment_events set source = 'webhook' where source = 'asked'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payment_events',
    what: 'deny that an event was delivered',
    statement: "update payment_events set source = 'asked' where id = 'evt_asked'",
    outcomes: everyone('refused'),
  },
  {
    table: 'payment_events',
    what: 'delete payment events',
    statement: 'delete from payment_events',
    outcomes: everyone('refused'),
  },

  {
    table: 'refunds',
    what: 'read refunds',
    statement: 'select from refunds',
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'refunds',
    what: 'request a refund',
    statement: `insert into refunds (order_id, payment_id, reason) values ('${ORDER}', 'pi_2', 'sold-out')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'refunds',
    what: 'mark a refund as done',
    statement: "update refunds set state = 'done', provider_id = id::text",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'refunds',
    what: 'move a refund to another payment',
    statement: "update refunds set payment_id = 'pi_3'",
    outcomes: everyone('refused'),
  },
  {
    table: 'refunds',
    what: 'ask for a refund within the limit of staff',
    // The shop's own refunds name the payment.
    statement: `insert into refunds (order_id, payment_id, reason, cause, amount, note)
      select '${ORDER}', 'pi_0', 'shop', 'price-adjustment', 200, 'Scratched' where current_user <> 'service_role'`,
    outcomes: { ...onlyStaffAdd, shop: 'nothing' },
  },
  {
    table: 'refunds',
    what: 'ask for a refund above the limit of staff',
    statement: `insert into refunds (order_id, payment_id, reason, amount)
      select '${ORDER}', 'pi_0', 'shop', 200.01 where current_user <> 'service_role'`,
    outcomes: { ...onlyAdminsAdd, shop: 'nothing' },
  },
  {
    table: 'refunds',
    what: 'ask for a refund as someone else',
    statement: `insert into refunds (order_id, payment_id, reason, amount, asked_by)
      select '${ORDER}', 'pi_0', 'shop', 1, '${ADMIN}' where current_user <> 'service_role'`,
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'refund_lines',
    what: 'read the pieces of refunds',
    statement: 'select from refund_lines',
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'refund_lines',
    what: 'refund pieces',
    statement: `insert into refund_lines (refund_id, line_id, quantity) values ('${REFUND}', '${SHIPPED_LINE}', 1)`,
    outcomes: { ...onlyStaffAdd, shop: 'done' },
  },
  ...['update refund_lines set quantity = 1', 'delete from refund_lines'].map((statement) => ({
    table: 'refund_lines',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  ...['returns', 'return_lines', 'return_events', 'return_photos'].map((table) => ({
    table,
    what: "read Olga's",
    statement: `select from ${table}`,
    outcomes: { ...olgaAndStaff, shop: 'done' as const },
  })),
  {
    table: 'returns',
    what: "ask for a return of Olga's order",
    statement: `insert into returns (order_id, kind, reason) values ('${ORDER}', 'return', 'not_needed')`,
    outcomes: { ...everyone('refused'), olga: 'done', shop: 'done' },
  },
  {
    table: 'returns',
    what: 'ask for a return that is approved already',
    statement: `insert into returns (order_id, kind, state) values ('${ORDER}', 'return', 'approved')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'returns',
    what: 'cancel a return',
    statement: `update returns set state = 'canceled' where id = '${RETURN}'`,
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'returns',
    what: 'approve a return',
    statement: `update returns set state = 'approved', send_to = 'Here' where id = '${RETURN}'`,
    outcomes: { ...onlyStaff, olga: 'refused' },
  },
  {
    table: 'returns',
    what: 'cancel a return and change it',
    statement: `update returns set state = 'canceled', shop_fault = true where id = '${RETURN}'`,
    outcomes: { ...onlyStaff, olga: 'refused' },
  },
  {
    table: 'returns',
    what: 'say that the provider has refunded it',
    statement: `update returns set state = 'refunded' where id = '${INSPECTED_RETURN}'`,
    outcomes: { ...everyone('refused'), stranger: 'nothing', olga: 'nothing', shop: 'done' },
  },
  ...[
    `update returns set order_id = '${ORDER}'`,
    "update returns set kind = 'core'",
    'delete from returns',
  ].map((statement) => ({ table: 'returns', what: statement, statement, outcomes: everyone('refused') })),
  {
    table: 'return_lines',
    what: 'return a piece',
    statement: `insert into return_lines (return_id, line_id, quantity) values ('${EMPTY_RETURN}', '${SHIPPED_LINE}', 1)`,
    outcomes: { ...everyone('refused'), olga: 'done', shop: 'done' },
  },
  {
    table: 'return_lines',
    what: 'put a piece back into stock',
    statement: 'update return_lines set restock = true',
    outcomes: onlyStaff,
  },
  ...['update return_lines set quantity = 2', 'delete from return_lines'].map((statement) => ({
    table: 'return_lines',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'return_events',
    what: 'note a mail',
    statement: 'update return_events set mail_id = null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...[
    `insert into return_events (return_id, kind, has_mail) values ('${RETURN}', 'approved', true)`,
    "update return_events set note = 'Other'",
    'delete from return_events',
  ].map((statement) => ({
    table: 'return_events',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'return_events',
    what: 'read the state of the mails about a return',
    statement: `select return_mails('${RETURN}')`,
    outcomes: onlyStaff,
  },
  {
    table: 'return_photos',
    what: 'add a photograph',
    statement: `insert into return_photos (return_id, file) values ('${RETURN}', 'two.webp')`,
    outcomes: { ...onlyStaffAdd, olga: 'done', shop: 'done' },
  },
  {
    table: 'return_photos',
    what: 'add a photograph as the shop',
    statement: `insert into return_photos (return_id, file, by_shop) values ('${RETURN}', 'two.webp', true)`,
    outcomes: everyone('refused'),
  },
  {
    table: 'return_photos',
    what: 'change a photograph',
    statement: "update return_photos set file = 'one.webp'",
    outcomes: everyone('refused'),
  },
  {
    table: 'return_photos',
    what: 'delete a photograph of a return that is open',
    statement: 'delete from return_photos',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'disputes',
    what: 'read disputes',
    statement: 'select from disputes',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'disputes',
    what: 'store a dispute',
    statement: `insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_2', '${ORDER}', 'pi_1', 'open', now())`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'disputes',
    what: 'mark a dispute as won',
    statement: "update disputes set state = 'won'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payment_reconciliation',
    what: 'read the state of reconciliation',
    statement: 'select from payment_reconciliation',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payment_reconciliation',
    what: 'change the state of reconciliation',
    statement: 'update payment_reconciliation set reconciled_until = now()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'alerts',
    what: 'read alerts about orders',
    statement: 'select from alerts where order_id is not null',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'alerts',
    what: 'read other alerts',
    statement: 'select from alerts where order_id is null',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'alerts',
    what: 'raise an alert',
    statement: "insert into alerts (kind, subject) values ('webhook-silent', 'other')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'alerts',
    what: 'settle an alert about an order',
    statement: 'update alerts set settled_at = now(), settled_by = auth.uid() where order_id is not null',
    outcomes: { ...onlyStaff, shop: 'refused' },
  },
  {
    table: 'alerts',
    what: 'settle another alert',
    statement: 'update alerts set settled_at = now(), settled_by = auth.uid() where order_id is null',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'alerts',
    what: 'settle an alert as another admin',
    statement: `update alerts set settled_at = now(), settled_by = '${OLGA}'`,
    outcomes: { ...onlyAdmins, staff: 'refused', admin: 'refused' },
  },
  {
    table: 'alerts',
    what: 'change the text of an alert',
    statement: "update alerts set kind = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'alerts',
    what: 'delete alerts',
    statement: 'delete from alerts',
    outcomes: everyone('refused'),
  },

  {
    table: 'payouts',
    what: 'read payouts',
    statement: 'select from payouts',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'payouts',
    what: 'store a payout',
    statement: `insert into payouts (id, amount, state, automatic, created_at, arrives_on)
      values ('po_2', 1, 'paid', true, now(), now())`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payouts',
    what: 'note that a payout has arrived',
    statement: "update payouts set state = 'paid'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'payouts',
    what: 'change the amount of a payout',
    statement: 'update payouts set amount = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'balance_transactions',
    what: 'read transactions of payouts with their orders',
    statement: `select from matched_transactions where order_id = '${ORDER}'`,
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'balance_transactions',
    what: 'store a transaction of a payout',
    statement: `insert into balance_transactions (id, payout_id, kind, type, amount, fee, created_at)
      values ('txn_2', 'po_1', 'fee', 'stripe_fee', -1, 0, now())`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'balance_transactions',
    what: 'change a transaction of a payout',
    statement: 'update balance_transactions set amount = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'sales_sums',
    what: 'read figures of sales',
    statement: 'select from sales_sums',
    outcomes: onlyAdmins,
  },
  {
    table: 'sales_sums',
    what: 'change figures of sales',
    statement: 'update sales_sums set paid = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'sales_sums',
    what: 'add figures of sales',
    statement: 'insert into sales_sums (slot) values (now())',
    outcomes: everyone('refused'),
  },
  {
    table: 'sales_lines',
    what: 'read sold lines',
    statement: 'select from sales_lines',
    outcomes: onlyAdmins,
  },
  {
    table: 'sales_parts',
    what: 'read what was sold of each part',
    statement: 'select from sales_parts',
    outcomes: onlyAdmins,
  },
  {
    table: 'sales_parts',
    what: 'change what was sold of each part',
    statement: 'update sales_parts set cents = 0',
    outcomes: everyone('refused'),
  },
  {
    table: 'sales_lines',
    what: 'delete sold lines',
    statement: 'delete from sales_lines',
    outcomes: everyone('refused'),
  },

  {
    table: 'part_requests',
    what: 'read part requests',
    statement: 'select from part_requests',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'part_requests',
    what: 'store a request',
    statement: "insert into part_requests (name, email, part_name) values ('Vic', 'vic@example.com', 'Horn')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'part_requests',
    what: 'store a request of Olga',
    statement: `insert into part_requests (name, email, part_name, user_id) values ('V', 'v@e.com', 'Horn', '${OLGA}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'part_requests',
    what: 'change or delete requests',
    statement: 'delete from part_requests',
    outcomes: everyone('refused'),
  },

  {
    table: 'contact_messages',
    what: 'read messages',
    statement: 'select from contact_messages',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'contact_messages',
    what: 'store a message',
    statement:
      "insert into contact_messages (name, email, subject, message) values ('V', 'v@e.com', 'Hi', 'Hello')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'contact_messages',
    what: 'store a message of Olga',
    statement: `insert into contact_messages (name, email, subject, message, user_id) values ('V', 'v@e.com', 'Hi', 'Hello', '${OLGA}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'contact_messages',
    what: 'delete messages',
    statement: 'delete from contact_messages',
    outcomes: everyone('refused'),
  },

  {
    table: 'customers',
    what: 'read customers',
    statement: 'select from customers',
    outcomes: onlyAdmins,
  },
  {
    table: 'customers',
    what: 'find customers',
    statement: "select from find_customers('{}', null, null, false, 10)",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'customers',
    what: 'read what a customer did',
    statement: `select count(*) from customer_history('${OLGA}', now(), 10)`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'customers',
    what: 'count customers',
    statement: 'select count_customers(10)',
    outcomes: { ...onlyAdminsAdd, shop: 'done' },
  },
  ...[
    "insert into customers (email) values ('x@e.com')",
    'update customers set spent = 0',
    'delete from customers',
  ].map((statement) => ({ table: 'customers', what: statement, statement, outcomes: everyone('refused') })),
  ...['select from customer_changes', "insert into customer_changes (email) values ('x@e.com')"].map(
    (statement) => ({
      table: 'customer_changes',
      what: statement,
      statement,
      outcomes: everyone('refused'),
    }),
  ),
  {
    table: 'customers',
    what: 'find the customers of orders',
    statement: 'select customers_of_orders(10001, null, null)',
    outcomes: onlyAdminsAdd,
  },
  ...['customer_of', 'customer_addresses'].map((name) => ({
    table: 'customers',
    what: `call ${name}`,
    statement:
      name === 'customer_of'
        ? `select customer_of('x@e.com', '${OLGA}')`
        : "select customer_addresses('x@e.com')",
    outcomes: everyone('refused'),
  })),
  {
    table: 'customer_merges',
    what: 'read merges',
    statement: 'select from customer_merges',
    outcomes: onlyAdmins,
  },
  {
    table: 'customer_merges',
    what: 'merge customers',
    statement: "insert into customer_merges (email, person) values ('a@e.com', 'b@e.com')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'customer_merges',
    what: 'merge customers at another time',
    statement: "insert into customer_merges (email, person, merged_at) values ('a@e.com', 'b@e.com', now())",
    outcomes: everyone('refused'),
  },
  {
    table: 'customer_merges',
    what: 'undo a merge',
    statement: 'delete from customer_merges',
    outcomes: onlyAdmins,
  },
  {
    table: 'customer_notes',
    what: 'read notes',
    statement: 'select from customer_notes',
    outcomes: onlyAdmins,
  },
  {
    table: 'customer_notes',
    what: 'write a note',
    statement: "insert into customer_notes (email, note) values ('olga@example.com', 'Hi')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'customer_notes',
    what: 'write a note as someone else',
    statement: `insert into customer_notes (email, note, written_by) values ('olga@example.com', 'Hi', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'customer_notes',
    what: 'change a note',
    statement: "update customer_notes set note = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'customer_notes',
    what: 'delete a note',
    statement: 'delete from customer_notes',
    outcomes: onlyAdmins,
  },

  {
    table: 'inbox_threads',
    what: 'read threads',
    statement: 'select from inbox_threads',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'inbox_threads',
    what: 'close threads',
    statement: "update inbox_threads set state = 'closed', waiting_since = null",
    outcomes: onlyStaff,
  },
  {
    table: 'inbox_threads',
    what: 'lock a thread',
    statement: 'select from inbox_threads for update',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'inbox_threads',
    what: 'note the confirmation of a thread',
    statement: 'update inbox_threads set confirmation_id = null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...[
    "insert into inbox_threads (kind, number, words) values ('request', 1, '')",
    'update inbox_threads set number = 1',
    'delete from inbox_threads',
  ].map((statement) => ({
    table: 'inbox_threads',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'inbox_threads',
    what: 'search threads',
    statement:
      "select from find_inbox_numbers('request', null, '''horn'':*', 0, 10000, false, 5) as found where found <> '{}'",
    outcomes: onlyStaff,
  },

  {
    table: 'inbox_threads',
    what: 'read what else came from an email',
    statement: "select from inbox_of_email('VIC@example.com')",
    outcomes: onlyStaff,
  },
  {
    table: 'orders',
    what: 'count the orders of an email',
    statement: "select from count_orders_of_email('olga@example.com') as orders where orders = 1",
    outcomes: onlyStaff,
  },

  {
    table: 'inbox_entries',
    what: 'read entries',
    statement: 'select from inbox_entries',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'inbox_entries',
    what: 'answer',
    statement:
      "insert into inbox_entries (thread_id, kind, text) select id, 'answer', 'Hi' from inbox_threads",
    outcomes: { ...onlyStaffAdd, stranger: 'nothing', olga: 'nothing' },
  },
  {
    table: 'inbox_entries',
    what: 'answer as someone else',
    statement: `insert into inbox_entries (thread_id, kind, text, actor) values (1, 'answer', 'Hi', '${ADMIN}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'inbox_entries',
    what: 'add an entry to a thread that cannot be read',
    statement: "insert into inbox_entries (thread_id, kind, text) values (1, 'note', 'Hi')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'inbox_entries',
    what: 'tell about new stock',
    statement: "insert into inbox_entries (thread_id, kind) values (1, 'match')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'inbox_entries',
    what: 'note the mail of an entry',
    statement: 'update inbox_entries set mail_id = null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...["update inbox_entries set text = 'Other'", 'delete from inbox_entries'].map((statement) => ({
    table: 'inbox_entries',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'inbox_entries',
    what: 'read what became of the mails',
    statement: 'select from inbox_mails(1)',
    outcomes: onlyStaff,
  },

  {
    table: 'inbox_parts',
    what: 'read parts of entries',
    statement: 'select from inbox_parts',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'inbox_parts',
    what: "add a part to Stan's answer",
    statement: `insert into inbox_parts (entry_id, part_id, position, part_name) values (1, '${ORDER}', 1, 'Horn')`,
    outcomes: { ...everyone('refused'), staff: 'done', shop: 'done' },
  },
  {
    table: 'inbox_parts',
    what: 'note a part as told',
    statement: `insert into inbox_parts (entry_id, part_id, position, part_name, matched_thread_id)
      values (1, '${ORDER}', 1, 'Horn', 1)`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...["update inbox_parts set part_name = 'Other'", 'delete from inbox_parts'].map((statement) => ({
    table: 'inbox_parts',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  ...['select from stock_arrivals', 'update stock_arrivals set done = 1', 'delete from stock_arrivals'].map(
    (statement) => ({
      table: 'stock_arrivals',
      what: statement,
      statement,
      outcomes: { ...everyone('refused'), shop: 'done' } as const,
    }),
  ),
  {
    table: 'stock_arrivals',
    what: 'add arrivals',
    statement: `insert into stock_arrivals (part_ids) values ('{${PART}}')`,
    outcomes: everyone('refused'),
  },

  {
    table: 'stock_waits',
    what: 'read waits',
    statement: 'select part_id, asked_at, told_at from stock_waits',
    outcomes: { ...olgaAndStaff, shop: 'done' },
  },
  {
    table: 'stock_waits',
    what: 'read who waits',
    statement: 'select email from stock_waits',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'stock_waits',
    what: 'add a wait',
    statement: `insert into stock_waits (email, part_id, part_name) values ('v@e.com', '${PART}', 'Horn')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'stock_waits',
    what: 'end a wait',
    statement: 'update stock_waits set ended_at = now()',
    outcomes: { ...onlyOlga, shop: 'done' },
  },
  {
    table: 'stock_waits',
    what: 'open a wait again',
    statement: 'update stock_waits set ended_at = null',
    outcomes: { ...onlyOlga, olga: 'refused', shop: 'done' },
  },
  ...[
    'confirmed_at = now()',
    'mailed_at = now()',
    "told_at = now(), told_part_id = part_id, confirmed_at = '2026-01-01'",
  ].map((change) => ({
    table: 'stock_waits',
    what: change,
    statement: `update stock_waits set ${change}`,
    outcomes: { ...everyone('refused'), shop: 'done' } as const,
  })),
  {
    table: 'stock_waits',
    what: 'move a wait to another address',
    statement: "update stock_waits set email = 'v@e.com'",
    outcomes: everyone('refused'),
  },
  {
    table: 'stock_waits',
    what: 'delete waits',
    statement: 'delete from stock_waits',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'stock_waits',
    what: 'read own waits',
    statement: 'select from own_stock_waits()',
    outcomes: onlyOlga,
  },
  {
    table: 'stock_waits',
    what: 'read what people wait for',
    statement: 'select from awaited_parts(null, null, 10)',
    outcomes: onlyStaff,
  },
  ...[
    'select from stock_wait_links',
    `insert into stock_wait_links (token_hash, wait_id) select repeat('b', 43), id from stock_waits`,
    'select from restocks',
    `insert into restocks (part_id) values ('${ORDER}')`,
    'update restocks set check_at = now()',
    'delete from restocks',
  ].map((statement) => ({
    table: statement.includes('restocks') ? 'restocks' : 'stock_wait_links',
    what: statement,
    statement,
    outcomes: { ...everyone('refused'), shop: 'done' } as const,
  })),
  ...['update stock_wait_links set token_hash = token_hash', 'delete from stock_wait_links'].map(
    (statement) => ({
      table: 'stock_wait_links',
      what: statement,
      statement,
      outcomes: everyone('refused'),
    }),
  ),

  ...[
    'select from car_waits',
    `insert into car_waits (email, make, model, from_year, to_year) values ('v@e.com', 'Honda', 'Fit', 1900, 2100)`,
    'update car_waits set confirmed_at = now(), told_until = now(), ended_at = now(), mailed_at = now()',
    'delete from car_waits',
    'select from car_wait_links',
    `insert into car_wait_links (token_hash, wait_id) select repeat('b', 43), id from car_waits`,
    'select from car_arrivals',
  ].map((statement) => ({
    table: /car_\w+/.exec(statement)?.[0] ?? '',
    what: statement,
    statement,
    outcomes: { ...everyone('refused'), shop: 'done' } as const,
  })),
  ...[
    "update car_waits set email = 'v@e.com'",
    'update car_wait_links set token_hash = token_hash',
    'delete from car_wait_links',
    `insert into car_arrivals (car_id) values ('${PART}')`,
    'update car_arrivals set at = now()',
    'delete from car_arrivals',
  ].map((statement) => ({
    table: /car_\w+/.exec(statement)?.[0] ?? '',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'mails',
    what: 'read mails',
    statement: 'select from mails',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'mails',
    what: 'write a mail',
    statement: "insert into mails (recipient, subject, body) values ('v@e.com', 'Hi', 'Hello')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'mails',
    what: 'mark a mail as sent',
    statement: 'update mails set sent_at = now()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'mails',
    what: 'give a mail up',
    statement: 'update mails set given_up_at = now()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'mails',
    what: 'count a copy',
    statement: 'update mails set copies = copies + 1, attempt = gen_random_uuid()',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'mails',
    what: 'send a mail to another recipient',
    statement: "update mails set recipient = 'x@e.com'",
    outcomes: everyone('refused'),
  },
  { table: 'mails', what: 'delete mails', statement: 'delete from mails', outcomes: everyone('refused') },
  {
    table: 'mails',
    what: 'add a job',
    statement: "select add_job('send-mail', '{}', 'a key')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'audit_logs',
    what: 'read the audit trail',
    statement: 'select from audit_logs',
    outcomes: onlyAdmins,
  },
  {
    table: 'audit_logs',
    what: 'write to the audit trail without its functions',
    statement: "insert into audit_logs (action) values ('login_success')",
    outcomes: everyone('refused'),
  },
  {
    table: 'audit_logs',
    what: 'change the audit trail',
    statement: "update audit_logs set action = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'audit_logs',
    what: 'delete events',
    statement: 'delete from audit_logs',
    outcomes: everyone('refused'),
  },
  {
    table: 'audit_logs',
    what: 'truncate it',
    statement: 'truncate audit_logs',
    outcomes: everyone('refused'),
  },
  {
    table: 'audit_logs',
    what: 'log what a visitor does',
    statement: "select log_audit_event(p_action => 'page_view')",
    outcomes: everyone('done'),
  },
  ...['failed_login', 'login_success', 'signup_attempt', 'logout', 'cart_auth_error'].map((action) => ({
    table: 'audit_logs',
    what: `log what only the shop may log: ${action}`,
    statement: `select log_audit_event(p_action => '${action}')`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  {
    table: 'audit_logs',
    what: 'log an admin action',
    statement: "select log_audit_event(p_action => 'admin_part_deleted')",
    outcomes: { ...onlyStaffAdd, shop: 'done' },
  },
  {
    table: 'audit_logs',
    what: 'log a security scan',
    statement: "select log_audit_event(p_action => 'security_scan')",
    outcomes: { ...onlyAdminsAdd, shop: 'done' },
  },
  ...[
    "p_action => 'search', p_resource_type => 'parts_catalog'",
    `p_action => 'search', p_details => '{"admin_action": true}'`,
    `p_action => 'error', p_details => jsonb_build_object('stack', repeat('x', 9000))`,
  ].map((event) => ({
    table: 'audit_logs',
    what: `log an admin action or an event that is too large: ${event}`,
    statement: `select log_audit_event(${event})`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  ...['audit.chains', 'audit.links'].flatMap((table) => [
    { table, what: 'read the chains', statement: `select from ${table}`, outcomes: everyone('refused') },
    { table, what: 'cut them', statement: `delete from ${table}`, outcomes: everyone('refused') },
  ]),
  ...['check_audit_chain()', 'audit_heads()', 'tend_audit_logs()'].map((call) => ({
    table: 'audit.chains',
    what: call,
    statement: `select count(*) from ${call}`,
    outcomes: { ...everyone('refused'), shop: 'done' as const },
  })),
  ...["make_month('2020-01-01')", "check_chain('x')"].map((call) => ({
    table: 'audit.chains',
    what: call,
    statement: `select audit.${call}`,
    outcomes: everyone('refused'),
  })),
  {
    table: 'audit_logs',
    what: 'log a failed sign-in',
    statement: "select log_failed_auth_attempt('somebody@example.com')",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'catalog_crawls',
    what: 'read crawls',
    statement: 'select from catalog_crawls',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'catalog_crawls',
    what: 'read the sealed key of the scraping service',
    statement: 'select sealed_key from catalog_crawls',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'catalog_crawls',
    what: 'start a crawl',
    statement: "insert into catalog_crawls (address) values ('https://example.com/')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'catalog_crawls',
    what: 'start a crawl as Olga',
    statement: `insert into catalog_crawls (address, user_id) values ('https://example.com/', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'catalog_crawls',
    what: 'undo an import',
    statement: 'update catalog_crawls set undone_at = now()',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'catalog_crawls',
    what: 'move a crawl to another user',
    statement: `update catalog_crawls set user_id = '${OLGA}'`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'catalog_crawls',
    what: 'delete crawls',
    statement: 'delete from catalog_crawls',
    outcomes: everyone('refused'),
  },

  {
    table: 'catalog_crawl_parts',
    what: 'read the results',
    statement: 'select part_name from catalog_crawl_parts',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'catalog_crawl_parts',
    what: 'add results',
    statement: `insert into catalog_crawl_parts (crawl_id, position, part_name, oem_number, source_url)
      values ('${CRAWL}', 1, 'Horn', '1', 'https://example.com/')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'catalog_crawl_parts',
    what: 'decide on results',
    statement: "update catalog_crawl_parts set outcome = 'left'",
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'catalog_crawl_parts',
    what: 'change results',
    statement: "update catalog_crawl_parts set part_name = 'Horn'",
    outcomes: everyone('refused'),
  },
  {
    table: 'catalog_crawl_parts',
    what: 'delete results',
    statement: 'delete from catalog_crawl_parts',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  {
    table: 'catalog_crawl_pages',
    what: 'read crawled pages',
    statement: 'select from catalog_crawl_pages',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'catalog_crawl_pages',
    what: 'keep crawled pages',
    statement: `insert into catalog_crawl_pages (crawl_id, place, source_url, markdown)
      values ('${CRAWL}', 1, 'https://example.com/', 'Text')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  ...['delete from catalog_crawl_pages', "update catalog_crawl_pages set markdown = ''"].map((statement) => ({
    table: 'catalog_crawl_pages',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'catalog_sites',
    what: 'read how sites are read',
    statement: 'select from catalog_sites',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'catalog_sites',
    what: 'choose how a site is read',
    statement: "insert into catalog_sites (site, reading) values ('www.example.org', 'name first')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'catalog_sites',
    what: 'choose again how a site is read',
    statement: "update catalog_sites set reading = 'name first'",
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'catalog_sites',
    what: 'forget how sites are read',
    statement: 'delete from catalog_sites',
    outcomes: everyone('refused'),
  },

  {
    table: 'deleted_conditions',
    what: 'read deleted conditions',
    statement: 'select from deleted_conditions',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'deleted_conditions',
    what: 'note where the parts went',
    statement: "update deleted_conditions set moved_to = 'Good'",
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'deleted_conditions',
    what: 'take conditions out of the trash',
    statement: 'delete from deleted_conditions',
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  ...[
    "update deleted_conditions set name = 'Like New'",
    "update deleted_conditions set deleted_by_name = 'Olga'",
    "insert into deleted_conditions (id, name, color_class, sort_order) values (gen_random_uuid(), 'New', 'x', 1)",
  ].map((statement) => ({
    table: 'deleted_conditions',
    what: statement,
    statement,
    outcomes: everyone('refused'),
  })),

  {
    table: 'part_changes',
    what: 'start a bulk change',
    statement: `insert into part_changes (kind, mode, state, change, summary)
      values ('bulk', 'good', 'applying', '{"kind": "delete"}', 'Deleted')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_changes',
    what: 'start a bulk change as another admin',
    statement: `insert into part_changes (kind, mode, state, change, summary, user_id)
      values ('bulk', 'good', 'applying', '{}', 'Deleted', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_changes',
    what: 'undo a bulk change',
    statement: `update part_changes set state = 'undoing', ended_at = null, user_id = '${ADMIN}' where kind = 'bulk'`,
    outcomes: { ...onlyAdmins, shop: 'refused' },
  },
  {
    table: 'part_changes',
    what: 'undo a bulk change in the name of Olga',
    statement: `update part_changes set state = 'undoing', ended_at = null, user_id = '${OLGA}' where kind = 'bulk'`,
    outcomes: { ...onlyAdmins, admin: 'refused' },
  },
  {
    table: 'part_changes',
    what: 'change what a bulk change does',
    statement: "update part_changes set change = '{}'",
    outcomes: everyone('refused'),
  },
  {
    table: 'part_changes',
    what: 'delete bulk changes',
    statement: "delete from part_changes where kind = 'bulk'",
    outcomes: { ...onlyAdmins, admin: 'nothing' },
  },
  {
    table: 'part_change_lines',
    what: 'choose parts',
    statement: `insert into part_change_lines (change_id, place, part_id) values ('${ORDER}', 2, '${PART}')`,
    outcomes: onlyAdminsAdd,
  },

  {
    table: 'part_changes',
    what: 'read imports of files',
    statement: 'select from part_changes',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'part_changes',
    what: 'start an import of a file',
    statement: "insert into part_changes (supplier, file_name, file_bytes) values ('Acme', 'a.csv', 1)",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_changes',
    what: 'start an import as another admin',
    statement: `insert into part_changes (supplier, file_name, file_bytes, user_id) values ('Acme', 'a.csv', 1, '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_changes',
    what: 'continue an import of a file',
    statement: `update part_changes set state = 'reading', user_id = '${ADMIN}' where state = 'uploading'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'part_changes',
    what: 'continue an import in the name of Olga',
    statement: `update part_changes set state = 'reading', user_id = '${OLGA}' where state = 'uploading'`,
    outcomes: { ...onlyAdmins, admin: 'refused' },
  },
  {
    table: 'part_changes',
    what: 'exchange the file of an import',
    statement: 'update part_changes set file_bytes = 2',
    outcomes: everyone('refused'),
  },
  {
    table: 'part_changes',
    what: 'end an import of a file',
    statement: "update part_changes set error = 'An error stopped it.'",
    outcomes: { ...onlyAdmins, admin: 'refused', shop: 'done' },
  },
  {
    table: 'part_changes',
    what: 'discard an import that changed nothing',
    statement: "delete from part_changes where state = 'uploading'",
    outcomes: onlyAdmins,
  },
  {
    table: 'part_changes',
    what: 'delete an import that changed parts',
    statement: "delete from part_changes where state = 'ended'",
    outcomes: { ...onlyAdmins, admin: 'nothing' },
  },
  {
    table: 'part_import_pieces',
    what: 'read uploaded files',
    statement: 'select from part_import_pieces',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_pieces',
    what: 'upload a file',
    statement: `insert into part_import_pieces (import_id, place, content) values ('${CRAWL}', 2, 'x')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_import_pieces',
    what: 'change an uploaded file',
    statement: "update part_import_pieces set content = 'y'",
    outcomes: everyone('refused'),
  },
  {
    table: 'part_import_pieces',
    what: 'delete uploaded files',
    statement: 'delete from part_import_pieces',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_change_lines',
    what: 'read the lines of files',
    statement: 'select from part_change_lines',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_change_lines',
    what: 'add lines of files',
    statement: `insert into part_change_lines (change_id, place, line, cells) values ('${CRAWL}', 2, 2, '[]')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_change_lines',
    what: 'keep what becomes of a line',
    statement: "update part_change_lines set outcome = 'same'",
    outcomes: onlyAdmins,
  },
  {
    table: 'part_change_lines',
    what: 'change what a line says',
    statement: "update part_change_lines set cells = '[]'",
    outcomes: everyone('refused'),
  },
  {
    table: 'part_change_lines',
    what: 'remove lines of a file that is read again',
    statement: `delete from part_change_lines where change_id = '${QUOTE}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'part_change_lines',
    what: 'remove lines of another file',
    statement: `delete from part_change_lines where change_id <> '${QUOTE}'`,
    outcomes: { ...onlyAdmins, admin: 'nothing' },
  },
  {
    table: 'part_import_pictures',
    what: 'read pictures of imports',
    statement: 'select from part_import_pictures',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'part_import_pictures',
    what: 'add a picture to an import',
    statement: `insert into part_import_pictures (import_id, place, part_id, source)
      values ('${CRAWL}', 1, '${PART}', 'https://example.com/b.jpg')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_import_pictures',
    what: 'try a picture of an import again',
    statement: "update part_import_pictures set state = 'waiting', reason = null, attempts = 0",
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_pictures',
    what: 'end a picture of an import',
    statement: "update part_import_pictures set state = 'failed', reason = 'An error stopped it.'",
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'part_import_pictures',
    what: 'give a picture of an import to another part',
    statement: `update part_import_pictures set part_id = '${ORDER}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'part_import_pictures',
    what: 'delete pictures of imports',
    statement: 'delete from part_import_pictures',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_picture_sources',
    what: 'read where pictures come from',
    statement: 'select from part_picture_sources',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_picture_sources',
    what: 'note where a picture comes from',
    statement: `insert into part_picture_sources (picture_id, part_id, source, content_hash)
      values ('${PART}', '${PART}', 'https://example.com/b.jpg', decode(repeat('00', 32), 'hex'))`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_picture_sources',
    what: 'change where a picture comes from',
    statement: "update part_picture_sources set source = 'https://example.com/c.jpg'",
    outcomes: everyone('refused'),
  },
  {
    table: 'part_picture_sources',
    what: 'forget where pictures come from',
    statement: 'delete from part_picture_sources',
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_deliveries',
    what: 'read deliveries of databases',
    statement: 'select from standard_deliveries',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'standard_deliveries',
    what: 'start a delivery of a database',
    statement: "insert into standard_deliveries (file_name, file_bytes) values ('a.zip', 1)",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'standard_deliveries',
    what: 'start a delivery as another admin',
    statement: `insert into standard_deliveries (file_name, file_bytes, user_id) values ('a.zip', 1, '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'standard_deliveries',
    what: 'continue a delivery of a database',
    statement: `update standard_deliveries set state = 'reading', user_id = '${ADMIN}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_deliveries',
    what: 'end a delivery of a database',
    statement: "update standard_deliveries set state = 'failed', error = 'An error stopped it.'",
    outcomes: { ...onlyAdmins, admin: 'refused', shop: 'done' },
  },
  {
    table: 'standard_deliveries',
    what: 'exchange the file of a delivery',
    statement: 'update standard_deliveries set file_bytes = 2',
    outcomes: everyone('refused'),
  },
  {
    table: 'standard_deliveries',
    what: 'delete a delivery of a database',
    statement: 'delete from standard_deliveries',
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_delivery_pieces',
    what: 'read uploaded databases',
    statement: 'select from standard_delivery_pieces',
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_delivery_pieces',
    what: 'upload a database',
    statement: `insert into standard_delivery_pieces (delivery_id, place, content) values ('${CRAWL}', 2, 'x')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'standard_delivery_pieces',
    what: 'exchange an uploaded database',
    statement: "update standard_delivery_pieces set content = 'y'",
    outcomes: everyone('refused'),
  },
  {
    table: 'standard_delivery_pieces',
    what: 'delete an uploaded database',
    statement: 'delete from standard_delivery_pieces',
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_names',
    what: 'read names of ids',
    statement: 'select from standard_names',
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_names',
    what: 'name an id',
    statement: "insert into standard_names (kind, code, name) values ('Make', '2', 'Ford')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'standard_names',
    what: 'name an id again',
    statement: "update standard_names set name = 'Acura' where delivery_id is null",
    outcomes: onlyAdmins,
  },
  {
    table: 'standard_names',
    what: 'change a name of a delivery',
    statement: "update standard_names set name = 'Acura' where delivery_id is not null",
    outcomes: { ...onlyAdmins, admin: 'nothing' },
  },
  {
    table: 'standard_names',
    what: 'give a name another id',
    statement: "update standard_names set code = '3'",
    outcomes: everyone('refused'),
  },
  {
    table: 'standard_names',
    what: 'remove a name',
    statement: 'delete from standard_names',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_mappings',
    what: 'read the mappings of suppliers',
    statement: 'select from part_import_mappings',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_mappings',
    what: 'remember the mapping of a supplier',
    statement: "insert into part_import_mappings (supplier, fields) values ('bolt', '{}')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_import_mappings',
    what: 'change the mapping of a supplier',
    statement: "update part_import_mappings set fields = '{}'",
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_mappings',
    what: 'delete the mappings of suppliers',
    statement: 'delete from part_import_mappings',
    outcomes: everyone('refused'),
  },
  {
    table: 'part_import_keys',
    what: 'read the keys of imported parts',
    statement: 'select from part_import_keys',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_keys',
    what: 'remember the key of an imported part',
    statement: `insert into part_import_keys (supplier, key, part_id) values ('bolt', '1', '${PART}')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'part_import_keys',
    what: 'give the key of an imported part to another one',
    statement: 'update part_import_keys set part_id = gen_random_uuid()',
    outcomes: onlyAdmins,
  },
  {
    table: 'part_import_keys',
    what: 'delete the keys of imported parts',
    statement: 'delete from part_import_keys',
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_vehicles',
    what: 'read cars',
    statement: 'select stock_number from yard_vehicles',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'yard_vehicles',
    what: 'take a car in',
    statement: "insert into yard_vehicles (stock_number, no_vin_reason) values ('Y2', 'Burnt')",
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_vehicles',
    what: 'change a car',
    statement: "update yard_vehicles set place = 'R1'",
    outcomes: onlyStaff,
  },
  {
    table: 'yard_vehicles',
    what: 'delete a car',
    statement: 'delete from yard_vehicles',
    outcomes: everyone('refused'),
  },
  {
    table: 'public_cars',
    what: 'see the cars that are shown',
    statement: 'select * from public_cars',
    outcomes: everyone('done'),
  },
  ...[
    "insert into public_cars (id, year, make, model, taken_in_at) values (gen_random_uuid(), 2010, 'Honda', 'Civic', now())",
    "update public_cars set yard_row = '1'",
    'delete from public_cars',
  ].map((statement) => ({
    table: 'public_cars',
    what: `run: ${statement.slice(0, 6)}`,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'public_cars',
    what: 'see the parts of a public car, and the car of a part',
    statement: `select from parts_of_car('${QUOTE}') where car_of_part('${PART}') ->> 'id' = '${QUOTE}'`,
    outcomes: { ...everyone('done'), shop: 'refused' },
  },
  {
    table: 'public_cars',
    what: 'see the parts of a car that is not shown',
    statement: `select from parts_of_car('${PART}')`,
    outcomes: { ...everyone('nothing'), shop: 'refused' },
  },
  {
    table: 'part_ready_days',
    what: 'see when parts are ready',
    statement: 'select * from part_ready_days',
    outcomes: everyone('done'),
  },
  ...[
    `insert into part_ready_days (part_id) values ('${PART}') on conflict (part_id) do update set ready_from = now()`,
    "update part_ready_days set ready_from = '2026-12-10'",
    'delete from part_ready_days',
  ].map((statement) => ({
    table: 'part_ready_days',
    what: `run: ${statement.slice(0, 6)}`,
    statement,
    outcomes: { ...everyone('refused'), shop: 'done' } as const,
  })),
  ...['part_pieces', 'piece_claims', 'claimed_stock'].map((table) => ({
    table,
    what: 'see what follows from assemblies',
    statement: `select from ${table}`,
    outcomes: { ...onlyStaff, shop: 'done' } as const,
  })),
  ...[
    ['part_pieces', 'insert into part_pieces select * from part_pieces limit 0'],
    ['part_pieces', 'update part_pieces set piece_id = assembly_id'],
    ['part_pieces', 'delete from part_pieces'],
    ['piece_claims', 'insert into piece_claims select * from piece_claims limit 0'],
    ['piece_claims', 'update piece_claims set part_id = piece_id'],
    ['piece_claims', 'delete from piece_claims'],
    ['claimed_stock', 'insert into claimed_stock select * from claimed_stock limit 0'],
    ['claimed_stock', 'update claimed_stock set units = 1'],
    ['claimed_stock', 'delete from claimed_stock'],
  ].map(([table = '', statement = '']) => ({
    table,
    what: `run: ${statement.slice(0, 6)}`,
    statement,
    outcomes: everyone('refused'),
  })),
  {
    table: 'part_pieces',
    what: 'say what an assembly consists of',
    statement: `select change_pieces('${PART}', '{}', '{}')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'claimed_stock',
    what: 'let relatives of a part follow',
    statement: `select follow_claims('${PART}')`,
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'yard_pictures',
    what: 'see pictures of a public car',
    statement: `select id, address, width, height, alt, place from yard_pictures where vehicle_id = '${QUOTE}' and place = 1`,
    outcomes: everyone('done'),
  },
  {
    table: 'yard_pictures',
    what: 'see pictures of a car that is not shown',
    statement: `select from yard_pictures where vehicle_id = '${PART}'`,
    outcomes: { ...everyone('nothing'), staff: 'done', admin: 'done' },
  },
  {
    table: 'yard_pictures',
    what: 'see removed pictures',
    statement: 'select from yard_pictures where place is null',
    outcomes: { ...everyone('nothing'), staff: 'done', admin: 'done', shop: 'done' },
  },
  {
    table: 'yard_pictures',
    what: 'add a picture',
    statement: `insert into yard_pictures (id, vehicle_id, place, address, width, height)
      values (gen_random_uuid(), '${PART}', 2, '/files/pictures/${'e'.repeat(32)}-1600.webp', 1, 1)`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_pictures',
    what: 'order, describe and remove pictures',
    statement:
      "update yard_pictures set place = null, removed_at = now(), alt = 'Left', address = address where place = 1",
    outcomes: { ...onlyStaff, shop: 'refused' },
  },
  {
    table: 'yard_pictures',
    what: 'move a picture to another car',
    statement: `update yard_pictures set vehicle_id = '${CRAWL}'`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_pictures',
    what: 'delete removed pictures',
    statement: 'delete from yard_pictures where place is null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'yard_pictures',
    what: 'delete pictures that are shown',
    statement: 'delete from yard_pictures where place is not null',
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'yard_checks',
    what: 'read what was done with a car',
    statement: 'select from yard_checks',
    outcomes: onlyStaff,
  },
  {
    table: 'yard_checks',
    what: 'note what was done with a car',
    statement: `insert into yard_checks (vehicle_id, name) values ('${CRAWL}', 'keys')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_checks',
    what: 'note it in another name',
    statement: `insert into yard_checks (vehicle_id, name, user_id) values ('${CRAWL}', 'keys', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_checks',
    what: 'change what was done with a car',
    statement: "update yard_checks set note = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_checks',
    what: 'take back what was done with a car',
    statement: 'delete from yard_checks',
    outcomes: onlyStaff,
  },
  {
    table: 'yard_purchases',
    what: 'read who sold a car',
    statement: 'select seller_name from yard_purchases',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_purchases',
    what: 'note who sold a car',
    statement: `insert into yard_purchases (vehicle_id) values ('${CRAWL}')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_purchases',
    what: 'change who sold a car',
    statement: "update yard_purchases set seller_name = 'Jo'",
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_costs',
    what: 'read what a car cost',
    statement: 'select from yard_costs',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'yard_costs',
    what: 'forget who was paid for a car',
    statement: "update yard_costs set payee = 'Forgotten'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'yard_costs',
    what: 'change who was paid for a car',
    statement: "update yard_costs set payee = 'Jo'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_costs',
    what: 'add what a car cost',
    statement: `insert into yard_costs (vehicle_id, paid_on, payee, what, amount) values ('${PART}', now(), 'a', 'b', 1)`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_costs',
    what: 'remove what a car cost',
    statement: 'delete from yard_costs',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_costs',
    what: 'change what a car cost',
    statement: 'update yard_costs set amount = 1',
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_rules',
    what: 'read rules of law',
    statement: 'select from yard_rules',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'yard_rules',
    what: 'change a rule of law',
    statement: "insert into yard_rules (name, value, source) values ('wait_days', 11, 'x')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_rules',
    what: 'change it again in their own name',
    statement: `update yard_rules set value = 12, user_id = '${ADMIN}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_rules',
    what: 'change it in the name of Olga',
    statement: `update yard_rules set value = 12, user_id = '${OLGA}'`,
    outcomes: { ...onlyAdmins, admin: 'refused' },
  },
  {
    table: 'yard_rules',
    what: 'go back to a rule as it was',
    statement: 'delete from yard_rules',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_papers',
    what: 'read the paper of cars',
    statement: 'select from yard_papers',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'yard_papers',
    what: 'note the paper of a car',
    statement: `insert into yard_papers (vehicle_id) values ('${CRAWL}')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_papers',
    what: 'change the paper of a car',
    statement: "update yard_papers set transferred_to = 'Steel Co'",
    outcomes: onlyStaff,
  },
  {
    table: 'yard_papers',
    what: 'delete the paper of a car',
    statement: 'delete from yard_papers',
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_overrides',
    what: 'read overrides',
    statement: 'select reason from yard_overrides',
    outcomes: { ...onlyStaff, shop: 'done' },
  },
  {
    table: 'yard_overrides',
    what: 'override the paper of a car',
    statement: `insert into yard_overrides (vehicle_id, reason) values ('${CRAWL}', 'x')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_overrides',
    what: 'override it in another name',
    statement: `insert into yard_overrides (vehicle_id, reason, user_id) values ('${CRAWL}', 'x', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_overrides',
    what: 'change an override',
    statement: "update yard_overrides set reason = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_overrides',
    what: 'take an override back',
    statement: 'delete from yard_overrides',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_removals',
    what: 'read removals for safekeeping',
    statement: 'select from yard_removals',
    outcomes: onlyStaff,
  },
  {
    table: 'yard_removals',
    what: 'note a removal',
    statement: `insert into yard_removals (vehicle_id, what, removed_on, reason, kept_at)
      values ('${CRAWL}', 'a', now(), 'b', 'c')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_removals',
    what: 'note it in another name',
    statement: `insert into yard_removals (vehicle_id, what, removed_on, reason, kept_at, user_id)
      values ('${CRAWL}', 'a', now(), 'b', 'c', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_removals',
    what: 'change a removal',
    statement: "update yard_removals set what = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_removals',
    what: 'delete a removal',
    statement: 'delete from yard_removals',
    outcomes: onlyAdmins,
  },
  {
    table: 'nmvtis_entity',
    what: 'read the PIN of the reporting entity',
    statement: 'select pin from nmvtis_entity',
    outcomes: onlyAdmins,
  },
  {
    table: 'nmvtis_entity',
    what: 'add the reporting entity',
    statement: "insert into nmvtis_entity (pin) values ('1') on conflict (id) do update set pin = '1'",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'nmvtis_entity',
    what: 'change the reporting entity',
    statement: "update nmvtis_entity set pin = '2'",
    outcomes: onlyAdmins,
  },
  {
    table: 'nmvtis_entity',
    what: 'delete the reporting entity',
    statement: 'delete from nmvtis_entity',
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_nmvtis_reports',
    what: 'read reports to NMVTIS',
    statement: 'select from yard_nmvtis_reports',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_nmvtis_reports',
    what: 'note a report',
    statement: `insert into yard_nmvtis_reports (vehicle_id, disposition, for_export) values ('${CRAWL}', 'here', false)`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_nmvtis_reports',
    what: 'note a report of an earlier time',
    statement: `insert into yard_nmvtis_reports (vehicle_id, disposition, for_export, reported_at)
      values ('${CRAWL}', 'here', false, '2020-01-01')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_nmvtis_reports',
    what: 'change a report',
    statement: "update yard_nmvtis_reports set disposition = 'crushed'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_purchases',
    what: 'forget who sold a car',
    statement: 'delete from yard_purchases where vehicle_id is not null',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'yard_converters',
    what: 'read converters',
    statement: 'select from yard_converters',
    outcomes: onlyStaff,
  },
  {
    table: 'yard_converters',
    what: 'enter a converter',
    statement: `insert into yard_converters (vehicle_id, count, removed_on, removed_by)
      values ('${CRAWL}', 1, now(), 'Sam')`,
    outcomes: onlyStaffAdd,
  },
  {
    table: 'yard_converters',
    what: 'enter it in another name',
    statement: `insert into yard_converters (vehicle_id, count, removed_on, removed_by, user_id)
      values ('${CRAWL}', 1, now(), 'Sam', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_converters',
    what: 'note when it was sold',
    statement: 'update yard_converters set sold_on = removed_on',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_converters',
    what: 'change its serial',
    statement: "update yard_converters set serial = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_converters',
    what: 'delete one that was not sold',
    statement: 'delete from yard_converters where sold_on is null',
    outcomes: onlyStaff,
  },
  {
    table: 'yard_converters',
    what: 'delete one that was sold',
    statement: 'delete from yard_converters where sold_on is not null',
    outcomes: { ...onlyStaff, staff: 'nothing', admin: 'nothing' },
  },
  {
    table: 'yard_converter_sales',
    what: 'read who bought converters',
    statement: 'select from yard_converter_sales',
    outcomes: onlyAdmins,
  },
  {
    table: 'yard_converter_sales',
    what: 'note who bought a converter',
    statement: `insert into yard_converter_sales (converter_id, buyer, payment, payment_reference, amount, title_copied)
      values ('${CRAWL}', 'Core Co', 'check', '1', 1, false)`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'yard_converter_sales',
    what: 'note it in another name',
    statement: `insert into yard_converter_sales (converter_id, buyer, payment, payment_reference, amount, title_copied,
      user_id) values ('${CRAWL}', 'Core Co', 'check', '1', 1, false, '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_converter_sales',
    what: 'change who bought a converter',
    statement: "update yard_converter_sales set buyer = 'x'",
    outcomes: everyone('refused'),
  },
  {
    table: 'yard_converter_sales',
    what: 'take a sale back',
    statement: 'delete from yard_converter_sales',
    outcomes: onlyAdmins,
  },
  {
    table: 'import_sources',
    what: 'read import sources',
    statement: 'select from import_sources',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'import_sources',
    what: 'read the credentials of import sources',
    statement: 'select sealed_secret from import_sources',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'import_sources',
    what: 'add an import source',
    statement:
      "insert into import_sources (supplier, address, auth, schedule, kind, mode) values ('Acme', 'https://acme.example/a', 'none', '1h', 'full', 'good')",
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'import_sources',
    what: 'add an import source as another admin',
    statement: `insert into import_sources (supplier, address, auth, schedule, kind, mode, user_id) values ('Acme', 'https://acme.example/a', 'none', '1h', 'full', 'good', '${OLGA}')`,
    outcomes: everyone('refused'),
  },
  {
    table: 'import_sources',
    what: 'pause an import source in their own name',
    statement: `update import_sources set paused_at = now(), user_id = '${ADMIN}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'import_sources',
    what: 'leave an import source in the name of Olga',
    statement: 'update import_sources set paused_at = now()',
    outcomes: { ...onlyAdmins, admin: 'refused', shop: 'done' },
  },
  {
    table: 'import_sources',
    what: 'exchange the address of an import source as the shop',
    statement: `update import_sources set address = 'https://acme.example/b', user_id = '${ADMIN}'`,
    outcomes: onlyAdmins,
  },
  {
    table: 'import_sources',
    what: 'delete import sources',
    statement: 'delete from import_sources',
    outcomes: onlyAdmins,
  },
  {
    table: 'import_runs',
    what: 'read runs of imports',
    statement: 'select from import_runs',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'import_runs',
    what: 'start a run of an import',
    statement: `insert into import_runs (source_id) values ('${QUOTE}')`,
    outcomes: { ...onlyAdminsAdd, shop: 'done' },
  },
  {
    table: 'import_runs',
    what: 'confirm a run that waits',
    statement: "update import_runs set state = 'confirmed' where state = 'waiting'",
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'import_runs',
    what: 'say why a run failed',
    statement: "update import_runs set error = 'No connection'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'import_runs',
    what: 'delete a run that found nothing new',
    statement: "delete from import_runs where state = 'nothing-new'",
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'import_runs',
    what: 'delete other runs',
    statement: "delete from import_runs where state = 'waiting'",
    outcomes: { ...everyone('refused'), shop: 'nothing' },
  },
  {
    table: 'import_source_parts',
    what: 'read which parts a source has delivered',
    statement: 'select from import_source_parts',
    outcomes: { ...onlyAdmins, shop: 'done' },
  },
  {
    table: 'import_source_parts',
    what: 'note a part of a source',
    statement: `insert into import_source_parts (source_id, part_id, run_id) values ('${CRAWL}', '${ORDER}', '${CRAWL}')`,
    outcomes: onlyAdminsAdd,
  },
  {
    table: 'import_source_parts',
    what: 'note that a part left a source',
    statement: 'update import_source_parts set is_listed = false',
    outcomes: onlyAdmins,
  },
  {
    table: 'import_source_parts',
    what: 'delete parts of sources',
    statement: 'delete from import_source_parts',
    outcomes: everyone('refused'),
  },

  {
    table: 'live_changes',
    what: 'read what has changed',
    statement: 'select from live_changes',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },
  {
    table: 'live_changes',
    what: 'report a change that has not happened',
    statement: "insert into live_changes (topics) values ('{part:*}')",
    outcomes: everyone('refused'),
  },
  {
    table: 'live_changes',
    what: 'change the number of a change',
    statement: 'update live_changes set number = 1',
    outcomes: everyone('refused'),
  },
  {
    table: 'live_changes',
    what: 'delete old changes',
    statement: 'delete from live_changes',
    outcomes: { ...everyone('refused'), shop: 'done' },
  },

  ...[
    'auth.users',
    'auth.sessions',
    'auth.accounts',
    'auth.verifications',
    'auth.mailed_links',
    'auth.two_factors',
  ].map((table) => ({
    table,
    what: 'read it',
    statement: `select from ${table}`,
    outcomes: everyone('refused'),
  })),
  ...['public.limits', 'public.job_workers', 'public.migrations', 'public.installation_steps'].map(
    (table) => ({
      table,
      what: 'read it',
      statement: `select from ${table}`,
      outcomes: everyone('refused'),
    }),
  ),
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(`
    insert into auth.users (id, name, email) values
      ('${OLGA}', 'Olga', 'olga@example.com'),
      ('${STRANGER}', 'Sam', 'sam@example.com'),
      ('${STAFF}', 'Stan', 'stan@example.com'),
      ('${ADMIN}', 'Ada', 'ada@example.com');
    insert into user_roles (user_id, role) values ('${ADMIN}', 'admin'), ('${STAFF}', 'staff');
    insert into profiles (user_id, display_name) values ('${OLGA}', 'Olga');
    insert into parts_catalog (id, part_name, price, stock_quantity) values ('${PART}', 'Brake Pads', 50, 2);
    insert into part_private_facts (part_id, cost_price, donor_vin) values ('${PART}', 20, '1M8GDM9AXKP042788');
    insert into part_pictures (id, part_id, place, address, width, height, removed_at) values
      ('${PART}', '${PART}', 1, '/files/pictures/${'a'.repeat(32)}-1600.webp', 4, 3, null),
      ('${ORDER}', '${PART}', null, '/files/pictures/${'b'.repeat(32)}-1600.webp', 4, 3, now()),
      ('${CRAWL}', '${ORDER}', 1, '/files/drawings/${'c'.repeat(32)}-1600.webp', 4, 3, null);
    insert into part_fitments (part_id, make, model, from_year, to_year) values ('${PART}', 'Honda', 'Civic', 2006, 2011);
    update part_private_facts set interchange_code = '646-00001';
    insert into conditions (name, color_class) values ('Good', 'bg-yellow-100 text-yellow-800');
    insert into orders (id, user_id, amount, customer_name, email)
      values ('${ORDER}', '${OLGA}', 500, 'Olga', 'olga@example.com');
    insert into order_lines (id, order_id, part_id, part_name, unit_price, quantity) values
      ('${LINE}', '${ORDER}', '${PART}', 'Brake Pads', 50, 1), ('${OTHER_LINE}', '${ORDER}', null, 'Engine', 450, 1),
      ('${SHIPPED_LINE}', '${ORDER}', null, 'Lamp', 1, 3);
    insert into sold_vins (line_id, vin) values ('${LINE}', '1M8GDM9AXKP042788');
    update orders set payment_id = 'pi_0', stock = 'sold', progress = 'to_pack', status = 'completed', paid_at = now(),
      payment_session_id = 'cs_1', browser_id = '${BROWSER}';
    insert into orders (id, amount, purchase, expires_at) values ('${QUOTE}', 20, 'quote', now() + interval '1 day');
    insert into order_balances (order_id, amount) values ('${QUOTE}', 1);
    set app.user_id = '${STAFF}';
    insert into quotes (order_id) values ('${QUOTE}');
    insert into quote_links (order_id, secret_hash) values ('${QUOTE}', 'one');
    insert into order_corrections (id, order_id, difference, tax_difference, before) values ('${ORDER}', '${QUOTE}', 1, 0, '{}');
    insert into saved_answers (title, text) values ('Thanks', 'Thank you.');
    reset app.user_id;
    insert into order_links (token_hash, order_id) values ('${LINK_HASH}', '${ORDER}');
    insert into order_events (order_id, kind, details) values ('${ORDER}', 'note', '{"text": "Olga will call"}');
    insert into shipments (id, order_id, method, tracking) values
      ('${SHIPMENT}', '${ORDER}', 'parcel', '1'), ('${EMPTY_SHIPMENT}', '${ORDER}', 'parcel', '2');
    insert into shipment_lines (shipment_id, line_id, quantity) values ('${SHIPMENT}', '${LINE}', 1), ('${SHIPMENT}', '${SHIPPED_LINE}', 3);
    insert into returns (id, order_id, kind) values
      ('${RETURN}', '${ORDER}', 'return'), ('${EMPTY_RETURN}', '${ORDER}', 'return'), ('${INSPECTED_RETURN}', '${ORDER}', 'return');
    insert into return_lines (return_id, line_id, quantity) values ('${RETURN}', '${SHIPPED_LINE}', 1), ('${INSPECTED_RETURN}', '${SHIPPED_LINE}', 1);
    insert into return_photos (return_id, file) values ('${RETURN}', 'one.webp');
    insert into order_photos (order_id, file) values ('${ORDER}', 'one.webp');
    insert into order_lines (order_id, part_name, unit_price, quantity) values ('${QUOTE}', 'Horn', 20, 1);
    insert into order_taxes (order_id, position, level, name, rate, taxable, tax)
      values ('${QUOTE}', 0, 'flat', 'Sales tax', 0.08, 20, 1.6), ('${ORDER}', 0, 'flat', 'Sales tax', 0.08, 50, 4);
    insert into tax_rate_imports (source, rows) values ('rates.csv', 1);
    insert into tax_rates (state, zip, state_rate, county, county_rate, city_rate, needs_check)
      values ('CA', '92101', 0.06, 'San Diego', 0.0125, 0, false);
    set app.user_id = '${ADMIN}';
    insert into resale_certificates (email, number, state, expires_on) values ('olga@example.com', 'SR AA 1', 'CA', '2030-01-01');
    insert into invitations (email, role) values ('olga@example.com', 'staff');
    update invitations set token_hash = 'hash';
    update auth.users set email_verified = true;
    reset app.user_id;
    insert into stock_holds (order_id, part_id, quantity, expires_at, outcome, ended_at)
      values ('${ORDER}', '${PART}', 1, now(), 'sold', now());
    insert into sales_sums (slot) values (now());
    insert into sales_lines (line_id, paid_at, part_id, pieces, cents)
      select id, now(), part_id, quantity, 1000 from order_lines where order_id = '${ORDER}';
    insert into payment_events (id, type, order_id, payload) values ('evt_1', 'x', '${ORDER}', '{}');
    insert into payment_events (id, type, payload, source) values ('evt_asked', 'x', '{}', 'asked');
    insert into browser_keys (key) values ('${ORDER}');
    insert into refunds (id, order_id, payment_id, reason) values ('${REFUND}', '${ORDER}', 'pi_1', 'sold-out');
    insert into refund_lines (refund_id, line_id, quantity) values ('${REFUND}', '${LINE}', 1);
    insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_1', '${ORDER}', 'pi_1', 'open', now());
    insert into payment_reconciliation (reconciled_until) values (now());
    insert into payouts (id, amount, state, automatic, created_at, arrives_on)
      values ('po_1', 1, 'in_transit', true, now(), now());
    insert into balance_transactions (id, payout_id, kind, type, amount, fee, created_at, source_id, payment_id)
      values ('txn_1', 'po_1', 'dispute', 'adjustment', -1, 0, now(), 'dp_1', 'pi_1');
    insert into alerts (kind, subject, order_id) values
      ('webhook-silent', 'webhook', null), ('payment-stuck', 'order', '${ORDER}');
    insert into part_requests (name, email, part_name) values ('Vic', 'vic@example.com', 'Horn');
    insert into contact_messages (name, email, subject, message) values ('Vic', 'vic@example.com', 'Hi', 'Hello');
    insert into contact_messages (name, email, subject, message)
      select 'Olga', email, 'My order', 'Hello' from orders where id = '${ORDER}';
    insert into catalog_crawls (id, address, status, ended_at) values ('${CRAWL}', 'https://example.com/', 'completed', now());
    insert into catalog_crawl_parts (crawl_id, position, part_name, oem_number, source_url)
      values ('${CRAWL}', 0, 'Horn', '1', 'https://example.com/');
    insert into catalog_crawl_pages (crawl_id, place, source_url, markdown)
      values ('${CRAWL}', 0, 'https://example.com/', 'Text');
    insert into catalog_sites (site, reading) values ('www.example.com', 'number first');
    insert into deleted_conditions (id, name, color_class, sort_order) values ('${CRAWL}', 'Scuffed', 'x', 1);
    insert into deleted_parts (part_id, part) values ('${QUOTE}', '{}');
    insert into hidden_parts (part_name) values ('Horn');
    insert into demo_parts (part_id) values ('${PART}');
    insert into demo_cars (car_id) values ('${CRAWL}');
    insert into part_changes (id, user_id, kind, mode, change, summary, lines, state, ended_at)
      values ('${ORDER}', '${OLGA}', 'bulk', 'good', '{}', 'Deleted', 1, 'ended', now());
    insert into part_change_lines (change_id, place, part_id) values ('${ORDER}', 1, '${PART}');
    insert into part_changes (id, user_id, supplier, file_name, file_bytes) values ('${CRAWL}', '${OLGA}', 'Acme', 'a.csv', 1);
    insert into part_changes (id, user_id, supplier, file_name, file_bytes, state, mode, ended_at)
      values ('${PART}', '${OLGA}', 'Acme', 'b.csv', 1, 'ended', 'good', now());
    insert into part_changes (id, user_id, supplier, file_name, file_bytes, state)
      values ('${QUOTE}', '${OLGA}', 'Acme', 'c.csv', 1, 'reading');
    insert into part_change_lines (change_id, place, line, cells) values ('${QUOTE}', 1, 2, '[]');
    insert into yard_vehicles (id, stock_number, no_vin_reason) values
      ('${PART}', 'Y0', 'Burnt'), ('${CRAWL}', 'Y1', 'Burnt');
    insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model, shown_to_shoppers) values
      ('${QUOTE}', 'Y9', 'Burnt', 2010, 'Honda', 'Civic', true);
    update part_private_facts set donor_stock_number = 'y 9' where part_id = '${PART}';
    insert into yard_pictures (id, vehicle_id, place, address, width, height, removed_at) values
      ('${QUOTE}', '${QUOTE}', 1, '/files/pictures/${'1'.repeat(32)}-1600.webp', 4, 3, null),
      ('${ORDER}', '${QUOTE}', null, '/files/pictures/${'2'.repeat(32)}-1600.webp', 4, 3, now()),
      ('${PART}', '${PART}', 1, '/files/pictures/${'3'.repeat(32)}-1600.webp', 4, 3, null);
    insert into yard_checks (vehicle_id, name) values ('${PART}', 'keys');
    insert into yard_purchases (vehicle_id) values ('${PART}');
    insert into yard_rules (name, value, source) values ('notice_days', 4, 'x');
    insert into yard_converters (id, vehicle_id, count, removed_on, removed_by, sold_on) values
      ('${PART}', '${PART}', 1, now(), 'Sam', now()), ('${CRAWL}', '${PART}', 1, now(), 'Sam', null);
    insert into yard_converter_sales (converter_id, buyer, payment, payment_reference, amount, title_copied)
      values ('${PART}', 'Core Co', 'check', '1', 1, false);
    insert into part_ready_days (part_id) values ('${PART}');
    insert into part_private_facts (part_id) values ('${CRAWL}');
    insert into part_pieces (assembly_id, piece_id) values ('${PART}', '${CRAWL}');
    insert into piece_claims (piece_id, part_id) values ('${CRAWL}', '${PART}');
    insert into claimed_stock (part_id, units) values ('${CRAWL}', 1);
    insert into yard_papers (vehicle_id) values ('${PART}');
    insert into yard_overrides (vehicle_id, reason) values ('${PART}', 'x');
    insert into yard_removals (vehicle_id, what, removed_on, reason, kept_at) values ('${PART}', 'a', now(), 'b', 'c');
    insert into nmvtis_entity (pin) values ('1');
    insert into yard_nmvtis_reports (vehicle_id, disposition, for_export) values ('${PART}', 'here', false);
    insert into yard_costs (vehicle_id, paid_on, payee, what, amount) values ('${PART}', now(), 'a', 'b', 1);
    insert into part_import_pieces (import_id, place, content) values ('${CRAWL}', 1, 'x');
    insert into part_change_lines (change_id, place, line, cells) values ('${CRAWL}', 1, 2, '[]');
    insert into part_import_mappings (supplier, fields) values ('acme', '{}');
    insert into standard_deliveries (id, user_id, file_name, file_bytes) values ('${CRAWL}', '${OLGA}', 'a.zip', 1);
    insert into standard_delivery_pieces (delivery_id, place, content) values ('${CRAWL}', 1, 'x');
    insert into standard_names (kind, code, name, delivery_id) values ('Make', '1', 'Honda', null), ('Make', '1', 'Honda', '${CRAWL}');
    insert into part_import_keys (supplier, key, part_id) values ('acme', '1', '${PART}');
    insert into import_sources (id, user_id, supplier, address, auth, sealed_secret, schedule, kind, mode) values
      ('${CRAWL}', '${OLGA}', 'Acme', 'https://acme.example/a', 'bearer', 'sealed', '1h', 'full', 'good'),
      ('${QUOTE}', '${OLGA}', 'Bolt', 'https://bolt.example/a', 'bearer', 'sealed', '1h', 'full', 'good');
    insert into import_runs (source_id, state, ended_at) values
      ('${CRAWL}', 'waiting', null), ('${CRAWL}', 'nothing-new', now());
    insert into import_source_parts (source_id, part_id, run_id) values ('${CRAWL}', '${PART}', '${CRAWL}');
    insert into part_import_pictures (import_id, place, part_id, source)
      values ('${CRAWL}', 1, '${PART}', 'https://example.com/a.jpg');
    insert into part_picture_sources (picture_id, part_id, source, content_hash)
      select id, part_id, 'https://example.com/a.jpg', decode(repeat('00', 32), 'hex')
      from part_pictures where part_id = '${PART}' and place = 1;
    insert into legal_texts (page, body) values ('terms', 'Text');
    insert into audit_logs (action) values ('page_view');
    insert into mails (recipient, subject, body) values ('vic@example.com', 'Hi', 'Hello');
    insert into cart_lines (user_id, part_id, quantity) values ('${OLGA}', '${PART}', 1), ('${OLGA}', '${CRAWL}', 0);
    insert into garages (user_id, vehicles) values ('${OLGA}', '[]');
    insert into auth.former_emails (user_id, email) values ('${OLGA}', 'olga.before@example.com');
    insert into saved_addresses (user_id, name, line1, city, state, postal_code, country, place)
      values ('${OLGA}', 'Olga', '12 Oak Street', 'San Diego', 'CA', '92101', 'US', 'residential');
    insert into api_keys (id, name, token_hash, scopes, created_by) values
      ('${CRAWL}', 'Everything', repeat('k', 43), '{parts:read,parts:private,parts:write,orders:read,vehicles:read}', '${ADMIN}'),
      ('${ORDER}', 'Stock', repeat('s', 43), '{stock:write}', '${ADMIN}'),
      ('${PART}', 'Prices', repeat('p', 43), '{prices:write}', '${ADMIN}'),
      ('${QUOTE}', 'Revoked', repeat('r', 43), '{parts:write,orders:read}', '${ADMIN}');
    update api_keys set revoked_at = now() where name = 'Revoked';
    insert into api_requests (key_id, idempotency_key, request_hash, created_at) values
      ('${CRAWL}', 'one', repeat('c', 43), now() - interval '1 minute');
    insert into agent_platforms (id, profile_url) values ('${PART}', 'https://platform.example/');
    insert into agent_keys (public_key, sealed_key) values ('{}', 'x');
    insert into agent_requests (platform_id, operation, idempotency_key, request_hash)
      values ('${PART}', 'create_cart', 'one', repeat('c', 43));
    insert into job_starts (job_id) values (7);
    insert into webhooks (id, url, events, created_by) values
      ('${CRAWL}', 'https://example.com/', '{part.sold}', '${ADMIN}');
    insert into webhook_deliveries (webhook_id, event_id, event, payload) values ('${CRAWL}', '${CRAWL}', 'part.sold', '{}');
    insert into agent_platforms (id, profile_url) values ('${CRAWL}', 'https://assistant.example/profile.json');
    insert into agent_carts (platform_id, asked) values ('${CRAWL}', '{}');
    insert into agent_checkouts (id, platform_id, is_signed, asked) values ('${CRAWL}', '${CRAWL}', true, '{}');
    insert into agent_events (checkout_id, order_id, state, payload) values ('${CRAWL}', '${ORDER}', 'failed', '{}');
    select count_customers(1000);
    insert into customer_notes (email, note) values ('olga@example.com', 'Calls on Mondays');
    insert into customer_merges (email, person) values ('olga@work.example', 'olga@example.com');
    set app.user_id = '${STAFF}';
    insert into inbox_entries (thread_id, kind, text, mail_id) select 1, 'answer', 'Hi', id from mails;
    reset app.user_id;
    insert into inbox_parts (entry_id, part_id, position, part_name) values (1, '${PART}', 0, 'Brake Pads');
    insert into stock_arrivals (part_ids) values ('{${PART}}');
    insert into stock_waits (email, part_id, part_name, confirmed_at) values
      ('olga@example.com', '${PART}', 'Brake Pads', now());
    insert into stock_wait_links (token_hash, wait_id) select repeat('a', 43), id from stock_waits;
    insert into car_waits (email, make, model, from_year, to_year) values ('olga@example.com', 'Honda', 'Civic', 2006, 2011);
    insert into car_wait_links (token_hash, wait_id) select repeat('a', 43), id from car_waits;
    insert into restocks (part_id) values ('${PART}');
    update order_events set mail_id = (select id from mails);
    insert into mails (recipient, subject, body)
      select email, 'Your order PY-' || number, 'Hello' from orders where id = '${ORDER}';
    update return_events set mail_id = (select id from mails limit 1);
    update returns set state = 'approved' where id = '${INSPECTED_RETURN}';
    update return_lines set received = 1 where return_id = '${INSPECTED_RETURN}';
    update returns set state = 'received' where id = '${INSPECTED_RETURN}';
    update returns set state = 'inspected' where id = '${INSPECTED_RETURN}';
  `);
});

afterAll(() => database[Symbol.asyncDispose]());

class Undo extends Error {}

/** Runs a statement as a user through the application's login, and rolls it back. */
async function attempt(identity: Identity, statement: string): Promise<Outcome> {
  let outcome: Outcome = 'refused';
  try {
    await database.pools.as(identity, async (transaction) => {
      const { rows, numAffectedRows } = await sql.raw(database.named(statement)).execute(transaction);
      outcome = rows.length > 0 || (numAffectedRows ?? 0n) > 0n ? 'done' : 'nothing';
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) expect(error).toMatchObject({ code: '42501' });
  }
  return outcome;
}

describe.each(Object.entries(people))('as %s', (person, identity) => {
  test.each(stories)('$table: $what', async ({ statement, outcomes }) => {
    const hint = "'nothing' is no row: beforeAll adds a row to each table";
    expect(await attempt(identity, statement), hint).toBe(outcomes[person as Person]);
  });
});

/** What a key can do, and visitors cannot. */
async function listRightsOf(keyHash: string): Promise<string[]> {
  const rights: string[] = [];
  for (const { table, what, statement, outcomes } of stories) {
    const outcome = await attempt({ role: 'api_client', keyHash }, statement);
    if (outcome === 'done' && outcomes.visitor !== 'done') rights.push(`${table}: ${what}`);
    if (outcomes.visitor === 'done') expect([what, outcome]).toEqual([what, 'done']);
  }
  return rights;
}

test('a key may do what its scopes allow, and an unknown or revoked one what visitors may', async () => {
  expect(await listRightsOf('x'.repeat(43))).toEqual([]);
  expect(await listRightsOf('r'.repeat(43))).toEqual([]);
  expect(await listRightsOf('s'.repeat(43))).toEqual([
    'parts_catalog: move stock',
    'part_private_facts: read private facts',
    'part_private_facts: read VINs',
    'part_private_facts: read interchange codes',
    'api_requests: keep a request',
  ]);
  expect(await listRightsOf('p'.repeat(43))).toEqual([
    'parts_catalog: change a price',
    'part_private_facts: read private facts',
    'part_private_facts: read VINs',
    'part_private_facts: read interchange codes',
    'api_requests: keep a request',
  ]);
  expect(await listRightsOf('k'.repeat(43))).toEqual([
    'parts_catalog: add a part',
    'parts_catalog: change a price',
    'parts_catalog: move stock',
    'part_private_facts: read private facts',
    'part_private_facts: read VINs',
    'part_private_facts: add private facts',
    'part_private_facts: change private facts',
    'part_private_facts: read interchange codes',
    "orders: read Olga's order",
    "order_lines: read the lines of Olga's order",
    "shipments: read the shipments of Olga's order",
    "shipment_lines: read the pieces in the shipments of Olga's order",
    'api_requests: read requests of programs',
    'api_requests: keep a request',
    'api_requests: change a request',
    'yard_vehicles: read cars',
  ]);
});

test('a login without a role can do nothing', async () => {
  const { database: name } = await database.owner
    .query('select current_database() as database')
    .then(({ rows }) => rows[0]);
  const { rows } = await database.owner.query(
    `select table_name from information_schema.table_privileges where grantee in ($1, 'PUBLIC') and table_schema in ('public', 'auth')`,
    [`${name}_app`],
  );
  expect(rows).toEqual([]);
});

test('the login of public pages can read public data, and write nothing', async () => {
  await expect(sql`select from parts_catalog`.execute(database.pools.public)).resolves.toBeDefined();
  await expect(sql`select from orders`.execute(database.pools.public)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(sql`delete from parts_catalog`.execute(database.pools.public)).rejects.toMatchObject({
    code: '25006',
  });
  await expect(
    sql.raw(database.named('set role service_role')).execute(database.pools.public),
  ).rejects.toMatchObject({
    code: '42501',
  });
});

test('the shop changes open quotes and corrects paid orders for staff only', async () => {
  const forStaff = { ...people.shop, userId: STAFF };
  const forOlga = { ...people.shop, userId: OLGA };
  const ofOrder = `where order_id = '${ORDER}'`;
  const outcomes = [
    ['delete from order_lines', 'done', 'nothing'],
    [`delete from order_lines ${ofOrder}`, 'nothing', 'nothing'],
    ['delete from order_taxes', 'done', 'nothing'],
    [`delete from order_taxes ${ofOrder}`, 'done', 'nothing'],
    [`update order_lines set tax = 0 ${ofOrder}`, 'done', 'nothing'],
    [`insert into order_balances (order_id, amount) values ('${ORDER}', 1)`, 'done', 'refused'],
    [
      `insert into order_corrections (id, order_id, difference, tax_difference, before) values ('${PART}', '${ORDER}', 1, 0, '{}')`,
      'done',
      'refused',
    ],
    ["update quotes set change_id = gen_random_uuid(), note = 'Hi'", 'done', 'refused'],
  ] as const;
  for (const [statement, asStaff, asOlga] of outcomes) {
    expect([statement, await attempt(forStaff, statement)]).toEqual([statement, asStaff]);
    expect([statement, await attempt(forOlga, statement)]).toEqual([statement, asOlga]);
  }
});

test("the accounts' login reaches only accounts", async () => {
  await expect(database.pools.auth.query('select from users')).resolves.toBeDefined();
  await expect(database.pools.auth.query('select from public.orders')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.pools.auth.query(database.named('set role service_role'))).rejects.toMatchObject({
    code: '42501',
  });
});

test("the job queue's login reaches only its own tables", async () => {
  await expect(database.pools.jobs.query('select from job_workers')).resolves.toBeDefined();
  for (const table of ['mails', 'orders', 'auth.users', 'limits']) {
    await expect(database.pools.jobs.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' });
  }
});

test("the limiter's login reaches only its counters", async () => {
  await expect(database.pools.limits.query('select from limits')).resolves.toBeDefined();
  await expect(database.pools.limits.query('select from orders')).rejects.toMatchObject({ code: '42501' });
  await expect(database.pools.limits.query('select from auth.users')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.pools.limits.query(database.named('set role service_role'))).rejects.toMatchObject({
    code: '42501',
  });
});

test('every table has row-level security and a test above', async () => {
  const { rows } = await database.owner.query(`
    select n.nspname as schema, c.relname as name, c.relrowsecurity as secured, c.relispartition as is_partition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth', 'audit') and c.relkind in ('r', 'p')`);
  expect(rows.filter((table) => !table.secured)).toEqual([]);
  const tested = new Set(stories.map(({ table }) => (table.includes('.') ? table : `public.${table}`)));
  // Partitions are accessible only through their parent table.
  const tables = rows.filter(({ is_partition }) => !is_partition);
  const untested = tables
    .map(({ schema, name }) => `${schema}.${name}`)
    .filter((table) => !tested.has(table));
  expect(untested, 'Add stories of these tables above, and a row of each to beforeAll').toEqual([]);
  const { rows: open } = await database.owner.query(
    "select grantee, table_name, privilege_type from information_schema.role_table_grants where table_schema = 'audit' and grantee <> current_user",
  );
  expect(open).toEqual([]);
});

test('user and address come from the transaction, not from the caller', async () => {
  const from = { address: '203.0.113.7', agent: 'A browser' };
  const id = await database.pools.as({ ...people.olga, from }, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select log_audit_event(p_action => 'search', p_user_id => ${ADMIN}::uuid, p_ip_address => '10.9.9.9',
        p_user_agent => 'Another') as id
    `.execute(transaction);
    return rows[0]?.id;
  });
  const { rows } = await database.owner.query(
    'select user_id, ip_address, user_agent from audit_logs where id = $1',
    [id],
  );
  expect(rows).toEqual([{ user_id: OLGA, ip_address: '203.0.113.7', user_agent: 'A browser' }]);
});
