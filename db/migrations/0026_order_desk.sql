-- The order desk: what happens to an order after its payment. orders.status stays about the payment only; orders.progress
-- is about its parts. Both follow from facts (app/domain/order.ts, app/domain/order-progress.ts).
--
-- Staff write rows here as themselves. They may add no jobs and write no mails: triggers add the jobs, and the jobs write
-- the mails.

alter table public.orders
  add column number bigint,
  add column paid_at timestamptz,
  add column progress text,
  add column ready_at timestamptz,
  add column ship_by timestamptz,
  add constraint orders_progress_known check (
    progress in (
      'to_pack', 'packed', 'partly_shipped', 'shipped', 'ready', 'delivered', 'picked_up', 'canceled'
    )
  );
comment on column public.orders.number is 'The number that people say, as PY-10423.';
comment on column public.orders.paid_at is 'When the shop learned of its payment.';
comment on column public.orders.progress is 'Null until it is paid and its parts are sold.';
comment on column public.orders.ready_at is 'When its parts lay ready to be picked up.';
comment on column public.orders.ship_by is 'The shop promises to ship it, or to have it ready, by then.';
comment on column public.orders.sent_at is 'When the last of its parts left the shop.';

update public.orders set number = numbered.number
  from (select id, 10000 + row_number() over (order by created_at, id) as number from public.orders) as numbered
  where orders.id = numbered.id;
alter table public.orders
  alter column number set not null,
  alter column number add generated always as identity (start with 10001),
  add constraint orders_number_key unique (number);
select setval(pg_get_serial_sequence('public.orders', 'number'), 10000 + greatest(count(*), 1), count(*) > 0)
  from public.orders;

update public.orders set
  paid_at = coalesce(
    (select min(received_at) from public.payment_events where order_id = orders.id and type like '%completed'),
    created_at
  )
  where payment_id is not null;
update public.orders set
  progress = case when sent_at is not null then 'shipped' else 'to_pack' end,
  ship_by = paid_at + interval '1 day'
  where stock = 'sold' and paid_at is not null;

create index orders_paid_number_idx on public.orders (number desc) where payment_id is not null;
create index orders_progress_number_idx on public.orders (progress, number desc) where progress is not null;
create index orders_open_ship_by_idx on public.orders (ship_by, number)
  where progress in ('to_pack', 'packed', 'partly_shipped');

alter table public.order_lines
  add column vehicle text,
  add column packed integer not null default 0,
  add column canceled integer not null default 0,
  add constraint order_lines_pieces_in_range check (
    packed >= 0 and canceled >= 0 and packed + canceled <= quantity
  );
comment on column public.order_lines.vehicle is 'The vehicle that it is listed for, as 2012 Honda Accord.';
comment on column public.order_lines.packed is 'Pieces that were packed, whether shipped or not.';
comment on column public.order_lines.canceled is 'Pieces that the buyer will not get.';

update public.order_lines set vehicle = nullif(
    concat_ws(' ', part.vehicle_year, part.vehicle_make, part.vehicle_model), ''
  )
  from public.parts_catalog as part where part.id = part_id;

create policy "Staff can move orders on" on public.orders
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant update (progress, ready_at, ship_by, sent_at) on public.orders to authenticated;
create policy "Staff can pack and cancel pieces" on public.order_lines
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant update (packed, canceled) on public.order_lines to authenticated;

-- What happened to an order.

create table public.order_events (
  id bigint generated always as identity,
  order_id uuid not null,
  kind text not null,
  actor uuid default auth.uid(),
  at timestamptz not null default now(),
  details jsonb not null default '{}',
  mail_at timestamptz,
  mail_id uuid,
  undone_at timestamptz,
  constraint order_events_pkey primary key (id),
  constraint order_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_events_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint order_events_kind_bounded check (length(kind) between 1 and 40),
  constraint order_events_details_bounded check (
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000
  )
);
comment on table public.order_events is
  'What staff did with an order, in this sequence. app/domain/order-event.ts has the kinds and their details.';
comment on column public.order_events.actor is
  'The person. Null: the shop itself. No foreign key: an event outlives the account.';
comment on column public.order_events.mail_at is 'When the buyer gets a mail about it. Null: never.';
comment on column public.order_events.mail_id is 'The mail to the buyer.';
comment on column public.order_events.undone_at is 'When it was undone. Its mail, if not written yet, is never written.';
create index order_events_order_id_idx on public.order_events (order_id, id);
create index order_events_mail_id_idx on public.order_events (mail_id);
alter table public.order_events enable row level security;
create policy "Staff can read what happened to orders" on public.order_events
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add what they did" on public.order_events
  for insert to authenticated with check ((select public.is_staff()) and actor = (select auth.uid()));
