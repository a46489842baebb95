-- Sales tax: the owner's table of rates, what was charged with each order, and resale certificates.
create table public.tax_rate_imports (
  version integer not null default 1,
  source text not null,
  rows integer not null,
  imported_at timestamptz not null default now(),
  imported_by uuid,
  constraint tax_rate_imports_pkey primary key (version),
  constraint tax_rate_imports_source_length check (char_length(source) between 1 and 200),
  constraint tax_rate_imports_rows_positive check (rows > 0)
);
comment on table public.tax_rate_imports is 'Each import of tax_rates. The latest is current. Rows never change.';
comment on column public.tax_rate_imports.version is 'Counts the imports. A trigger sets it.';
comment on column public.tax_rate_imports.source is 'The name of the file.';
comment on column public.tax_rate_imports.imported_by is
  'The admin. Null for the command. No foreign key: an import outlives its admin''s account.';
alter table public.tax_rate_imports enable row level security;
create policy "Admins can read imports of tax rates" on public.tax_rate_imports
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can import tax rates" on public.tax_rate_imports
  for insert to authenticated with check ((select public.is_admin()));
grant select, insert (source, rows) on public.tax_rate_imports to authenticated;

-- Of two imports at the same time, one gets the error of the primary key.
create function public.number_tax_rate_import() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.version := 1 + coalesce((select max(version) from public.tax_rate_imports), 0);
  new.imported_at := now();
  new.imported_by := nullif(current_setting('app.user_id', true), '')::uuid;
  return new;
end
$$;

create trigger number_tax_rate_import before insert on public.tax_rate_imports
  for each row execute function public.number_tax_rate_import();

create table public.tax_rates (
  state text not null,
  zip text not null,
  state_rate numeric(7, 6) not null,
  county text not null,
  county_rate numeric(7, 6) not null,
  city text,
  city_rate numeric(7, 6) not null,
  districts jsonb not null default '[]',
  needs_check boolean not null,
  constraint tax_rates_pkey primary key (state, zip),
  constraint tax_rates_state_letters check (state ~ '^[A-Z]{2}$'),
  constraint tax_rates_zip_digits check (zip ~ '^[0-9]{5}$'),
  constraint tax_rates_rates_in_range check (
    state_rate between 0 and 0.2 and county_rate between 0 and 0.2 and city_rate between 0 and 0.2
  ),
  constraint tax_rates_districts_array check (jsonb_typeof(districts) = 'array')
);
comment on table public.tax_rates is
  'The sales tax rates of each ZIP code. Each import replaces all rows in one transaction. 0.0725 is 7.25 %.';
comment on column public.tax_rates.city is 'Null if the city has no rate of its own.';
comment on column public.tax_rates.districts is 'Special districts: an array of {name, rate}.';
comment on column public.tax_rates.needs_check is 'The ZIP code spans districts: its address decides which rates hold.';
create index tax_rates_listed_idx on public.tax_rates (needs_check desc, state, zip);
create index tax_rates_zip_idx on public.tax_rates (zip text_pattern_ops);
alter table public.tax_rates enable row level security;
create policy "Admins can read tax rates" on public.tax_rates
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add tax rates" on public.tax_rates
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete tax rates" on public.tax_rates
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop reads tax rates" on public.tax_rates for select to service_role using (true);
grant select on public.tax_rates to authenticated, service_role;
grant insert, delete on public.tax_rates to authenticated;

create table public.resale_certificates (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  email text,
  number text not null,
  state text not null,
  expires_on date not null,
  approved_by uuid,
  approved_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint resale_certificates_pkey primary key (id),
  constraint resale_certificates_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint resale_certificates_number_length check (char_length(number) between 1 and 60),
  constraint resale_certificates_state_letters check (state ~ '^[A-Z]{2}$')
);
comment on table public.resale_certificates is
  'Buyers who are not taxed in a state. Rows are never deleted: they prove why an order was not taxed.';
