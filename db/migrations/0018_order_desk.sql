-- The order desk: what happens to an order after its payment (docs/orders.md). Staff write rows here as themselves. They may
-- add no jobs and write no mails: triggers add the jobs, and the jobs write the mails.

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
  constraint order_events_kind_bounded check (length(kind) between 1 and 40),
  constraint order_events_details_bounded check (
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000
  ),
  constraint order_events_times_plausible check (least(at, mail_at, undone_at) >= '2000-01-01 00:00Z'
    and greatest(at, mail_at, undone_at) < '2200-01-01 00:00Z'),
  constraint order_events_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.order_events is
  'What staff did with an order, in this sequence. app/domain/order-event.ts has the kinds and their details.';
comment on column public.order_events.actor is
  'The person. Null: the shop itself. No foreign key: an event outlives the account.';
comment on column public.order_events.mail_at is 'When the buyer gets a mail about it. Null: never.';
comment on column public.order_events.mail_id is
  'The mail to the buyer. No foreign key: a mail that was deleted later is not written again.';
comment on column public.order_events.undone_at is 'When it was undone. Its mail, if not written yet, is never written.';
create index order_events_order_id_idx on public.order_events (order_id, id);
alter table public.order_events enable row level security;
create policy "Staff can read what happened to orders" on public.order_events
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can undo" on public.order_events
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads what happened to orders" on public.order_events
  for select to service_role using (true);
create policy "The shop adds what it did" on public.order_events for insert to service_role with check (true);
create policy "The shop notes its mails" on public.order_events
  for update to service_role using (true) with check (true);
create policy "Staff can add what they did" on public.order_events
  for insert to authenticated with check (
    (select public.is_staff()) and actor = (select auth.uid())
    and kind not in ('refunded', 'disputed', 'link_sent', 'question_asked')
    and (mail_at is null or mail_at between now() and now() + interval '5 minutes')
  );
grant select, insert (order_id, kind, details, mail_at) on public.order_events to authenticated, service_role;
grant update (undone_at) on public.order_events to authenticated;
grant update (mail_id) on public.order_events to service_role;

create trigger write_live_topic after insert or update of undone_at on public.order_events
  for each row when (new.kind in ('note', 'photo_added', 'photo_removed', 'released'))
  execute function public.write_live_topic('admin:orders');

create trigger queue_order_mail after insert on public.order_events
  for each row when (new.mail_at is not null)
  execute function public.queue_job('mail-order-event', 'eventId', 'order-event:', 'mail_at');

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
  constraint shipments_method_known check (method in ('parcel', 'pickup')),
  constraint shipments_texts_bounded check (
    length(carrier) between 1 and 60 and length(tracking) between 1 and 60 and length(collected_by) between 1 and 200
  ),
  constraint shipments_times_plausible check (least(shipped_at, delivered_at, undone_at) >= '2000-01-01 00:00Z'
    and greatest(shipped_at, delivered_at, undone_at) < '2200-01-01 00:00Z'),
  constraint shipments_delivered_after_shipped check (delivered_at >= shipped_at - interval '24 hours'),
  constraint shipments_collected_at_pickup check (collected_by is null or method = 'pickup'),
  constraint shipments_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
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
grant insert (collected_by, id, order_id, method, carrier, tracking), update (carrier, tracking, delivered_at, undone_at) on
  public.shipments to authenticated;
grant select (id, order_id, method, carrier, tracking, shipped_at, delivered_at, undone_at) on public.shipments to
  api_client;

create table public.shipment_lines (
  shipment_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  constraint shipment_lines_pkey primary key (shipment_id, line_id),
  constraint shipment_lines_quantity_positive check (quantity > 0),
  constraint shipment_lines_shipment_id_fkey foreign key (shipment_id) references public.shipments (id) on delete restrict,
  constraint shipment_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict
);
comment on table public.shipment_lines is 'The pieces in each parcel or pickup.';
create index shipment_lines_line_id_idx on public.shipment_lines (line_id);
alter table public.shipment_lines enable row level security;
create policy "Users can read lines of shipments that they can read" on public.shipment_lines
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));
create policy "Staff can ship pieces" on public.shipment_lines
  for insert to authenticated with check ((select public.is_staff()));
create policy "The shop reads lines of shipments" on public.shipment_lines for select to service_role using (true);
grant select on public.shipment_lines to authenticated, service_role, api_client;
grant insert on public.shipment_lines to authenticated;

-- Shipments. What is in a parcel is an entry of the ledger too.

-- Security definer: no role writes shipped units itself.
create function public.record_shipped_units() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  if line.order_id is distinct from (select order_id from public.shipments where id = new.shipment_id) then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'shipment_lines_of_order';
  end if;
  if line.shipped + new.quantity > line.quantity - line.canceled then
    raise check_violation using
      message = 'more units than are left to ship', constraint = 'shipment_lines_within_order';
  end if;
  -- What is shipped was packed.
  insert into public.unit_ledger (line_id, kind, quantity, shipment_id)
  select new.line_id, kind, units, new.shipment_id
  from (values ('packed', line.shipped + new.quantity - line.packed), ('shipped', new.quantity)) as entries (kind, units)
  where units > 0;
  return null;
end
$$;

create trigger record_shipped_units after insert on public.shipment_lines
  for each row execute function public.record_shipped_units();

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
create index order_photos_file_idx on public.order_photos (file);
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

