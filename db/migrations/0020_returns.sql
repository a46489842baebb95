-- Returns, warranty claims and cores that come back (docs/returns.md). Buyers ask, staff decide, inspect and refund. The
-- database checks each step and that no unit is returned twice, and adds the jobs of the mails.

create table public.returns (
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity (start with 1001),
  order_id uuid not null,
  kind text not null,
  state text not null default 'asked',
  reason text,
  details text,
  installer text,
  installed_on date,
  installed_mileage integer,
  failed_mileage integer,
  asked_at timestamptz not null default now(),
  shop_fault boolean,
  send_to text,
  note text,
  carrier text,
  tracking text,
  refund_id uuid,
  settlement jsonb,
  -- A part of a return that has not arrived yet can stay open as a return of its own.
  rest_of uuid,
  closed_reason text,
  constraint returns_pkey primary key (id),
  constraint returns_number_key unique (number),
  constraint returns_refund_id_key unique (refund_id),
  constraint returns_kind_known check (kind in ('return', 'warranty', 'core')),
  constraint returns_state_known check (
    state in ('asked', 'approved', 'refused', 'received', 'inspected', 'refunded', 'sent_back', 'canceled')
  ),
  constraint returns_texts_bounded check (
    length(reason) between 1 and 40 and length(details) between 1 and 2000 and length(installer) between 1 and 200
    and length(send_to) between 1 and 500 and length(note) between 1 and 1000
    and length(carrier) between 1 and 60 and length(tracking) between 1 and 60
  ),
  constraint returns_mileage_in_range check (
    installed_mileage between 0 and 9999999 and failed_mileage between 0 and 9999999
    and failed_mileage >= installed_mileage
  ),
  constraint returns_settlement_object check (jsonb_typeof(settlement) = 'object'),
  constraint returns_rest_of_fkey foreign key (rest_of) references public.returns (id) on delete restrict,
  constraint returns_rest_of_key unique (rest_of),
  constraint returns_closed_reason_bounded check (length(closed_reason) between 1 and 1000),
  constraint returns_number_positive check (number > 0),
  constraint returns_times_plausible check (
    asked_at >= '2000-01-01 00:00Z' and asked_at < '2200-01-01 00:00Z' and installed_on between date '1900-01-01' and date '2200-01-01'
  ),
  constraint returns_settlement_bounded check (octet_length(settlement::text) <= 20000),
  constraint returns_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict,
  constraint returns_refund_id_fkey foreign key (refund_id) references public.refunds (id) on delete restrict
);
comment on table public.returns is 'What buyers want to send back, or have sent back. app/domain/return.ts has the states.';
comment on column public.returns.number is 'The number that people say, as RMA-1042.';
comment on column public.returns.reason is 'Of a return: one of app/domain/return.ts.';
comment on column public.returns.details is 'What the buyer wrote. Of a warranty claim: the fault.';
comment on column public.returns.installer is 'Of a warranty claim: who installed the part.';
comment on column public.returns.installed_mileage is
  'Of a warranty claim: the vehicle''s, in miles, when the part was installed.';
comment on column public.returns.failed_mileage is 'Of a warranty claim: the vehicle''s, in miles, when the part failed.';
comment on column public.returns.shop_fault is 'Whether staff found the shop at fault. Null: not decided yet.';
comment on column public.returns.send_to is 'The address to send the parts to, once approved.';
comment on column public.returns.note is 'What staff wrote to the buyer with the last step.';
comment on column public.returns.carrier is 'Of parts that were sent back to the buyer.';
comment on column public.returns.refund_id is 'The refund that staff asked for. It is refunded when the provider has done it.';
comment on column public.returns.settlement is
  'How the refund was computed, in cents. app/domain/return-refund.ts has its fields.';
comment on column public.returns.rest_of is 'The return that it was a part of, until the other part arrived.';
comment on column public.returns.closed_reason is 'Why units that were announced and did not arrive are not expected any more.';
create index returns_order_id_idx on public.returns (order_id);
create index returns_state_number_idx on public.returns (state, number desc);
alter table public.returns enable row level security;
create policy "Users can read returns of orders that they can read" on public.returns
  for select to authenticated using (exists (select 1 from public.orders where orders.id = order_id));