comment on column public.resale_certificates.user_id is 'Null after the account was deleted.';
comment on column public.resale_certificates.email is 'The account''s email. Null after the account was deleted.';
comment on column public.resale_certificates.expires_on is 'The last day that it is valid, in the shop''s time zone.';
comment on column public.resale_certificates.approved_by is
  'The admin. No foreign key: a certificate outlives its admin''s account.';
create index resale_certificates_user_id_state_idx on public.resale_certificates (user_id, state);
create index resale_certificates_approved_at_idx on public.resale_certificates (approved_at desc);
alter table public.resale_certificates enable row level security;
create policy "Users can read their own certificates" on public.resale_certificates
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Admins can read all certificates" on public.resale_certificates
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can approve certificates" on public.resale_certificates
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can revoke certificates" on public.resale_certificates
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads certificates" on public.resale_certificates for select to service_role using (true);
grant select on public.resale_certificates to authenticated, service_role;
grant insert (email, number, state, expires_on), update (revoked_at) on public.resale_certificates to authenticated;

-- Security definer: no role of a request reads the accounts. It runs before the policies are checked, so it checks the
-- role itself: the error must not show others who has an account.
create function public.assign_certificate() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can approve certificates';
  end if;
  new.email := lower(new.email);
  new.user_id := (select id from auth.users where email = new.email);
  if new.user_id is null then
    raise check_violation using
      message = 'no account has this email', constraint = 'resale_certificates_account_exists';
  end if;
  new.approved_by := auth.uid();
  new.approved_at := now();
  return new;
end
$$;

create trigger assign_certificate before insert on public.resale_certificates
  for each row execute function public.assign_certificate();

create table public.order_taxes (
  order_id uuid not null,
  position smallint not null,
  level text not null,
  name text not null,
  state text,
  rate numeric(7, 6) not null,
  taxable numeric(12, 2) not null,
  exempt numeric(12, 2) not null default 0,
  tax numeric(12, 2) not null,
  certificate_id uuid,
  constraint order_taxes_pkey primary key (order_id, position),
  constraint order_taxes_certificate_id_fkey foreign key (certificate_id) references public.resale_certificates (id),
  constraint order_taxes_level_known check (level in ('flat', 'state', 'county', 'city', 'district')),
  constraint order_taxes_state_letters check (state ~ '^[A-Z]{2}$'),
  constraint order_taxes_amounts_not_negative check (rate >= 0 and taxable >= 0 and exempt >= 0 and tax >= 0),
  constraint order_taxes_exempt_with_certificate check (exempt = 0 or (certificate_id is not null and tax = 0)),
  constraint order_taxes_amounts_bounded check (
    position between 0 and 10000 and rate <= 1 and taxable < 100000000 and exempt < 100000000 and tax < 100000000
  ),
  constraint order_taxes_name_bounded check (length(name) <= 1000),
  constraint order_taxes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.order_taxes is
  'What was charged with an order for each jurisdiction, at which rate. It changes only with an open quote.';
comment on column public.order_taxes.level is '''flat'': the shop''s one rate, or a part''s own.';
comment on column public.order_taxes.state is 'Null if the order was priced without a destination.';
comment on column public.order_taxes.taxable is 'Dollars that were taxed.';
comment on column public.order_taxes.exempt is 'Dollars that were not taxed because of the certificate.';
create index order_taxes_certificate_id_idx on public.order_taxes (certificate_id) where certificate_id is not null;
alter table public.order_taxes enable row level security;
create policy "Users can read the taxes of orders that they can read" on public.order_taxes
  for select to authenticated using (exists (select 1 from public.orders where orders.id = order_id));
create policy "Staff can read all taxes of orders" on public.order_taxes
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads taxes of orders" on public.order_taxes for select to service_role using (true);
create policy "The shop writes taxes of orders" on public.order_taxes for insert to service_role with check (true);
create policy "The shop deletes taxes of open quotes for staff" on public.order_taxes
  for delete to service_role using (
    (select public.is_staff())
    and exists (select from public.orders where id = order_id and purchase = 'quote' and status = 'pending')
  );
grant select on public.order_taxes to authenticated, service_role;
grant insert, delete on public.order_taxes to service_role;
