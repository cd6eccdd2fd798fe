-- How the backups went, for the alarms. The time of the first row is when the database was made: a database without any backup
-- raises the alarm too.
CREATE TABLE `stored_backups` (
	`id` text PRIMARY KEY NOT NULL,
	`stored_at` integer NOT NULL,
	`failed_at` integer
);
--> statement-breakpoint
INSERT INTO `stored_backups` (`id`, `stored_at`) VALUES ('backup', unixepoch() * 1000);
