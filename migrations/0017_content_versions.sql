-- One content version for the site as a whole, one for the lists of all cities, one for each city.
UPDATE `content_versions` SET `name` = 'site' WHERE `name` = 'public';
--> statement-breakpoint
INSERT OR IGNORE INTO `content_versions` (`name`, `version`) VALUES ('site', 1), ('listing', 1);
--> statement-breakpoint
INSERT OR IGNORE INTO `content_versions` (`name`, `version`) SELECT 'city:' || `id`, 1 FROM `cities`;
