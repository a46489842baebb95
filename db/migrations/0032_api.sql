-- API keys of the owner's other programs (docs/api.md). A transaction with a key acts as api_client: it may do what visitors
-- may, and by row-level security what the scopes of the key allow. The server sets app.api_key to the hash of the key.

create table public.api_keys (
  id uuid not null default gen_random_uuid(),
  name text not null,
  token_hash text not null,
  scopes text[] not null,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_token_hash_key unique (token_hash),
  constraint api_keys_name_bounded check (length(name) between 1 and 80),
  constraint api_keys_token_hash_form check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint api_keys_scopes_known check (
    scopes <@ '{parts:read,parts:private,parts:write,stock:write,prices:write,orders:read}' and cardinality(scopes) > 0
  )
);
comment on table public.api_keys is 'Keys of the owner''s other programs. app/domain/api-key.ts has the scopes.';
comment on column public.api_keys.token_hash is 'SHA-256 of the key, in base64url. The key itself is shown once and not stored.';
comment on column public.api_keys.created_by is 'The admin. No foreign key: a key outlives the account.';
comment on column public.api_keys.last_used_at is 'To the minute.';
create unique index api_keys_name_key on public.api_keys (lower(name)) where revoked_at is null;
alter table public.api_keys enable row level security;
create policy "Admins can read API keys" on public.api_keys
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can create API keys in their own name" on public.api_keys
  for insert to authenticated with check ((select public.is_admin()) and created_by = (select auth.uid()));
create policy "Admins can revoke API keys" on public.api_keys
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select (id, name, scopes, created_by, created_at, last_used_at, revoked_at), insert (name, token_hash, scopes), update
  (revoked_at) on public.api_keys to authenticated;

