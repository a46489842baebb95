-- A chunk of the search index was divided by the statement that filled it. That takes seconds, so the statement of an import or
-- of a form could reach its time limit. Now a job and imports divide chunks that are nearly full, in transactions of their own.

create function public.divide_fullest_chunk() returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fullest integer;
begin
  select chunk into fullest from public.search_chunks
  where slots_used > public.search_chunk_room() * 13 / 16
  order by slots_used desc limit 1
  for update skip locked;
  if not found then
    return false;
  end if;
  perform public.search_divide_chunk(fullest);
  return true;
end
$$;
comment on function public.divide_fullest_chunk is
  'Divides the fullest chunk of the search index if it is nearly full. Returns false if no chunk is.';
grant execute on function public.divide_fullest_chunk to service_role;

-- The strings of a chunk need some 100 MB, for a few seconds.
alter function public.search_set_bits set work_mem = '64MB';