create policy "Buyers can ask for returns of their orders" on public.returns
  for insert to authenticated with check (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );
create policy "Buyers can cancel their returns" on public.returns
  for update to authenticated
  using (
    state in ('asked', 'approved')
    and exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  )
  with check (state = 'canceled');
create policy "Staff can move returns on" on public.returns
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads returns" on public.returns for select to service_role using (true);
create policy "The shop asks for returns" on public.returns for insert to service_role with check (true);
create policy "The shop cancels returns" on public.returns
  for update to service_role using (true) with check (true);
grant select, insert (id, order_id, kind, reason, details, installer, installed_on, installed_mileage, failed_mileage) on
  public.returns to authenticated, service_role;
grant update (state, shop_fault, send_to, note, carrier, tracking, refund_id, settlement, closed_reason) on public.returns to
  authenticated;
grant update (state) on public.returns to service_role;

-- Security definer: the order is read whatever the role can read. Others than its buyer are refused by the policy.
create function public.check_asked_return() returns trigger
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not exists (select from public.orders where id = new.order_id and status = 'completed' and progress is not null) then
    raise check_violation using message = 'the order is not paid', constraint = 'returns_of_paid_order';
  end if;
  return new;
end
$$;

create trigger check_asked_return before insert on public.returns
  for each row execute function public.check_asked_return();

-- The steps of docs/returns.md, and the way back when a refund fails after it was done. Only the provider's word leads to
-- 'refunded': see settle_return. Security definer: it looks at the refund whatever the role can read.
create function public.check_return_step() returns trigger
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  steps constant jsonb := '{
    "asked": ["approved", "refused", "canceled"],
    "approved": ["received", "refused", "canceled"],
    "received": ["inspected"],
    "inspected": ["sent_back", "refunded"],
    "refunded": ["inspected"]
  }';
  has_refund boolean := exists (select from public.refunds where id = old.refund_id and state <> 'failed');
begin
  if new.state <> old.state and not coalesce(steps -> old.state ? new.state, false) then
    raise check_violation using message = 'this step is not possible', constraint = 'returns_step_possible';
  end if;
  if current_setting('role') = 'authenticated' then
    if not public.is_staff()
      and (new.state <> 'canceled' or to_jsonb(new) - 'state' <> to_jsonb(old) - 'state') then
      raise insufficient_privilege using message = 'buyers can only cancel';
    end if;
    if (new.state = 'refunded') <> (old.state = 'refunded') then
      raise insufficient_privilege using message = 'only the payment provider''s word counts';
    end if;
  end if;
  if (new.refund_id is distinct from old.refund_id and new.refund_id is not null or new.state = 'sent_back')
    and old.state = 'inspected' and has_refund then
    raise check_violation using message = 'a refund is on its way', constraint = 'returns_refunded_once';
  end if;
  if new.refund_id is distinct from old.refund_id and new.refund_id is not null and old.state <> 'inspected' then
    raise check_violation using message = 'only inspected parts are refunded', constraint = 'returns_step_possible';
  end if;
  return new;
end
$$;

create trigger check_return_step before update on public.returns
  for each row execute function public.check_return_step();

create table public.return_lines (
  return_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  restock boolean,
  received integer,
  constraint return_lines_pkey primary key (return_id, line_id),
  constraint return_lines_quantity_positive check (quantity > 0),
  constraint return_lines_received_in_range check (received between 0 and quantity),
  constraint return_lines_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict,
  constraint return_lines_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete restrict
);
comment on table public.return_lines is 'The pieces of each return. Of a core: the pieces whose old parts come back.';
comment on column public.return_lines.restock is
  'Whether the pieces go back into stock when they are refunded. Null: not inspected yet.';
