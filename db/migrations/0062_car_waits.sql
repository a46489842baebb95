-- Mail when a car like mine comes in (docs/yard.md).

create table public.car_arrivals (
  car_id uuid not null,
  at timestamptz not null default now(),
  constraint car_arrivals_pkey primary key (car_id),
  constraint car_arrivals_car_id_fkey foreign key (car_id) references public.yard_vehicles (id) on delete cascade
);
comment on table public.car_arrivals is 'When shoppers saw each car first. People are told of it once.';
create index car_arrivals_at_idx on public.car_arrivals (at);
alter table public.car_arrivals enable row level security;
create policy "The shop reads arrivals of cars" on public.car_arrivals for select to service_role using (true);
grant select on public.car_arrivals to service_role;

-- Security definer: who changes a car may not add arrivals.
create function public.note_car_arrival() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.car_arrivals (car_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_car_arrival after insert on public.public_cars
  for each row execute function public.note_car_arrival();

create table public.car_waits (
  id uuid not null default gen_random_uuid(),
  email text not null,
  make text not null,
  model text not null,
  from_year smallint not null,
  to_year smallint not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  told_until timestamptz not null default now(),
  ended_at timestamptz,
  mailed_at timestamptz,
  constraint car_waits_pkey primary key (id),
  constraint car_waits_email_normalized check (email = lower(email) and length(email) <= 320),
  constraint car_waits_texts_bounded check (length(make) between 1 and 100 and length(model) between 1 and 100),
  constraint car_waits_years_in_order check (from_year <= to_year)
);
comment on table public.car_waits is 'Requests for an email when a car comes into the yard. One is open until it has ended.';
comment on column public.car_waits.from_year is 'Model years, both included.';
comment on column public.car_waits.confirmed_at is 'When its address was confirmed. Only confirmed waits are told.';
comment on column public.car_waits.told_until is 'Cars that arrived until then are told, or came before the person asked.';
comment on column public.car_waits.ended_at is 'When its person ended it, or after a year.';
comment on column public.car_waits.mailed_at is 'When the last mail that asks to confirm it was written.';
create unique index car_waits_open_key on public.car_waits (email, lower(make), lower(model), from_year, to_year)
  where ended_at is null;
create index car_waits_email_idx on public.car_waits (email);
create index car_waits_model_idx on public.car_waits (lower(make), lower(model)) where ended_at is null;
create index car_waits_asked_idx on public.car_waits (asked_at);
alter table public.car_waits enable row level security;
create policy "The shop reads waits for cars" on public.car_waits for select to service_role using (true);
create policy "The shop adds waits for cars" on public.car_waits for insert to service_role with check (true);
create policy "The shop changes waits for cars" on public.car_waits for update to service_role using (true) with check (true);
create policy "The shop deletes old waits for cars" on public.car_waits for delete to service_role using (true);
grant select, insert, update (asked_at, confirmed_at, told_until, ended_at, mailed_at), delete on public.car_waits to service_role;

create table public.car_wait_links (
  token_hash text not null,
  wait_id uuid not null,
  constraint car_wait_links_pkey primary key (token_hash),
  constraint car_wait_links_wait_id_fkey foreign key (wait_id) references public.car_waits (id) on delete cascade,
  constraint car_wait_links_token_hash_bounded check (length(token_hash) between 40 and 100)
);
comment on table public.car_wait_links is 'The links in mails about cars. Each confirms and ends the waits of its address.';
create index car_wait_links_wait_id_idx on public.car_wait_links (wait_id);
alter table public.car_wait_links enable row level security;
create policy "The shop reads links about cars" on public.car_wait_links for select to service_role using (true);
create policy "The shop adds links about cars" on public.car_wait_links for insert to service_role with check (true);
grant select, insert on public.car_wait_links to service_role;

-- Waits follow the address of the account. Security definer: the account service may change no waits.
create function public.move_car_waits() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.car_waits as moved
  where email = lower(old.email) and ended_at is null and exists (
    select from public.car_waits as other
    where other.email = lower(new.email) and other.ended_at is null
      and (lower(other.make), lower(other.model), other.from_year, other.to_year)
        = (lower(moved.make), lower(moved.model), moved.from_year, moved.to_year)
  );
  update public.car_waits set email = lower(new.email) where email = lower(old.email);
  return null;
end
$$;

create trigger move_car_waits after update of email on auth.users
  for each row when (lower(new.email) <> lower(old.email) and old.email_verified) execute function public.move_car_waits();

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
      select coalesce(jsonb_agg(to_jsonb(part_requests) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where request_id = part_requests.id
      )) order by created_at), '[]')
      from public.part_requests where user_id = person.id or lower(email) = person.email
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(contact_messages) || jsonb_build_object('thread', (
        select public.thread_data(inbox_threads) from public.inbox_threads where message_id = contact_messages.id
      )) order by created_at), '[]')
      from public.contact_messages where user_id = person.id or lower(email) = person.email
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'subject', subject)
        order by created_at), '[]')
      from (
        select * from public.mails where lower(recipient) = person.email
        union all select * from auth.mails_to_former_emails(person.id)
      ) as mails
    ),
    'audit_logs', (
      select coalesce(jsonb_agg(to_jsonb(audit_logs) order by created_at), '[]')
      from public.audit_logs where user_id = person.id
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', written_at, 'note', note) order by written_at), '[]')
      from public.customer_notes where customer_notes.email = person.email
    ),
    'invitations', (
      select coalesce(jsonb_agg(
        to_jsonb(invitations) - '{id,invited_by,token_hash,mail_id}'::text[] order by invited_at), '[]')
      from public.invitations where invitations.email = person.email
    ),
    'cart', (
      select coalesce(jsonb_agg(to_jsonb(cart_lines) - 'user_id' order by changed_at), '[]')
      from public.cart_lines where user_id = person.id
    ),
    'saved_addresses', (
      select coalesce(jsonb_agg(to_jsonb(saved_addresses) - '{id,user_id}'::text[] order by created_at), '[]')
      from public.saved_addresses where user_id = person.id
    ),
    'former_emails', (
      select coalesce(jsonb_agg(to_jsonb(former_emails) - 'user_id' order by changed_at), '[]')
      from auth.former_emails where user_id = person.id
    ),
    'returns', (
      select coalesce(jsonb_agg(
        to_jsonb(returns) || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(return_lines) - 'return_id'), '[]')
          from public.return_lines where return_id = returns.id
        ), 'steps', (
          select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'note', return_events.note)
            order by return_events.id), '[]')
          from public.return_events where return_id = returns.id
        ), 'photographs', (
          select coalesce(jsonb_agg(jsonb_build_object('id', return_photos.id, 'added_at', added_at)
            order by added_at), '[]')
          from public.return_photos where return_id = returns.id
        )) order by returns.number), '[]')
      from public.returns join public.orders on orders.id = order_id where user_id = person.id
    ),
    'packing_photographs', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', order_id, 'taken_at', taken_at) order by taken_at), '[]')
      from public.order_photos join public.orders on orders.id = order_id where user_id = person.id
    ),
    'garage', (select to_jsonb(garages) - 'user_id' from public.garages where user_id = person.id),
    'back_in_stock', (
      select coalesce(jsonb_agg(to_jsonb(stock_waits) order by asked_at), '[]')
      from public.stock_waits where email = public.own_email()
    ),
    'car_waits', (
      select coalesce(jsonb_agg(to_jsonb(car_waits) order by asked_at), '[]')
      from public.car_waits where email = public.own_email()
    ),
    'part_changes', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'change', coalesce(summary, file_name), 'name', user_name)
        order by created_at), '[]')
      from public.part_changes where user_id = person.id
    ),
    'deleted_conditions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', deleted_at, 'condition', name, 'name', deleted_by_name) order by deleted_at), '[]')
      from public.deleted_conditions where deleted_by = person.id
    )
  )
  from auth.users as person where person.id = auth.uid()