create policy "Staff can undo" on public.order_events
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads what happened to orders" on public.order_events
  for select to service_role using (true);
create policy "The shop adds what it did" on public.order_events for insert to service_role with check (true);
create policy "The shop notes its mails" on public.order_events
  for update to service_role using (true) with check (true);
grant select on public.order_events to authenticated, service_role;
grant insert (order_id, kind, details, mail_at), update (undone_at) on public.order_events to authenticated;
grant insert (order_id, kind, details, mail_at), update (mail_id) on public.order_events to service_role;

-- Security definer: staff may add no jobs.
create function public.queue_order_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job(
    'mail-order-event', json_build_object('eventId', new.id::text), 'order-event:' || new.id, new.mail_at
  );
  return null;
end
$$;
create trigger queue_order_mail after insert on public.order_events
  for each row when (new.mail_at is not null) execute function public.queue_order_mail();

-- Parcels, and pickups.

create table public.shipments (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  method text not null,
  carrier text,
  tracking text,
  collected_by text,
  shipped_at timestamptz not null default now(),
  shipped_by uuid default auth.uid(),
  delivered_at timestamptz,
  undone_at timestamptz,
  constraint shipments_pkey primary key (id),
  constraint shipments_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint shipments_method_known check (method in ('parcel', 'pickup')),
  constraint shipments_texts_bounded check (
    length(carrier) between 1 and 60 and length(tracking) between 1 and 60 and length(collected_by) between 1 and 200
  )
);
comment on table public.shipments is 'Each parcel that left the shop, and each pickup.';
comment on column public.shipments.tracking is 'The carrier''s number.';
comment on column public.shipments.collected_by is 'Of a pickup: the name on the document that the buyer showed.';
comment on column public.shipments.shipped_by is 'The person. No foreign key: a shipment outlives the account.';
comment on column public.shipments.undone_at is 'When it was undone: it never left.';
create index shipments_order_id_idx on public.shipments (order_id);
alter table public.shipments enable row level security;
create policy "Users can read shipments of orders that they can read" on public.shipments
  for select to authenticated using (exists (select 1 from public.orders where orders.id = order_id));
create policy "Staff can ship" on public.shipments
  for insert to authenticated with check ((select public.is_staff()) and shipped_by = (select auth.uid()));
create policy "Staff can correct shipments" on public.shipments
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads shipments" on public.shipments for select to service_role using (true);
grant select on public.shipments to authenticated, service_role;
grant insert (id, order_id, method, carrier, tracking, collected_by) on public.shipments to authenticated;
grant update (carrier, tracking, delivered_at, undone_at) on public.shipments to authenticated;

create table public.shipment_lines (
  shipment_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  constraint shipment_lines_pkey primary key (shipment_id, line_id),
  constraint shipment_lines_shipment_id_fkey foreign key (shipment_id) references public.shipments (id) on delete cascade,
  constraint shipment_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade,
  constraint shipment_lines_quantity_positive check (quantity > 0)
);
comment on table public.shipment_lines is 'The pieces in each parcel or pickup.';
create index shipment_lines_line_id_idx on public.shipment_lines (line_id);
alter table public.shipment_lines enable row level security;
create policy "Users can read lines of shipments that they can read" on public.shipment_lines
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));
create policy "Staff can ship pieces" on public.shipment_lines
  for insert to authenticated with check ((select public.is_staff()));
create policy "The shop reads lines of shipments" on public.shipment_lines for select to service_role using (true);
grant select on public.shipment_lines to authenticated, service_role;
grant insert on public.shipment_lines to authenticated;

-- Security definer: the sum over all shipments counts, whatever the role can read. The lock on the line makes two people
-- who ship it at the same time wait for each other.
create function public.check_shipped_pieces() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  shipped integer;
begin
  select * into line from public.order_lines where id = new.line_id for update;
  if line.order_id is distinct from (select order_id from public.shipments where id = new.shipment_id) then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'shipment_lines_of_order';
  end if;
  select coalesce(sum(quantity), 0) into shipped
    from public.shipment_lines join public.shipments on shipments.id = shipment_id
    where line_id = new.line_id and undone_at is null;
  if shipped + new.quantity > line.quantity - line.canceled then
    raise check_violation using
      message = 'more pieces than were ordered', constraint = 'shipment_lines_within_order';
  end if;
  return new;