comment on column public.return_lines.received is 'Units that arrived. Null: none has arrived yet.';
create index return_lines_line_id_idx on public.return_lines (line_id);
alter table public.return_lines enable row level security;
create policy "Users can read lines of returns that they can read" on public.return_lines
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));
create policy "Buyers can return pieces of their orders" on public.return_lines
  for insert to authenticated with check (
    exists (
      select 1 from public.returns join public.orders on orders.id = returns.order_id
      where returns.id = return_id and returns.state = 'asked' and orders.user_id = (select auth.uid())
    )
  );
create policy "Staff can note what goes back into stock" on public.return_lines
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads lines of returns" on public.return_lines for select to service_role using (true);
create policy "The shop returns pieces" on public.return_lines for insert to service_role with check (true);
grant select, insert (return_id, line_id, quantity) on public.return_lines to authenticated, service_role;
grant update (restock, received) on public.return_lines to authenticated;

-- Security definer: everyone's returns count, whatever the role can read.
create function public.returnable_cores(line public.order_lines) returns integer
  language sql stable security definer
  set search_path = ''
as $$
  select case when line.core > 0 then greatest(0,
    line.quantity - greatest(line.canceled, line.refunded)
    - coalesce((
        select sum(coalesce(received, return_lines.quantity)) from public.return_lines
        join public.returns on returns.id = return_id
        where line_id = line.id and kind = 'core' and state not in ('refused', 'sent_back', 'canceled')
      ), 0)
  )::integer else 0 end
$$;
comment on function public.returnable_cores is
  'Cores of a line that the buyer could send back: their charge is not refunded, and they are in no other return.';
grant execute on function public.returnable_cores to authenticated, service_role;

-- Security definer, as returnable_cores. The lock makes two returns of a line wait for each other. Volatile: the sums see what
-- was committed while it waited.
create function public.check_returned_units() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  line public.order_lines;
  parent public.returns;
  possible integer;
begin
  select * into line from public.order_lines where id = new.line_id for no key update;
  select * into parent from public.returns where id = new.return_id;
  if line.order_id is distinct from parent.order_id then
    raise check_violation using
      message = 'the line belongs to another order', constraint = 'return_lines_of_order';
  end if;
  possible := case when parent.kind = 'core' then public.returnable_cores(line) else public.returnable_units(line) end;
  if new.quantity > possible then
    raise check_violation using
      message = 'more units than can be returned', constraint = 'return_lines_within_order';
  end if;
  return new;
end
$$;

create trigger check_returned_units before insert on public.return_lines
  for each row execute function public.check_returned_units();

-- What happened to a return. Only triggers write it.
create table public.return_events (
  id bigint generated always as identity,
  return_id uuid not null,
  kind text not null,
  actor uuid,
  at timestamptz not null default clock_timestamp(),
  note text,
  has_mail boolean not null,
  mail_id uuid,
  constraint return_events_pkey primary key (id),
  constraint return_events_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint return_events_texts_bounded check (length(kind) between 1 and 40 and length(note) <= 1000),
  constraint return_events_time_plausible check (at >= '2000-01-01 00:00Z' and at < '2200-01-01 00:00Z'),
  constraint return_events_return_id_fkey foreign key (return_id) references public.returns (id) on delete restrict
);
comment on table public.return_events is 'The steps of each return, in this sequence.';
comment on column public.return_events.kind is 'The state that was reached, refund_requested, or refund_failed.';
comment on column public.return_events.actor is
  'The person. Null: the shop itself. No foreign key: an event outlives the account.';
comment on column public.return_events.note is 'What staff wrote to the buyer about this step.';
comment on column public.return_events.has_mail is 'Whether the buyer gets a mail about it.';
create index return_events_return_id_idx on public.return_events (return_id, id);
create index return_events_mail_id_idx on public.return_events (mail_id);
alter table public.return_events enable row level security;
create policy "Users can read what happened to returns that they can read" on public.return_events
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));
create policy "The shop reads what happened to returns" on public.return_events
  for select to service_role using (true);
create policy "The shop notes its mails about returns" on public.return_events
  for update to service_role using (true) with check (true);
