-- Carts and checkouts that assistants fill for a buyer, and the events of their orders (docs/agents.md).
create table public.agent_carts (
  id uuid default gen_random_uuid() not null,
  platform_id uuid not null,
  is_signed boolean default false not null,
  asked jsonb not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz default now() + interval '7 days' not null,
  constraint agent_carts_pkey primary key (id),
  constraint agent_carts_platform_id_fkey foreign key (platform_id) references public.agent_platforms (id) on delete cascade,
  constraint agent_carts_asked_bounded check (pg_column_size(asked) < 100000)
);
comment on table public.agent_carts is 'Carts that assistants fill. They hold no stock.';
comment on column public.agent_carts.is_signed is 'As in agent_checkouts.';
comment on column public.agent_carts.asked is 'What the assistant has asked for: parts, quantities and what it knows of the buyer.';
create index agent_carts_platform_id_idx on public.agent_carts (platform_id);
create index agent_carts_expires_at_idx on public.agent_carts (expires_at);

create table public.agent_checkouts (
  id uuid default gen_random_uuid() not null,
  platform_id uuid not null,
  is_signed boolean not null,
  cart_id uuid,
  payer_id uuid default gen_random_uuid() not null,
  asked jsonb not null,
  forgotten_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  expires_at timestamptz default now() + interval '24 hours' not null,
  canceled_at timestamptz,
  constraint agent_checkouts_pkey primary key (id),
  constraint agent_checkouts_payer_id_key unique (payer_id),
  constraint agent_checkouts_platform_id_fkey foreign key (platform_id) references public.agent_platforms (id),
  constraint agent_checkouts_cart_id_fkey foreign key (cart_id) references public.agent_carts (id) on delete set null,
  constraint agent_checkouts_asked_bounded check (pg_column_size(asked) < 100000)
);
comment on table public.agent_checkouts is
  'Checkouts that assistants prepare. The buyer opens one and pays: its orders have payer_id as their browser_id.';
comment on column public.agent_checkouts.is_signed is
  'The platform signed the request that made it. Only then the platform reads the order and is told of it: anyone can use the name of a platform without a signature. Others can''t read or change the checkout.';
comment on column public.agent_checkouts.payer_id is 'Stands in for the browser of its orders. The platform does not know it.';
comment on column public.agent_checkouts.asked is
  'What the assistant has asked for, with what it knows of the buyer.';
comment on column public.agent_checkouts.forgotten_at is
  'When everything but the lines was removed from asked. Orders name their lines as the lines.';
create index agent_checkouts_platform_id_idx on public.agent_checkouts (platform_id);
create index agent_checkouts_expires_at_idx on public.agent_checkouts (expires_at) where forgotten_at is null;
create index agent_checkouts_cart_id_idx on public.agent_checkouts (cart_id) where cart_id is not null;

create table public.agent_events (
  id uuid default gen_random_uuid() not null,
  checkout_id uuid not null,
  order_id uuid not null,
  happened_at timestamptz default now() not null,
  payload text,
  attempts integer default 0 not null,
  state text default 'waiting' not null,
  next_at timestamptz,
  outcome text,
  constraint agent_events_pkey primary key (id),
  constraint agent_events_checkout_id_fkey foreign key (checkout_id) references public.agent_checkouts (id) on delete cascade,
  constraint agent_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint agent_events_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint agent_events_outcome_bounded check (length(outcome) <= 300)
);
comment on table public.agent_events is
  'Changes of orders that platforms are told about. An event has the whole order, as it was at the first attempt. Kept for 30 days.';
comment on column public.agent_events.payload is 'The body that is sent: the same for each attempt. Null before the first one.';
comment on column public.agent_events.outcome is 'Of the last attempt: the status, or why there was no answer.';
-- Changes before the first attempt are one event.
create unique index agent_events_unsent_idx on public.agent_events (order_id) where state = 'waiting' and payload is null;
create index agent_events_order_id_idx on public.agent_events (order_id, happened_at);
create index agent_events_checkout_id_idx on public.agent_events (checkout_id);
create index agent_events_happened_at_idx on public.agent_events (happened_at);

alter table public.agent_carts enable row level security;
create policy "The shop reads carts of assistants" on public.agent_carts for select to service_role using (true);
create policy "The shop adds carts of assistants" on public.agent_carts for insert to service_role with check (true);
create policy "The shop changes carts of assistants" on public.agent_carts
  for update to service_role using (true) with check (true);
create policy "The shop removes carts of assistants" on public.agent_carts for delete to service_role using (true);
grant select, insert, delete on public.agent_carts to service_role;
grant update (asked, expires_at) on public.agent_carts to service_role;

alter table public.agent_checkouts enable row level security;
create policy "The shop reads checkouts of assistants" on public.agent_checkouts
  for select to service_role using (true);
create policy "The shop adds checkouts of assistants" on public.agent_checkouts
  for insert to service_role with check (true);
create policy "The shop changes checkouts of assistants" on public.agent_checkouts
  for update to service_role using (true) with check (true);
create policy "The shop removes checkouts of assistants" on public.agent_checkouts
  for delete to service_role using (true);
create policy "Staff see which orders came from assistants" on public.agent_checkouts
  for select to authenticated using ((select public.is_staff()));
grant select, insert, delete on public.agent_checkouts to service_role;
grant update (asked, updated_at, canceled_at, cart_id, forgotten_at) on public.agent_checkouts to service_role;
grant select (id, platform_id, is_signed, payer_id, created_at, canceled_at, expires_at)
  on public.agent_checkouts to authenticated;

