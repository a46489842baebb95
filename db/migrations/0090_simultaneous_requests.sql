-- What arrives at the same time has one effect: the first checkouts of a browser, the questions of a person about a part, and
-- a payment event that the shop finds while the provider delivers it.

create table public.browser_keys (
  key uuid not null,
  browser_id uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now(),
  constraint browser_keys_pkey primary key (key)
);
comment on table public.browser_keys is
  'Keys that browsers make before they have a cookie. In its first seconds, a key stands for the cookie (docs/payments.md).';
comment on column public.browser_keys.browser_id is 'As in orders. The first answer to the browser sets it as its cookie.';
comment on column public.browser_keys.made_at is 'When the key was first used.';
create index browser_keys_made_at_idx on public.browser_keys (made_at);
alter table public.browser_keys enable row level security;
create policy "The shop reads keys of browsers" on public.browser_keys for select to service_role using (true);
create policy "The shop adds keys of browsers" on public.browser_keys for insert to service_role with check (true);
create policy "The shop forgets keys of browsers" on public.browser_keys for delete to service_role using (true);
grant select, insert (key), delete on public.browser_keys to service_role;

alter table public.stock_waits add column mailed_at timestamptz;
comment on column public.stock_waits.mailed_at is 'When the last mail that asks to confirm it was written.';
grant update (mailed_at) on public.stock_waits to service_role;

create policy "The shop notes deliveries of events that it has found" on public.payment_events
  for update to service_role using (source = 'asked') with check (source = 'webhook');
grant update (source) on public.payment_events to service_role;
comment on column public.payment_events.source is
  'Whether the provider has delivered it, or the shop has only found it by asking.';

-- Until now, payments on pages that were older than an hour were not looked for. A page lives at most a day.
update public.payment_reconciliation set reconciled_until = reconciled_until - interval '1 day';