end
$$;
create trigger check_shipped_pieces before insert on public.shipment_lines
  for each row execute function public.check_shipped_pieces();

-- Photographs of packed parts. The files are private: only staff get them.

create table public.order_photos (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  line_id uuid,
  file text not null,
  taken_at timestamptz not null default now(),
  taken_by uuid default auth.uid(),
  constraint order_photos_pkey primary key (id),
  constraint order_photos_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_photos_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade,
  constraint order_photos_file_bounded check (length(file) between 1 and 200)
);
comment on column public.order_photos.line_id is 'Null: of the whole parcel.';
comment on column public.order_photos.file is 'Its name in the store of files.';
comment on column public.order_photos.taken_by is 'The person. No foreign key: a photograph outlives the account.';
create index order_photos_order_id_idx on public.order_photos (order_id);
create index order_photos_line_id_idx on public.order_photos (line_id);
alter table public.order_photos enable row level security;
create policy "Staff can see photographs" on public.order_photos
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add photographs" on public.order_photos
  for insert to authenticated with check ((select public.is_staff()) and taken_by = (select auth.uid()));
create policy "Staff can remove photographs" on public.order_photos
  for delete to authenticated using ((select public.is_staff()));
create policy "The shop reads photographs" on public.order_photos for select to service_role using (true);
grant select on public.order_photos to authenticated, service_role;
grant insert (id, order_id, line_id, file), delete on public.order_photos to authenticated;

-- Refunds that staff ask for. Several of one order, each at most what is left of its payment.

drop index public.refunds_own_key;
create unique index refunds_own_key on public.refunds (order_id, payment_id) where reason in ('sold-out', 'paid-twice');
alter table public.refunds
  drop constraint refunds_reason_known,
  add column asked_by uuid,
  add column note text,
  add constraint refunds_reason_known check (reason in ('sold-out', 'paid-twice', 'provider', 'shop')),
  add constraint refunds_note_bounded check (length(note) between 1 and 500),
  add constraint refunds_asked_for_an_amount check (reason <> 'shop' or amount > 0);
comment on column public.refunds.reason is
  'Why: the parts were sold out, the order was paid twice, staff asked for it, or it was made at the provider.';
comment on column public.refunds.asked_by is 'The person who asked for it. No foreign key: a refund outlives the account.';
comment on column public.refunds.note is 'What the person wrote about it, for the buyer.';
create policy "Staff can ask for refunds" on public.refunds
  for insert to authenticated with check ((select public.is_staff()) and asked_by = (select auth.uid()));
grant insert (id, order_id, payment_id, reason, amount, note) on public.refunds to authenticated;

