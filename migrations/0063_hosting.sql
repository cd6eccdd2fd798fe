CREATE TABLE `event_hosting` (
	`event_id` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`capacity` integer,
	`needs_approval` integer DEFAULT false NOT NULL,
	`has_waitlist` integer DEFAULT true NOT NULL,
	`max_plus_ones` integer DEFAULT 0 NOT NULL,
	`opens_before` integer,
	`closes_before` integer DEFAULT 0 NOT NULL,
	`guest_list` text DEFAULT 'hosts' NOT NULL,
	`kept_days` integer DEFAULT 30 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `hosted_showings` (
	`occ` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`original_start` text NOT NULL,
	`capacity` integer,
	`needs_approval` integer DEFAULT false NOT NULL,
	`has_waitlist` integer DEFAULT true NOT NULL,
	`max_plus_ones` integer DEFAULT 0 NOT NULL,
	`opens_before` integer,
	`closes_before` integer DEFAULT 0 NOT NULL,
	`has_own_settings` integer DEFAULT false NOT NULL,
	`taken` integer DEFAULT 0 NOT NULL,
	`opened_to_all_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hosted_showings_of_event` ON `hosted_showings` (`event_id`,`original_start`);--> statement-breakpoint
CREATE INDEX `hosted_showings_kept` ON `hosted_showings` (`occ`) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE TABLE `hosting_levels` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`position` integer NOT NULL,
	`name_en` text NOT NULL,
	`name_fa` text,
	`price` real NOT NULL,
	`currency` text NOT NULL,
	`ticket_url` text,
	`capacity` integer,
	`retired_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hosting_levels_of_event` ON `hosting_levels` (`event_id`,`position`);--> statement-breakpoint
CREATE TABLE `hosting_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`label_en` text NOT NULL,
	`label_fa` text,
	`choices` text DEFAULT '[]' NOT NULL,
	`is_required` integer DEFAULT false NOT NULL,
	`retired_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hosting_questions_of_event` ON `hosting_questions` (`event_id`,`position`);--> statement-breakpoint
CREATE TABLE `registration_answers` (
	`registration_id` text NOT NULL,
	`question_id` text NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`registration_id`, `question_id`),
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `hosting_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `registration_answers_of_question` ON `registration_answers` (`question_id`);--> statement-breakpoint
CREATE TABLE `registration_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`event_id` text NOT NULL,
	`occ` text NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`seats` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`changed_as` text NOT NULL,
	`changed_by` text,
	`reason` text,
	`told_at` integer,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `registration_changes_of` ON `registration_changes` (`registration_id`,`id`);--> statement-breakpoint
CREATE INDEX `registration_changes_of_event` ON `registration_changes` (`event_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `registration_changes_untold` ON `registration_changes` (`id`) WHERE told_at IS NULL;--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`occ` text NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text,
	`name` text,
	`email` text,
	`mailbox` text,
	`locale` text NOT NULL,
	`calendar` text NOT NULL,
	`seats` integer NOT NULL,
	`level_id` text,
	`state` text NOT NULL,
	`serial` integer DEFAULT 1 NOT NULL,
	`confirmed_at` integer,
	`offer_until` integer,
	`takes_fewer` integer DEFAULT false NOT NULL,
	`shares_email` integer DEFAULT false NOT NULL,
	`shares_name` integer DEFAULT false NOT NULL,
	`reminded_at` integer,
	`changed_at` integer NOT NULL,
	`changed_as` text NOT NULL,
	`changed_by` text,
	`change_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`occ`) REFERENCES `hosted_showings`(`occ`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`level_id`) REFERENCES `hosting_levels`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registrations_live` ON `registrations` (`occ`,`mailbox`) WHERE state IN ('unconfirmed', 'requested', 'waitlisted', 'offered', 'going');--> statement-breakpoint
CREATE INDEX `registrations_in_line` ON `registrations` (`occ`,`state`,`confirmed_at`,`id`);--> statement-breakpoint
CREATE INDEX `registrations_of_event` ON `registrations` (`event_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `registrations_of_user` ON `registrations` (`user_id`,`id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `registrations_of_mailbox` ON `registrations` (`mailbox`,`state`) WHERE mailbox IS NOT NULL;--> statement-breakpoint
CREATE INDEX `registrations_of_level` ON `registrations` (`level_id`,`occ`,`state`) WHERE level_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `registrations_to_lapse` ON `registrations` (`offer_until`) WHERE state = 'offered';--> statement-breakpoint
CREATE INDEX `registrations_to_expire` ON `registrations` (`created_at`) WHERE state = 'unconfirmed';--> statement-breakpoint
CREATE TRIGGER `hosted_showings_follow` AFTER UPDATE ON `event_hosting` BEGIN
  UPDATE hosted_showings SET capacity = new.capacity, needs_approval = new.needs_approval, has_waitlist = new.has_waitlist,
    max_plus_ones = new.max_plus_ones, opens_before = new.opens_before, closes_before = new.closes_before
  WHERE event_id = new.event_id AND has_own_settings = 0;
END;--> statement-breakpoint
CREATE TRIGGER `registrations_insert` AFTER INSERT ON `registrations` BEGIN
  UPDATE hosted_showings SET taken = taken + new.seats WHERE occ = new.occ AND new.state IN ('going', 'offered');
  INSERT INTO registration_changes (registration_id, event_id, occ, from_state, to_state, seats, changed_at, changed_as, changed_by, reason, told_at)
  VALUES (new.id, new.event_id, new.occ, NULL, new.state, new.seats, new.changed_at, new.changed_as, new.changed_by, new.change_reason,
    CASE WHEN new.state = 'unconfirmed' THEN new.changed_at END);
END;--> statement-breakpoint
CREATE TRIGGER `registrations_update` AFTER UPDATE OF `state`, `seats` ON `registrations` WHEN old.state <> new.state OR old.seats <> new.seats BEGIN
  UPDATE hosted_showings SET taken = taken + new.seats * (new.state IN ('going', 'offered')) - old.seats * (old.state IN ('going', 'offered')) WHERE occ = new.occ;
  INSERT INTO registration_changes (registration_id, event_id, occ, from_state, to_state, seats, changed_at, changed_as, changed_by, reason, told_at)
  VALUES (new.id, new.event_id, new.occ, old.state, new.state, new.seats, new.changed_at, new.changed_as, new.changed_by, new.change_reason,
    CASE WHEN new.state IN ('unconfirmed', 'expired') THEN new.changed_at END);
END;--> statement-breakpoint
CREATE TRIGGER `registrations_delete` AFTER DELETE ON `registrations` WHEN old.state IN ('going', 'offered') BEGIN
  UPDATE hosted_showings SET taken = taken - old.seats WHERE occ = old.occ;
END;
