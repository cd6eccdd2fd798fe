CREATE TABLE `event_day_counts` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`event_id`, `day`, `kind`, `source`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
