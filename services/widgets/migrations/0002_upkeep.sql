-- For the hourly deletion of earlier days.
create index recipient_mails_by_day on recipient_mails (day);