create function public.staff_refund_limit() returns numeric
  language sql stable parallel safe
  set search_path = ''
  return coalesce(
    (select (values #>> '{orders,staffRefundLimitCents}')::numeric / 100 from public.shop_settings),
    200
  );
comment on function public.staff_refund_limit is
  'Dollars of one order that staff may refund. The default is that of app/domain/settings/order-settings.ts.';
grant execute on function public.staff_refund_limit to authenticated;

-- Security definer: it locks the order, so that two refunds at the same time are checked one after the other. Volatile:
-- each query sees what was committed while it waited.
create function public.check_refund() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  purchase public.orders;
  promised numeric;
  by_staff numeric;
begin
  -- The policy is checked after this trigger. It must not show others what an order was paid with.
  if current_setting('role') <> 'authenticated' then
    return new;
  end if;
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can ask for refunds';
  end if;
  select * into purchase from public.orders where id = new.order_id for update;
  if purchase.payment_id is null then
    raise check_violation using message = 'the order is not paid', constraint = 'refunds_of_paid_order';
  end if;
  select coalesce(sum(coalesce(amount, purchase.amount)) filter (where state in ('requested', 'pending')), 0),
    coalesce(sum(amount) filter (where reason = 'shop' and state <> 'failed'), 0)
    into promised, by_staff
    from public.refunds where order_id = new.order_id and payment_id = purchase.payment_id;
  if purchase.refunded + promised + new.amount > purchase.amount then
    raise check_violation using
      message = 'more than is left of the payment', constraint = 'refunds_within_payment';
  end if;
  if not public.is_admin() and by_staff + new.amount > public.staff_refund_limit() then
    raise insufficient_privilege using
      message = 'above the limit of staff', constraint = 'refunds_within_staff_limit';
  end if;
  if new.payment_id <> purchase.payment_id or new.reason <> 'shop' then
    raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
  end if;
  new.asked_by := auth.uid();
  return new;
end
$$;
create trigger check_refund before insert on public.refunds
  for each row execute function public.check_refund();

-- Security definer: staff may add no jobs.
create function public.queue_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job(
    'refund-payment',
    json_build_object('orderId', new.order_id, 'paymentId', new.payment_id, 'refundId', new.id),
    'refund:' || new.id
  );
  return null;
end
$$;
create trigger queue_refund after insert on public.refunds
  for each row when (new.reason = 'shop') execute function public.queue_refund();

create table public.refund_lines (
  refund_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  restocked boolean not null,
  constraint refund_lines_pkey primary key (refund_id, line_id),
  constraint refund_lines_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete cascade,
  constraint refund_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade,
  constraint refund_lines_quantity_positive check (quantity > 0)
);
comment on table public.refund_lines is 'The pieces that a refund is for. A refund of an amount alone has none.';
comment on column public.refund_lines.restocked is 'Whether the pieces went back into stock.';
create index refund_lines_line_id_idx on public.refund_lines (line_id);
alter table public.refund_lines enable row level security;
create policy "Users can read lines of refunds that they can read" on public.refund_lines
  for select to authenticated using (exists (select 1 from public.refunds where refunds.id = refund_id));
create policy "Staff can refund pieces" on public.refund_lines
  for insert to authenticated with check ((select public.is_staff()));
create policy "The shop reads lines of refunds" on public.refund_lines for select to service_role using (true);
grant select on public.refund_lines to authenticated, service_role;
grant insert on public.refund_lines to authenticated;

-- Security definer: the sum over all refunds counts, whatever the role can read.
create function public.check_refunded_pieces() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  refunded integer;
begin
  select * into line from public.order_lines where id = new.line_id for update;
  if line.order_id is distinct from (select order_id from public.refunds where id = new.refund_id) then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'refund_lines_of_order';
  end if;
  select coalesce(sum(quantity), 0) into refunded
    from public.refund_lines join public.refunds on refunds.id = refund_id
    where line_id = new.line_id and state <> 'failed';
  if refunded + new.quantity > line.quantity then
    raise check_violation using
      message = 'more pieces than were ordered', constraint = 'refund_lines_within_order';
  end if;
  return new;
end
$$;
create trigger check_refunded_pieces before insert on public.refund_lines
  for each row execute function public.check_refunded_pieces();

-- The search of the order desk: words of an order, each matched from its beginning. Popular words are found through the
-- newest orders, rare ones through the words (docs/orders.md).

create table public.order_search (
  order_id uuid not null,
  number bigint not null,
  words tsvector not null,
  constraint order_search_pkey primary key (order_id),
  constraint order_search_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade
);
comment on table public.order_search is
  'Number, name, email, phone, parts, OEM numbers and tracking numbers of each order, as words.';
create index order_search_words_idx on public.order_search using gin (words);
create index order_search_number_idx on public.order_search (number desc);
alter table public.order_search enable row level security;
create policy "Staff can search orders" on public.order_search
  for select to authenticated using ((select public.is_staff()));
grant select on public.order_search to authenticated;

create function public.order_search_words(purchase public.orders) returns tsvector
  language sql stable
  set search_path = ''
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(word, 100)), '{}'))
  from (
    select 'py' || purchase.number
    union all select purchase.number::text
    union all select left(purchase.id::text, 8)
    union all select lower(purchase.email)
    -- The whole phone number, and how people say it without the country's code.
    union all select regexp_replace(purchase.phone, '\D', '', 'g')
    union all select right(regexp_replace(purchase.phone, '\D', '', 'g'), 10)
    union all select right(regexp_replace(purchase.phone, '\D', '', 'g'), 4)
    union all select regexp_replace(lower(tracking), '[^a-z0-9]', '', 'g')
      from public.shipments where order_id = purchase.id
    union all select regexp_replace(lower(oem_number), '[^a-z0-9]', '', 'g')
      from public.order_lines where order_id = purchase.id
    union all select regexp_split_to_table(
        lower(concat_ws(' ', purchase.customer_name, purchase.email,
          (select string_agg(concat_ws(' ', part_name, vehicle), ' ') from public.order_lines
           where order_id = purchase.id))),
        '[^[:alnum:]]+')
  ) as words (word)
  where word <> ''
$$;

-- Security definer: no role writes the words itself. The trigger's argument is the column with the order's id.
create function public.index_order() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid := to_jsonb(new) ->> tg_argv[0];
begin
  insert into public.order_search (order_id, number, words)
    select id, number, public.order_search_words(orders) from public.orders where id = changed
    on conflict (order_id) do update set words = excluded.words;
  return null;
