-- Practical facts of an event (decisions.md §3, docs/decisions/event-fields.md). The link of an online event is public only where
-- `online_url_for` is 'everyone': lists and feeds read `public_online_url`.
ALTER TABLE `events` ADD `sold_out` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `waitlist_url` text;--> statement-breakpoint
ALTER TABLE `events` ADD `refund_policy` text;--> statement-breakpoint
ALTER TABLE `events` ADD `attendance` text DEFAULT 'in-person' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `online_url` text;--> statement-breakpoint
ALTER TABLE `events` ADD `online_url_for` text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `doors_before` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `public_online_url` text GENERATED ALWAYS AS ((CASE WHEN online_url_for = 'everyone' THEN online_url END)) VIRTUAL;
