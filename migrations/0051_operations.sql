CREATE TABLE `alarms` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`raised_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operation_counts` (
	`hour` integer NOT NULL,
	`release` text NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`count` integer NOT NULL,
	`total_ms` integer NOT NULL,
	`longest_ms` integer NOT NULL,
	PRIMARY KEY(`hour`, `release`, `name`, `label`)
);
