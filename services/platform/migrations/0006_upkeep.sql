-- For the hourly deletion of the counts of earlier days.
create index mail_counts_by_day on mail_counts (day);