alter table public.agent_events enable row level security;
create policy "The shop reads events for platforms" on public.agent_events for select to service_role using (true);
create policy "The shop notes what became of events" on public.agent_events
  for update to service_role using (true) with check (true);
create policy "The shop removes events for platforms" on public.agent_events
  for delete to service_role using (true);
create policy "Staff see what platforms were told" on public.agent_events
  for select to authenticated using ((select public.is_staff()));
grant select, delete on public.agent_events to service_role;
grant update (payload, attempts, state, next_at, outcome) on public.agent_events to service_role;
grant select (id, checkout_id, order_id, happened_at, attempts, state, next_at, outcome)
  on public.agent_events to authenticated;

-- Security definer: those who change orders may not write events or add jobs.
create function public.note_agent_event(changed_order uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  checkout uuid;
begin
  select agent_checkouts.id into checkout
  from public.orders join public.agent_checkouts on agent_checkouts.payer_id = orders.browser_id
  where orders.id = changed_order and orders.stock = 'sold' and orders.paid_at is not null and not orders.buyer_left
    and agent_checkouts.is_signed;
  if checkout is null then
    return;
  end if;
  insert into public.agent_events (checkout_id, order_id) values (checkout, changed_order)
  -- An event that is just being described waits for this transaction, so that it has this change too.
  on conflict (order_id) where state = 'waiting' and payload is null do update set order_id = excluded.order_id;
  perform public.add_job(
    'send-agent-events', json_build_object('orderId', changed_order), 'agent-events:' || changed_order, now());
end
$$;
revoke execute on function public.note_agent_event from public;

create function public.note_agent_event_of_order() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.note_agent_event(new.id);
  return null;
end
$$;
create trigger tell_agent_of_order after update on public.orders
  for each row when (
    new.browser_id is not null and new.paid_at is not null and
    (new.status, new.paid_at, new.progress, new.refunded, new.amount, new.ship_by, new.ready_at, new.sent_at, new.dispute)
      is distinct from
    (old.status, old.paid_at, old.progress, old.refunded, old.amount, old.ship_by, old.ready_at, old.sent_at, old.dispute)
  )
  execute function public.note_agent_event_of_order();

create function public.note_agent_event_of_line() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.note_agent_event(new.order_id);
  return null;
end
$$;
create trigger tell_agent_of_line after update of quantity, canceled, shipped, returned, refunded on public.order_lines
  for each row when (
    (new.quantity, new.canceled, new.shipped, new.returned, new.refunded) is distinct from
    (old.quantity, old.canceled, old.shipped, old.returned, old.refunded)
  )
  execute function public.note_agent_event_of_line();
create trigger tell_agent_of_shipment after update of delivered_at, undone_at, tracking, carrier on public.shipments
  for each row execute function public.note_agent_event_of_line();

-- What assistants knew of a buyer goes with the account, and so does what platforms were told. Lines of an order keep their names.
create index agent_checkouts_buyer_idx on public.agent_checkouts (lower(asked #>> '{buyer,email}')) where forgotten_at is null;
create index agent_carts_buyer_idx on public.agent_carts (lower(asked #>> '{buyer,email}'));

create function public.forget_agent_checkouts(checkouts uuid[]) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  delete from public.agent_checkouts
  where id = any (checkouts) and not exists (select from public.orders where browser_id = payer_id);
  update public.agent_checkouts
  set asked = jsonb_build_object('line_items', asked -> 'line_items'), forgotten_at = now()
  where id = any (checkouts) and forgotten_at is null;
end
$$;
comment on function public.forget_agent_checkouts is
  'Removes what checkouts know of their buyers. Those without an order are deleted.';
revoke execute on function public.forget_agent_checkouts from public;
grant execute on function public.forget_agent_checkouts to service_role;

create function public.forget_agents_of_account() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.agent_carts where lower(asked #>> '{buyer,email}') = lower(old.email);
  perform public.forget_agent_checkouts(array(
    select id from public.agent_checkouts
    where forgotten_at is null and lower(asked #>> '{buyer,email}') = lower(old.email)
  ));
  return null;
end
$$;
create trigger forget_agents_of_account after delete on auth.users
  for each row execute function public.forget_agents_of_account();

create function public.forget_agents_of_buyer() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.agent_events where order_id = new.id;
  perform public.forget_agent_checkouts(array(
    select id from public.agent_checkouts where payer_id = new.browser_id
  ));
  return null;
end
$$;
create trigger forget_agents_of_buyer after update of buyer_left on public.orders
  for each row when (new.buyer_left and not old.buyer_left and new.browser_id is not null)
  execute function public.forget_agents_of_buyer();

-- Security definer: it answers only for the signed-in user.
create function public.own_agent_checkouts() returns jsonb
  language sql stable security definer
  set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'order', 'PY-' || orders.number, 'prepared_at', agent_checkouts.created_at, 'platform', profile_url, 'asked', asked
  ) order by agent_checkouts.created_at), '[]')
  from public.orders
  join public.agent_checkouts on agent_checkouts.payer_id = orders.browser_id
  join public.agent_platforms on agent_platforms.id = agent_checkouts.platform_id
  where orders.user_id = auth.uid();
end;
revoke execute on function public.own_agent_checkouts from public;
grant execute on function public.own_agent_checkouts to authenticated;
