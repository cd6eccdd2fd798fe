CREATE TABLE `host_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`host_id` text NOT NULL,
	`host_kind` text NOT NULL,
	`user_id` text NOT NULL,
	`statement` text NOT NULL,
	`link` text,
	`status` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `host_claims_open` ON `host_claims` (`host_id`,`user_id`) WHERE status IN ('pending', 'approved');--> statement-breakpoint
CREATE INDEX `host_claims_approved` ON `host_claims` (`host_id`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `host_claims_waiting` ON `host_claims` (`created_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `host_claims_by_user` ON `host_claims` (`user_id`,`created_at`);