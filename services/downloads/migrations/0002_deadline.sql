-- Unfinished archives, counts and sizes can be read from this index alone.
create index downloads_by_state on downloads (state, created_at) include (size);
