-- What has not ended, how many there are, and what they take: read from the index alone.
create index downloads_by_state on downloads (state, created_at) include (size);
