CREATE TABLE `plan_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`actor_id` text NOT NULL,
	`plan` text NOT NULL,
	`message` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`cause_id` text,
	`due_at` integer NOT NULL,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plan_changes_of_event` ON `plan_changes` (`event_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_changes_by_actor` ON `plan_changes` (`actor_id`,`created_at`);
