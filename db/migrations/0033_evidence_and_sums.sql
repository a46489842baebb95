-- What the file of evidence about an order has and staff may not read otherwise.

-- Security definer: staff may not read mails.
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
comment on function public.order_buyer_mails is
  'The mails to the buyer that name an order, without their content, for staff.';
grant execute on function public.order_buyer_mails to authenticated;

-- Security definer: the index of emails can't be used for a condition that is checked after a policy.
create function public.order_messages(order_id uuid)
  returns table (thread bigint, kind text, number bigint, title text, text text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select inbox_threads.id, inbox_threads.kind, inbox_threads.number, title, sent.text, received_at
  from public.orders
  cross join lateral (
    select id as request_id, null::uuid as message_id, part_name as title, description as text, created_at
      from public.part_requests where lower(part_requests.email) = lower(orders.email)
    union all
    select null, id, subject, message, created_at
      from public.contact_messages where lower(contact_messages.email) = lower(orders.email)
  ) as sent
  join public.inbox_threads
    on inbox_threads.request_id = sent.request_id or inbox_threads.message_id = sent.message_id
  where orders.id = order_id and (select public.is_staff())
    and (sent.created_at >= orders.created_at or concat_ws(' ', title, sent.text) ~* ('\mPY[- ]?' || orders.number || '\M'))
  order by received_at, inbox_threads.id
  limit 200
$$;
comment on function public.order_messages is
  'Requests and messages from the email of an order, since it was placed or with its number, for staff.';
grant execute on function public.order_messages to authenticated;

-- What each part was sold at most, so that the best sellers of a year are looked for among few parts.

create table public.sales_parts (
  part_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  constraint sales_parts_pkey primary key (part_id)
);
comment on table public.sales_parts is
  'The sums of sales_lines over all time by part, or more: lines that are deleted are not subtracted. No part has more in a period.';
create index sales_parts_cents_idx on public.sales_parts (cents desc, part_id);
create index sales_parts_pieces_idx on public.sales_parts (pieces desc, part_id) where pieces > 1;
alter table public.sales_parts enable row level security;
create policy "Admins can read what was sold" on public.sales_parts
  for select to authenticated using ((select public.is_admin()));
grant select on public.sales_parts to authenticated;

-- Security definer: no role writes figures. By part, so that two payments lock in the same sequence.
create function public.add_sold_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.sales_parts (part_id, pieces, cents)
    select part_id, sum(pieces), sum(cents) from added where part_id is not null group by part_id order by part_id
    on conflict (part_id) do update
      set pieces = sales_parts.pieces + excluded.pieces, cents = sales_parts.cents + excluded.cents;
  return null;
end
$$;
create trigger add_sold_parts after insert on public.sales_lines
  referencing new table as added for each statement execute function public.add_sold_parts();

alter function public.rebuild_sales rename to rebuild_sales_lines;
create function public.rebuild_sales() returns void
  language sql
  set search_path = ''
begin atomic
  select public.rebuild_sales_lines();
  delete from public.sales_parts;
  insert into public.sales_parts (part_id, pieces, cents)
    select part_id, sum(pieces), sum(cents) from public.sales_lines where part_id is not null group by part_id;
end;
comment on function public.rebuild_sales is 'For the owner, after a load in bulk that did not run the triggers.';
insert into public.sales_parts (part_id, pieces, cents)
  select part_id, sum(pieces), sum(cents) from public.sales_lines where part_id is not null group by part_id;

-- With its sums, so that a part's sales are read from the index alone.
drop index public.sales_lines_part_id_idx;
create index sales_lines_part_id_idx on public.sales_lines (part_id, paid_at desc) include (pieces, cents);
