-- From which age people may come, years; null without a limit.
ALTER TABLE `events` ADD `age_limit` integer;
