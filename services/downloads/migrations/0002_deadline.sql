-- This index alone answers three queries: unfinished archives, archives per state, and the size of all archives.
create index downloads_by_state on downloads (state, created_at) include (size);