$$;

create or replace function auth.forget_person(person uuid) returns bigint[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
  kept uuid[];
  numbers bigint[];
begin
  select email into address from auth.users where id = person for update;
  -- Locked orders can't be shipped or refunded meanwhile.
  perform from public.orders where user_id = person order by id for update;
  select array_agg(id), array_agg(number order by number) into kept, numbers
    from public.orders where user_id = person and auth.needs_buyer(orders);

  delete from public.stock_waits where email = lower(address);
  delete from public.car_waits where email = lower(address);
  delete from public.mails where id in (select id from auth.mails_to_former_emails(person));
  delete from public.mails where id in (
    select unnest(array[confirmation_id, mail_id])
    from public.inbox_threads left join public.inbox_entries on thread_id = inbox_threads.id
    where request_id in (select id from public.part_requests where user_id = person or lower(email) = address)
      or message_id in (select id from public.contact_messages where user_id = person or lower(email) = address)
  );
  delete from public.part_requests where user_id = person or lower(email) = address;
  delete from public.contact_messages where user_id = person or lower(email) = address;
  -- Mails to the shop, and those about unfinished orders, are kept until they are sent.
  delete from public.mails
    where (lower(reply_to) = address and sent_at is not null) or (
      lower(recipient) = address and (
        sent_at is not null or id not in (
          select confirmation_id from public.orders where id = any (kept) and confirmation_id is not null
          union all
          select mail_id from public.order_events where order_id = any (kept) and mail_id is not null
        )
      )
    );
  update public.payment_events set payload = '{"forgotten": true}'
    where order_id in (select id from public.orders where user_id = person);
  update public.resale_certificates set email = null where user_id = person;
  perform auth.forget_buyers(array(
    select id from public.orders where user_id = person and id <> all (coalesce(kept, '{}'))
  ));
  insert into public.order_events (order_id, kind, actor)
    select id, 'account_deleted', null from public.orders where id = any (kept);
  update public.orders set user_id = null, buyer_left = true where user_id = person;

  delete from auth.verifications where value = person::text;
  delete from auth.users where id = person;
  delete from public.invitations where email = address;
  delete from public.customer_notes where email = address;
  delete from public.customers where email = address;
  delete from public.customer_changes where email = address;
  insert into public.customer_changes (email)
    select address where exists (select from public.orders where user_id is null and lower(email) = address);
  return coalesce(numbers, '{}');
end
$$;