end
$$;
-- Only orders that someone paid for, or that a person of the shop made, are looked for.
create trigger index_order after insert or update of payment_id, email, customer_name, phone on public.orders
  for each row when (new.payment_id is not null) execute function public.index_order('id');
create trigger index_order after insert or update of tracking on public.shipments
  for each row execute function public.index_order('order_id');

insert into public.order_search (order_id, number, words)
  select id, number, public.order_search_words(orders) from public.orders where payment_id is not null;

-- Live updates of the desk.
create trigger write_live_topic after insert or update of undone_at on public.order_events
  for each row execute function public.write_live_topic('admin:orders');
create trigger write_live_topic after update of progress, status, refunded, dispute on public.orders
  for each row when (
    new.progress is distinct from old.progress or new.status <> old.status
    or new.refunded <> old.refunded or new.dispute is distinct from old.dispute
  ) execute function public.write_live_topic('admin:orders');

-- As in 0024_sales_tax.sql, with what the desk keeps of an order.
create or replace function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', person.id, 'email', person.email, 'name', person.name, 'email_verified', person.email_verified,
      'second_step', person.two_factor_enabled, 'created_at', person.created_at, 'updated_at', person.updated_at
    ),
    'profile', (select to_jsonb(profiles) from public.profiles where user_id = person.id),
    'roles', (select coalesce(jsonb_agg(role), '[]') from public.user_roles where user_id = person.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'expires_at', expires_at,
        'ip_address', ip_address, 'user_agent', user_agent) order by created_at), '[]')
      from auth.sessions where user_id = person.id
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) || jsonb_build_object('lines', (
        select coalesce(jsonb_agg(to_jsonb(order_lines) - 'order_id'), '[]')
        from public.order_lines where order_id = orders.id
      ), 'taxes', (
        select coalesce(jsonb_agg(to_jsonb(order_taxes) - 'order_id' order by position), '[]')
        from public.order_taxes where order_id = orders.id
      ), 'shipments', (
        select coalesce(jsonb_agg(to_jsonb(shipments) - '{order_id,shipped_by}'::text[] order by shipped_at), '[]')
        from public.shipments where order_id = orders.id and undone_at is null
      ), 'refunds', (
        select coalesce(jsonb_agg(to_jsonb(refunds) - '{order_id,asked_by}'::text[] order by requested_at), '[]')
        from public.refunds where order_id = orders.id
      ), 'events', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'details', details) order by id), '[]')
        from public.order_events where order_id = orders.id
      )) order by created_at), '[]')
      from public.orders where user_id = person.id
    ),
    'resale_certificates', (
      select coalesce(jsonb_agg(to_jsonb(resale_certificates) - 'approved_by' order by approved_at), '[]')
      from public.resale_certificates where user_id = person.id
    ),
    'part_requests', (
      select coalesce(jsonb_agg(to_jsonb(part_requests) order by created_at), '[]')
      from public.part_requests where user_id = person.id or lower(email) = person.email
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(contact_messages) order by created_at), '[]')
      from public.contact_messages where user_id = person.id or lower(email) = person.email
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from public.mails where lower(recipient) = person.email
    ),
    'audit_logs', (
      select coalesce(jsonb_agg(to_jsonb(audit_logs) order by created_at), '[]')
      from public.audit_logs where user_id = person.id
    )
  )
  from auth.users as person where person.id = auth.uid()
$$;

-- Orders stay for the books, without the person.
create or replace function auth.forget_person(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
begin
  select email into address from auth.users where id = person for update;
  update public.payment_events set payload = '{"forgotten": true}'
    where order_id in (select id from public.orders where user_id = person);
  update public.orders set email = null, customer_name = null, phone = null, shipping_address = null
    where user_id = person;
  update public.shipments set collected_by = null
    where collected_by is not null and order_id in (select id from public.orders where user_id = person);
  -- Notes can name the person.
  update public.order_events set details = '{}'
    where order_id in (select id from public.orders where user_id = person);
  update public.refunds set note = null
    where note is not null and order_id in (select id from public.orders where user_id = person);
  update public.resale_certificates set email = null where user_id = person;
  delete from public.part_requests where user_id = person or lower(email) = address;
  delete from public.contact_messages where user_id = person or lower(email) = address;
  -- Mails to the shop that are not sent yet are kept until they are.
  delete from public.mails
    where lower(recipient) = address or (lower(reply_to) = address and sent_at is not null);
  delete from auth.verifications where value = person::text;
  delete from auth.users where id = person;
end
$$;
