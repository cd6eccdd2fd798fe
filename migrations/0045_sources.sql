CREATE TABLE `source_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`cause` text NOT NULL,
	`status` text DEFAULT 'running' NOT NULL,
	`items` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`published` integer DEFAULT 0 NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `source_checks_of_source` ON `source_checks` (`source_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `source_checks_by_age` ON `source_checks` (`started_at`);--> statement-breakpoint
CREATE TABLE `source_items` (
	`id` text PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`item_key` text NOT NULL,
	`url` text,
	`title` text NOT NULL,
	`city_id` text NOT NULL,
	`last_day` text,
	`values` text NOT NULL,
	`next` text,
	`hash` text NOT NULL,
	`state` text DEFAULT 'present' NOT NULL,
	`is_due` integer DEFAULT false NOT NULL,
	`snippet` text,
	`candidate_id` text,
	`updates` integer DEFAULT 0 NOT NULL,
	`check_id` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `source_items_key` ON `source_items` (`source_id`,`item_key`);--> statement-breakpoint
CREATE INDEX `source_items_due` ON `source_items` (`source_id`,`id`) WHERE is_due = 1;--> statement-breakpoint
CREATE INDEX `source_items_by_candidate` ON `source_items` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `source_items_of_source` ON `source_items` (`source_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `source_items_by_url` ON `source_items` (`source_id`,`url`);--> statement-breakpoint
CREATE TABLE `source_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`item_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `source_proposals_open` ON `source_proposals` (`created_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `source_proposals_of_item` ON `source_proposals` (`item_id`,`kind`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `source_proposals_of_source` ON `source_proposals` (`source_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`host` text NOT NULL,
	`city_id` text NOT NULL,
	`other_city_ids` text NOT NULL,
	`every_minutes` integer NOT NULL,
	`trust` text DEFAULT 'trial' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`venue` text,
	`organizer` text,
	`category` text,
	`language` text,
	`due_at` integer NOT NULL,
	`etag` text,
	`last_modified` text,
	`body_hash` text,
	`last_checked_at` integer,
	`last_status` text,
	`last_items` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`right_count` integer DEFAULT 0 NOT NULL,
	`edited_count` integer DEFAULT 0 NOT NULL,
	`duplicate_count` integer DEFAULT 0 NOT NULL,
	`wrong_count` integer DEFAULT 0 NOT NULL,
	`creator_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sources_due` ON `sources` (`due_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `sources_by_host` ON `sources` (`host`);--> statement-breakpoint
CREATE INDEX `sources_by_name` ON `sources` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `sources_by_city` ON `sources` (`city_id`);--> statement-breakpoint
ALTER TABLE `event_revisions` ADD `source_item_id` text;--> statement-breakpoint
-- A source's figures: what people decided on its candidates. Updates by checks raise a candidate's version too, so they are subtracted.
CREATE TRIGGER source_decided AFTER UPDATE OF status ON ingestion_candidates
WHEN NEW.status IN ('approved', 'rejected') AND OLD.status NOT IN ('approved', 'rejected') AND NEW.decided_by IS NOT NULL
BEGIN
  UPDATE sources SET
    right_count = right_count + (NEW.status = 'approved' AND NEW.version - 2 <= (SELECT updates FROM source_items WHERE candidate_id = NEW.id)),
    edited_count = edited_count + (NEW.status = 'approved' AND NEW.version - 2 > (SELECT updates FROM source_items WHERE candidate_id = NEW.id)),
    duplicate_count = duplicate_count + (NEW.status = 'rejected' AND (instr(NEW.findings, '"duplicate-') > 0 OR instr(NEW.findings, '"merged-into"') > 0)),
    wrong_count = wrong_count + (NEW.status = 'rejected' AND instr(NEW.findings, '"duplicate-') = 0 AND instr(NEW.findings, '"merged-into"') = 0 AND instr(NEW.findings, '-at-source"') = 0)
  WHERE id = (SELECT source_id FROM source_items WHERE candidate_id = NEW.id LIMIT 1);
END;
