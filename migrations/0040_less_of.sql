-- What the person wants to see less of under "For you": topics, as JSON.
ALTER TABLE `users` ADD `less_of` text DEFAULT '[]' NOT NULL;