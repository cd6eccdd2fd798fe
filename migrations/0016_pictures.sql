-- Where in the picture of an event its point lies, for places that show a part of it.
ALTER TABLE `events` ADD `image_focus` text DEFAULT 'center' NOT NULL;--> statement-breakpoint
-- Pictures of other sites that are still to be fetched (docs/decisions/pictures.md).
CREATE TABLE `remote_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`url` text NOT NULL,
	`owner_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_pictures_of_entity` ON `remote_pictures` (`kind`,`entity_id`,`url`);--> statement-breakpoint
CREATE INDEX `remote_pictures_due` ON `remote_pictures` (`due_at`);--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'event', `events`.`id`, `image_url`, coalesce(`events`.`creator_id`, `ingestion_runs`.`creator_id`), 0, 0
FROM `events` LEFT JOIN `ingestion_runs` ON `ingestion_runs`.`id` = `events`.`ingestion_run_id` WHERE `image_url` LIKE 'http%';--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'event', `event_id`, json_extract(`values`, '$.imageUrl'), `author_id`, 0, 0
FROM `event_revisions` WHERE json_extract(`values`, '$.imageUrl') LIKE 'http%' ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'event', `id`, json_extract(`values`, '$.imageUrl'), `creator_id`, 0, 0
FROM `event_drafts` WHERE json_extract(`values`, '$.imageUrl') LIKE 'http%' ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'candidate', `ingestion_candidates`.`id`, json_extract(`values`, '$.imageUrl'), `ingestion_runs`.`creator_id`, 0, 0
FROM `ingestion_candidates` INNER JOIN `ingestion_runs` ON `ingestion_runs`.`id` = `run_id`
WHERE json_extract(`values`, '$.imageUrl') LIKE 'http%' AND `ingestion_candidates`.`status` NOT IN ('approved', 'rejected');--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'city', `id`, `hero_image_url`, NULL, 0, 0 FROM `cities` WHERE `hero_image_url` LIKE 'http%';--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'user', `id`, `photo_url`, `id`, 0, 0 FROM `users` WHERE `photo_url` LIKE 'http%';--> statement-breakpoint
INSERT INTO `remote_pictures` (`id`, `kind`, `entity_id`, `url`, `owner_id`, `due_at`, `created_at`)
SELECT lower(hex(randomblob(16))), 'setting', 'seo', json_extract(`values`, '$.defaultOgImageUrl'), `updated_by`, 0, 0
FROM `platform_settings` WHERE `group` = 'seo' AND json_extract(`values`, '$.defaultOgImageUrl') LIKE 'http%';--> statement-breakpoint
UPDATE `platform_settings` SET `values` = json_remove(`values`, '$.defaultOgImageUrl')
WHERE `group` = 'seo' AND json_extract(`values`, '$.defaultOgImageUrl') LIKE 'http%';