grant select on public.return_events to authenticated, service_role;
grant update (has_mail, mail_id) on public.return_events to service_role;

-- Security definer: no role writes events, and buyers and staff may add no jobs.
create function public.record_return_step() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event bigint;
  step text := new.state;
  mailed boolean := step not in ('inspected', 'canceled');
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    if new.refund_id is null or new.refund_id is not distinct from old.refund_id then return null; end if;
    step := 'refund_requested';
    mailed := false;
  elsif tg_op = 'UPDATE' and old.state = 'refunded' then
    step := 'refund_failed';
  end if;
  insert into public.return_events (return_id, kind, actor, note, has_mail)
    values (
      new.id, step, auth.uid(), case when step not in ('asked', 'canceled', 'refunded', 'refund_failed') then new.note end,
      mailed
    )
    returning id into event;
  if mailed then
    perform public.add_job('mail-return-step', json_build_object('eventId', event::text), 'return-step:' || event, now());
  end if;
  return null;
end
$$;

create trigger record_asked_return after insert on public.returns
  for each row execute function public.record_return_step();
create trigger record_return_step after update of state, refund_id on public.returns
  for each row execute function public.record_return_step();

-- Security definer: the provider's word arrives with a role that changes no returns.
create function public.settle_return() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.returns set state = 'refunded' where refund_id = new.id and state = 'inspected';
  return null;
end
$$;

create trigger settle_return after update of state on public.refunds
  for each row when (new.state = 'done' and old.state <> 'done') execute function public.settle_return();

create table public.return_photos (
  id uuid not null default gen_random_uuid(),
  return_id uuid not null,
  file text not null,
  added_at timestamptz not null default now(),
  by_shop boolean not null default public.is_staff(),
  constraint return_photos_pkey primary key (id),
  constraint return_photos_return_id_fkey foreign key (return_id) references public.returns (id) on delete cascade,
  constraint return_photos_file_bounded check (length(file) between 1 and 200)
);
comment on table public.return_photos is 'Photographs of what comes back: of the buyer, and of the shop that inspected it.';
comment on column public.return_photos.file is 'Its name in the store of files.';
create index return_photos_return_id_idx on public.return_photos (return_id);
create index return_photos_file_idx on public.return_photos (file);
alter table public.return_photos enable row level security;
create policy "Users can see photographs of returns that they can read" on public.return_photos
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));
create policy "Buyers can add photographs to their returns" on public.return_photos
  for insert to authenticated with check (
    exists (
      select 1 from public.returns join public.orders on orders.id = returns.order_id
      where returns.id = return_id and returns.state in ('asked', 'approved') and orders.user_id = (select auth.uid())
    )
  );
create policy "Staff can add photographs of returns" on public.return_photos
  for insert to authenticated with check ((select public.is_staff()));
create policy "The shop reads photographs of returns" on public.return_photos for select to service_role using (true);
create policy "The shop adds photographs of returns" on public.return_photos for insert to service_role with check (true);
-- Photographs. A job deletes files without a row.
create policy "The shop deletes photographs of returns that are over" on public.return_photos
  for delete to service_role using (
    exists (
      select 1 from public.returns
      where returns.id = return_id and state in ('refused', 'canceled', 'sent_back', 'refunded')
    )
  );
grant select, insert (id, return_id, file) on public.return_photos to authenticated, service_role;
grant delete on public.return_photos to service_role;

-- The mails to the buyer, for the history. Security definer: staff may not read mails.
create function public.return_mails(wanted uuid)
  returns table (id uuid, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.id, mails.sent_at, mails.given_up_at
  from public.return_events join public.mails on mails.id = mail_id
  where return_id = wanted and public.is_staff()
$$;
comment on function public.return_mails is
  'The state of the mails to the buyer about a return, without their content, for staff.';
grant execute on function public.return_mails to authenticated;

-- Returns refer to refunds too.
alter table public.refunds add constraint refunds_return_id_fkey
  foreign key (return_id) references public.returns (id) on delete restrict;
