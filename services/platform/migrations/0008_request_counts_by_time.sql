-- For the hourly deletion of the counts of callers that may send a full burst again.
create index request_counts_by_time on request_counts (full_at);