-- Security definer: staff may not read all that it compares. It locks the order, so that two refunds at the same time are
-- checked one after the other. Volatile: each query sees what was committed while it waited.
create function public.check_refund() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  by_person constant boolean := current_setting('role') = 'authenticated';
  purchase public.orders;
  payment public.order_payments;
  promised numeric;
  by_staff numeric;
begin
  -- The policy is checked after this trigger. It must not show others what an order was paid with.
  if by_person and not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can ask for refunds';
  end if;
  select * into purchase from public.orders where id = new.order_id for no key update;
  -- A second payment of the order may have been of its amount.
  if new.amount > greatest(purchase.amount, purchase.charged) then
    raise check_violation using message = 'more than the payment', constraint = 'refunds_within_payment';
  end if;
  if tg_op = 'UPDATE' or new.reason <> 'shop' and not by_person then
    return new;
  end if;
  if purchase.payment_id is null then
    raise check_violation using message = 'the order is not paid', constraint = 'refunds_of_paid_order';
  end if;
  if (purchase.payment_method is null) <> (new.method is null) then
    raise check_violation using
      message = 'the money goes back where it came from', constraint = 'refunds_method_of_payment';
  end if;
  select * into payment from public.order_payments where order_id = new.order_id and payment_id = new.payment_id;
  if not found and by_person then
    raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
  elsif not found then
    raise check_violation using
      message = 'the order was not paid by this payment', constraint = 'refunds_of_paid_order';
  end if;
  -- What is done is part of payment.refunded.
  select coalesce(sum(coalesce(amount, payment.paid)), 0) into promised from public.refunds
    where order_id = new.order_id and payment_id = new.payment_id and state in ('requested', 'pending');
  if new.state in ('requested', 'pending') and payment.refunded + promised + new.amount > payment.paid then
    raise check_violation using
      message = 'more than is left of the payment', constraint = 'refunds_within_payment';
  end if;
  select coalesce(sum(amount), 0) into by_staff from public.refunds
    where order_id = new.order_id and reason = 'shop' and state <> 'failed';
  if by_person and not public.is_admin() and by_staff + new.amount > public.staff_refund_limit() then
    raise insufficient_privilege using
      message = 'above the limit of staff', constraint = 'refunds_within_staff_limit';
  end if;
  if by_person then
    if new.reason <> 'shop' then
      raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
    end if;
    new.asked_by := auth.uid();
  end if;
  return new;
end
$$;

create trigger check_refund before insert or update of amount on public.refunds
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

-- Security definer: no role writes refunded units itself. A core charge is refunded once, with its unit or alone.
create function public.record_refunded_units() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  refund public.refunds;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  select * into refund from public.refunds where id = new.refund_id;
  if line.order_id is distinct from refund.order_id then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'refund_lines_of_order';
  end if;
  if new.quantity + line.refunded + (case when new.core then line.cores_refunded else 0 end) > line.quantity then
    raise check_violation using
      message = 'more units than were ordered', constraint = 'refund_lines_within_order';
  end if;
  insert into public.unit_ledger (line_id, kind, quantity, refund_id, return_id)
  values (new.line_id, case when new.core then 'core_refunded' else 'refunded' end, new.quantity, refund.id, refund.return_id);
  return null;
end
$$;

create trigger record_refunded_units after insert on public.refund_lines
  for each row execute function public.record_refunded_units();

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

-- Security definer: a search by words that the policy of order_search had to check first could not use its index. The inner
-- query has no other condition, so that it always uses it.
create function public.find_order_numbers(lookup text, query text, above bigint, below bigint) returns setof bigint
  language sql stable security definer parallel safe rows 500
  set search_path = ''
as $$
  select number from (
    select number, words from public.order_search
    where words @@ lookup::tsquery and (select public.is_staff())
    offset 0
  ) as found
  where number > above and number < below and words @@ query::tsquery
$$;
comment on function public.find_order_numbers is
  'Orders with the words of a tsquery, for staff. What it looks up is a tsquery that finds at least these.';
grant execute on function public.find_order_numbers to authenticated;

-- Security definer: staff may not read what the payment provider sent.
create function public.order_payment_events(purchase uuid)
  returns table (id text, type text, source text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select id, type, source, received_at from public.payment_events where order_id = purchase and public.is_staff()
$$;
comment on function public.order_payment_events is 'Which payment events an order got, without their content, for staff.';
grant execute on function public.order_payment_events to authenticated;

-- Security definer: staff may not read mails.
create function public.order_mails(purchase uuid)
  returns table (id uuid, subject text, created_at timestamptz, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.id, mails.subject, mails.created_at, mails.sent_at, mails.given_up_at
  from public.order_events join public.mails on mails.id = mail_id
  where order_id = purchase and public.is_staff()
$$;
comment on function public.order_mails is
  'The mails to the buyer about what happened to an order, without their content, for staff.';
grant execute on function public.order_mails to authenticated;

-- The file of evidence has these mails. Security definer: staff may not read mails.
create function public.order_buyer_mails(order_id uuid)
  returns table (subject text, created_at timestamptz, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.subject, mails.created_at, mails.sent_at, mails.given_up_at
  from public.orders join public.mails on lower(recipient) = lower(email)
  where orders.id = order_id and subject ~ ('\mPY-' || number || '\M') and (select public.is_staff())
  order by mails.created_at, mails.id
$$;
comment on function public.order_buyer_mails is 'The mails to the buyer that name an order, without their content, for staff.';
grant execute on function public.order_buyer_mails to authenticated;