-- Security definer: a key may not read the table of keys.
create function public.api_key_may(any_of text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  return exists (
    select from public.api_keys
    where token_hash = current_setting('app.api_key', true) and revoked_at is null and scopes && any_of
  );
comment on function public.api_key_may is 'Whether the key of this transaction has one of the scopes.';
grant execute on function public.api_key_may to api_client;

create policy "Keys can add parts" on public.parts_catalog
  for insert to api_client with check ((select public.api_key_may('{parts:write}')));
create policy "Keys can change parts" on public.parts_catalog
  for update to api_client
  using ((select public.api_key_may('{parts:write,stock:write,prices:write}')))
  with check ((select public.api_key_may('{parts:write,stock:write,prices:write}')));

create policy "Keys can read orders" on public.orders
  for select to api_client using (paid_at is not null and (select public.api_key_may('{orders:read}')));

create policy "Keys can read lines of orders" on public.order_lines
  for select to api_client using ((select public.api_key_may('{orders:read}')));

create policy "Keys can read shipments" on public.shipments
  for select to api_client using ((select public.api_key_may('{orders:read}')));

create policy "Keys can read lines of shipments" on public.shipment_lines
  for select to api_client using ((select public.api_key_may('{orders:read}')));

create policy "Keys can read private facts" on public.part_private_facts
  for select to api_client
  using ((select public.api_key_may('{parts:private,parts:write,stock:write,prices:write}')));
comment on policy "Keys can read private facts" on public.part_private_facts is
  'Every change of a part computes its grade from them.';
create policy "Keys can add private facts" on public.part_private_facts
  for insert to api_client with check ((select public.api_key_may('{parts:write}')));
create policy "Keys can change private facts" on public.part_private_facts
  for update to api_client
  using ((select public.api_key_may('{parts:write}'))) with check ((select public.api_key_may('{parts:write}')));

-- Security definer: a key may not read the table of keys.
create function public.own_api_key() returns uuid
  language sql stable security definer
  set search_path = ''
  return (
    select id from public.api_keys
    where token_hash = current_setting('app.api_key', true) and revoked_at is null
  );
comment on function public.own_api_key is 'The key of this transaction. Null without one, and if it is revoked or unknown.';
grant execute on function public.own_api_key to api_client;

-- Security definer: a key may not write to the table of keys.
create function public.use_api_key() returns table (id uuid, name text, scopes text[])
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Requests at the same time do not wait for each other.
  update public.api_keys set last_used_at = now()
  where api_keys.id = (
    select api_keys.id from public.api_keys
    where token_hash = current_setting('app.api_key', true)
      and (last_used_at is null or last_used_at < now() - interval '1 minute')
    for no key update skip locked
  );
  return query
    select api_keys.id, api_keys.name, api_keys.scopes from public.api_keys
    where token_hash = current_setting('app.api_key', true) and revoked_at is null;
end
$$;
comment on function public.use_api_key is 'The key of this transaction. Notes that it was used.';
grant execute on function public.use_api_key to api_client;

create function public.check_api_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  free text[] := '{updated_at,grade}';
begin
  if public.api_key_may('{parts:write}') then
    return new;
  end if;
  -- Every change gives a part without stock and condition the condition 'Out of Stock'.
  if old.part_type is null and new.stock_quantity = 0 then
    free := free || '{part_type}'::text[];
  end if;
  if public.api_key_may('{prices:write}') then
    free := free || '{price}'::text[];
  end if;
  if public.api_key_may('{stock:write}') then
    free := free || '{stock_quantity}'::text[];
  end if;
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise insufficient_privilege using
      message = 'the scopes of the key do not allow this change', constraint = 'api_key_scopes';
  end if;
  return new;
end
$$;

create trigger check_api_change before update on public.parts_catalog
  for each row when (current_user = 'api_client') execute function public.check_api_change();

-- Programs ask for the parts that have changed since they asked last. A sale is such a change.
create function public.note_moved_stock() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger note_moved_stock before update of stock_quantity on public.parts_catalog
  for each row when (old.stock_quantity <> new.stock_quantity) execute function public.note_moved_stock();

-- Requests that a program can safely repeat.
create table public.api_requests (
  key_id uuid not null default public.own_api_key(),
  idempotency_key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  constraint api_requests_pkey primary key (key_id, idempotency_key),
  constraint api_requests_key_id_fkey foreign key (key_id) references public.api_keys (id) on delete cascade,
  constraint api_requests_idempotency_key_bounded check (length(idempotency_key) between 1 and 255),
  constraint api_requests_request_hash_form check (request_hash ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table public.api_requests is
  'Writes of programs with an Idempotency-Key, kept for 24 hours. Written in the transaction of the change: a request that is repeated meanwhile waits for it.';
comment on column public.api_requests.request_hash is 'SHA-256 of method, address and body, in base64url.';
comment on column public.api_requests.response is 'Status, headers and body.';
create index api_requests_created_at_idx on public.api_requests (created_at);
alter table public.api_requests enable row level security;
create policy "Keys can read their own requests" on public.api_requests
  for select to api_client using (key_id = (select public.own_api_key()));
create policy "Keys can keep their own requests" on public.api_requests
  for insert to api_client with check (key_id = (select public.own_api_key()));
create policy "Keys can complete their own requests" on public.api_requests
  for update to api_client
  using (key_id = (select public.own_api_key())) with check (key_id = (select public.own_api_key()));
create policy "The shop sees what has expired" on public.api_requests for select to service_role using (true);
create policy "The shop removes what has expired" on public.api_requests for delete to service_role using (true);
grant select (created_at), delete on public.api_requests to service_role;
grant select, insert (idempotency_key, request_hash), update (request_hash, response, created_at) on public.api_requests to
  api_client;

-- Webhooks: what happens in the shop is sent to other programs. Triggers write deliveries in the transaction of what happened,
-- and a job for each.
create table public.webhooks (
  id uuid not null default gen_random_uuid(),
  url text not null,
  events text[] not null,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  failing_since timestamptz,
  paused_until timestamptz,
  disabled_at timestamptz,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_bounded check (length(url) between 1 and 500),
  constraint webhooks_events_known check (
    events <@ '{order.paid,order.shipped,part.sold}' and cardinality(events) > 0
  )
);
comment on table public.webhooks is
  'Addresses of other programs. Their secrets are computed from the id (server/webhooks/webhooks.ts), and not stored.';
comment on column public.webhooks.created_by is 'The admin. No foreign key: a webhook outlives the account.';
comment on column public.webhooks.failing_since is 'When the first of the deliveries failed that failed one after the other.';
comment on column public.webhooks.paused_until is
  'New events wait until then after a failure, so that a program that hangs does not take up the queue.';
comment on column public.webhooks.disabled_at is
  'When it was disabled, after three days of failures. Its deliveries wait until it is enabled.';
alter table public.webhooks enable row level security;
create policy "Admins can read webhooks" on public.webhooks
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add webhooks in their own name" on public.webhooks
  for insert to authenticated with check ((select public.is_admin()) and created_by = (select auth.uid()));
create policy "Admins can enable webhooks" on public.webhooks
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins can delete webhooks" on public.webhooks
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop reads webhooks" on public.webhooks for select to service_role using (true);
create policy "The shop notes failures of webhooks" on public.webhooks
  for update to service_role using (true) with check (true);
grant select on public.webhooks to authenticated, service_role;
grant insert (url, events), update (failing_since, disabled_at), delete on public.webhooks to authenticated;
grant update (failing_since, paused_until, disabled_at) on public.webhooks to service_role;

create table public.webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  payload jsonb not null,
  happened_at timestamptz not null default now(),
  state text not null default 'waiting',
  attempts integer not null default 0,
  attempted_at timestamptz,
  next_at timestamptz,
  outcome text,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_webhook_id_fkey foreign key (webhook_id) references public.webhooks (id) on delete cascade,
  constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_outcome_bounded check (length(outcome) <= 300)
);
comment on table public.webhook_deliveries is 'Events for webhooks, kept for 30 days.';
comment on column public.webhook_deliveries.event_id is 'The same for all webhooks, and for each attempt.';
comment on column public.webhook_deliveries.payload is 'Numbers and ids, no personal data: programs read the order with a key.';
comment on column public.webhook_deliveries.next_at is 'When it is tried again. Null: at once, or never.';
comment on column public.webhook_deliveries.outcome is 'Of the last attempt: the status, or why there was no answer.';
create index webhook_deliveries_newest_idx on public.webhook_deliveries (happened_at desc, id);
create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id);
alter table public.webhook_deliveries enable row level security;
create policy "Admins can read deliveries" on public.webhook_deliveries
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can send deliveries again" on public.webhook_deliveries
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads deliveries" on public.webhook_deliveries for select to service_role using (true);
create policy "The shop notes the outcome of deliveries" on public.webhook_deliveries
  for update to service_role using (true) with check (true);
create policy "The shop removes old deliveries" on public.webhook_deliveries for delete to service_role using (true);
grant select on public.webhook_deliveries to authenticated, service_role;
grant update (state, attempts, next_at) on public.webhook_deliveries to authenticated;
grant update (state, attempts, attempted_at, next_at, outcome), delete on public.webhook_deliveries to service_role;

-- Security definer: who pays or ships may not read webhooks.
create function public.write_webhook_event(named text, payload jsonb) returns void
  language sql security definer
  set search_path = ''
begin atomic
  insert into public.webhook_deliveries (webhook_id, event_id, event, payload)
  select webhooks.id, events.id, named, payload
  from (select gen_random_uuid() as id) as events,
  lateral (select id from public.webhooks where named = any (webhooks.events)) as webhooks;
end;

create trigger queue_new_webhook_delivery after insert on public.webhook_deliveries
  for each row execute function public.queue_job('deliver-webhook', 'deliveryId', 'webhook:');
-- An admin sends it again.
create trigger queue_repeated_webhook_delivery after update of state, next_at on public.webhook_deliveries
  for each row when (
    new.state = 'waiting' and (old.state <> 'waiting' or (old.next_at is not null and new.next_at is null))
  )
  execute function public.queue_job('deliver-webhook', 'deliveryId', 'webhook:');

-- Security definer: admins may not add jobs.
create function public.queue_enabled_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('deliver-webhook', json_build_object('deliveryId', id), 'webhook:' || id, now())
  from public.webhook_deliveries where webhook_id = new.id and state = 'waiting';
  return null;
end
$$;

create trigger queue_enabled_webhook after update of disabled_at on public.webhooks
  for each row when (old.disabled_at is not null and new.disabled_at is null)
  execute function public.queue_enabled_webhook();

-- Security definer as write_webhook_event, which no role may call.
create function public.write_order_events() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  number text := 'PY-' || new.number;
begin
  if tg_argv[0] = 'paid' then
    perform public.write_webhook_event('order.paid', jsonb_build_object(
      'number', number, 'paid_at', new.paid_at, 'total_cents', (new.amount * 100)::bigint));
  elsif tg_argv[0] = 'shipped' then
    perform public.write_webhook_event('order.shipped', jsonb_build_object('number', number, 'sent_at', new.sent_at));
  else
    perform public.write_webhook_event('part.sold', jsonb_build_object(
      'part_id', part_id, 'stock_number', stock_number, 'quantity', quantity, 'order', number))
    from public.order_lines where order_id = new.id and part_id is not null;
  end if;
  return null;
end
$$;

create trigger write_paid_order after update of paid_at on public.orders
  for each row when (old.paid_at is null and new.paid_at is not null)
  execute function public.write_order_events('paid');
create trigger write_shipped_order after update of sent_at on public.orders
  for each row when (old.sent_at is null and new.sent_at is not null and new.fulfillment = 'ship')
  execute function public.write_order_events('shipped');
create trigger write_sold_parts after update of stock on public.orders
  for each row when (old.stock <> 'sold' and new.stock = 'sold')
  execute function public.write_order_events('sold');

-- Security definer as write_webhook_event, which no role may call.
create function public.write_part_sold_elsewhere(sold_part uuid, pieces integer) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if public.is_staff() is not true then
    raise exception 'Only staff sell parts' using errcode = '42501';
  end if;
  perform public.write_webhook_event('part.sold', jsonb_build_object(
    'part_id', id, 'stock_number', stock_number, 'quantity', pieces, 'order', null))
  from public.parts_catalog where id = sold_part;
end
$$;
comment on function public.write_part_sold_elsewhere is 'For staff who mark a part as sold without an order.';
grant execute on function public.write_part_sold_elsewhere to authenticated;
