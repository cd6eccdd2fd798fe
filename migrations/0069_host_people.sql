CREATE TABLE `host_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text,
	`organizer_id` text,
	`role` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "host_invitations_one_subject" CHECK((event_id IS NULL) <> (organizer_id IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `host_invitations_by_token` ON `host_invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `host_invitations_of_event` ON `host_invitations` (`event_id`,`email`) WHERE event_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `host_invitations_of_organizer` ON `host_invitations` (`organizer_id`,`email`) WHERE organizer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `host_invitations_of_user` ON `host_invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `host_invitations_to_purge` ON `host_invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `host_people` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text,
	`organizer_id` text,
	`role` text NOT NULL,
	`user_id` text NOT NULL,
	`invited_email` text NOT NULL,
	`added_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "host_people_one_subject" CHECK((event_id IS NULL) <> (organizer_id IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `host_people_of_event` ON `host_people` (`event_id`,`user_id`) WHERE event_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `host_people_of_organizer` ON `host_people` (`organizer_id`,`user_id`) WHERE organizer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `host_people_of_user` ON `host_people` (`user_id`,`created_at`);