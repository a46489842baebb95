-- What the owner sees of assistants, and sends again (docs/agents.md).

-- An order tells staff which platform it came from.
alter policy "Admins see platforms" on public.agent_platforms using ((select public.is_staff()));
alter policy "Admins see platforms" on public.agent_platforms rename to "Staff see platforms";

create policy "Admins count carts of assistants" on public.agent_carts
  for select to authenticated using ((select public.is_admin()));
grant select (id, platform_id, created_at) on public.agent_carts to authenticated;

-- Checkouts with an order stay, so those of the last 90 days are found by their time.
create index agent_checkouts_platform_idx on public.agent_checkouts (platform_id, created_at);
drop index public.agent_checkouts_platform_id_idx;

create index agent_events_undelivered_idx on public.agent_events (happened_at, id) where state <> 'delivered';
create policy "Admins send events to platforms again" on public.agent_events
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and state = 'waiting');
grant update (state, attempts, next_at) on public.agent_events to authenticated;

-- Security definer: admins may not add jobs.
create function public.queue_repeated_agent_event() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job(
    'send-agent-events', json_build_object('orderId', new.order_id), 'agent-events:' || new.order_id, now());
  return null;
end
$$;
create trigger queue_repeated_agent_event after update of state, next_at on public.agent_events
  for each row when (
    new.state = 'waiting' and new.next_at is null and (old.state <> 'waiting' or old.next_at is not null)
  )
  execute function public.queue_repeated_agent_event();
