-- What a column of these tables may not hold is refused: made of the schema by scripts/value-triggers.ts.
CREATE TRIGGER "values_of_new_events" BEFORE INSERT ON "events" BEGIN
  SELECT RAISE(ABORT, 'events.local_day may not hold that value') WHERE NEW."local_day" NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]';
  SELECT RAISE(ABORT, 'events.schedule may not hold that value') WHERE NOT json_valid(NEW."schedule");
  SELECT RAISE(ABORT, 'events.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'events.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
  SELECT RAISE(ABORT, 'events.refund_policy may not hold that value') WHERE NEW."refund_policy" NOT IN ('no-refunds', 'until-day-before', 'until-start', 'by-organizer');
  SELECT RAISE(ABORT, 'events.attendance may not hold that value') WHERE NEW."attendance" NOT IN ('in-person', 'online', 'hybrid');
  SELECT RAISE(ABORT, 'events.online_url_for may not hold that value') WHERE NEW."online_url_for" NOT IN ('everyone', 'savers');
  SELECT RAISE(ABORT, 'events.traits may not hold that value') WHERE NOT json_valid(NEW."traits");
  SELECT RAISE(ABORT, 'events.accessibility may not hold that value') WHERE NOT json_valid(NEW."accessibility");
  SELECT RAISE(ABORT, 'events.event_language may not hold that value') WHERE NEW."event_language" NOT IN ('en', 'fa', 'other');
  SELECT RAISE(ABORT, 'events.currency may not hold that value') WHERE NEW."currency" NOT GLOB '[A-Z][A-Z][A-Z]';
  SELECT RAISE(ABORT, 'events.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'events.categories may not hold that value') WHERE NOT json_valid(NEW."categories");
  SELECT RAISE(ABORT, 'events.tags may not hold that value') WHERE NOT json_valid(NEW."tags");
  SELECT RAISE(ABORT, 'events.proposed_traits may not hold that value') WHERE NOT json_valid(NEW."proposed_traits");
  SELECT RAISE(ABORT, 'events.machine_translated may not hold that value') WHERE NOT json_valid(NEW."machine_translated");
  SELECT RAISE(ABORT, 'events.tag_keys may not hold that value') WHERE NOT json_valid(NEW."tag_keys");
  SELECT RAISE(ABORT, 'events.status may not hold that value') WHERE NEW."status" NOT IN ('draft', 'pending', 'approved', 'rejected', 'flagged');
  SELECT RAISE(ABORT, 'events.lifecycle may not hold that value') WHERE NEW."lifecycle" NOT IN ('scheduled', 'postponed', 'cancelled');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_events" BEFORE UPDATE OF "local_day", "schedule", "latitude", "longitude", "refund_policy", "attendance", "online_url_for", "traits", "accessibility", "event_language", "currency", "image_focus", "categories", "tags", "proposed_traits", "machine_translated", "tag_keys", "status", "lifecycle" ON "events" BEGIN
  SELECT RAISE(ABORT, 'events.local_day may not hold that value') WHERE NEW."local_day" NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]';
  SELECT RAISE(ABORT, 'events.schedule may not hold that value') WHERE NOT json_valid(NEW."schedule");
  SELECT RAISE(ABORT, 'events.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'events.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
  SELECT RAISE(ABORT, 'events.refund_policy may not hold that value') WHERE NEW."refund_policy" NOT IN ('no-refunds', 'until-day-before', 'until-start', 'by-organizer');
  SELECT RAISE(ABORT, 'events.attendance may not hold that value') WHERE NEW."attendance" NOT IN ('in-person', 'online', 'hybrid');
  SELECT RAISE(ABORT, 'events.online_url_for may not hold that value') WHERE NEW."online_url_for" NOT IN ('everyone', 'savers');
  SELECT RAISE(ABORT, 'events.traits may not hold that value') WHERE NOT json_valid(NEW."traits");
  SELECT RAISE(ABORT, 'events.accessibility may not hold that value') WHERE NOT json_valid(NEW."accessibility");
  SELECT RAISE(ABORT, 'events.event_language may not hold that value') WHERE NEW."event_language" NOT IN ('en', 'fa', 'other');
  SELECT RAISE(ABORT, 'events.currency may not hold that value') WHERE NEW."currency" NOT GLOB '[A-Z][A-Z][A-Z]';
  SELECT RAISE(ABORT, 'events.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'events.categories may not hold that value') WHERE NOT json_valid(NEW."categories");
  SELECT RAISE(ABORT, 'events.tags may not hold that value') WHERE NOT json_valid(NEW."tags");
  SELECT RAISE(ABORT, 'events.proposed_traits may not hold that value') WHERE NOT json_valid(NEW."proposed_traits");
  SELECT RAISE(ABORT, 'events.machine_translated may not hold that value') WHERE NOT json_valid(NEW."machine_translated");
  SELECT RAISE(ABORT, 'events.tag_keys may not hold that value') WHERE NOT json_valid(NEW."tag_keys");
  SELECT RAISE(ABORT, 'events.status may not hold that value') WHERE NEW."status" NOT IN ('draft', 'pending', 'approved', 'rejected', 'flagged');
  SELECT RAISE(ABORT, 'events.lifecycle may not hold that value') WHERE NEW."lifecycle" NOT IN ('scheduled', 'postponed', 'cancelled');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_event_occurrences" BEFORE INSERT ON "event_occurrences" BEGIN
  SELECT RAISE(ABORT, 'event_occurrences.local_day may not hold that value') WHERE NEW."local_day" NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]';
  SELECT RAISE(ABORT, 'event_occurrences.status may not hold that value') WHERE NEW."status" NOT IN ('scheduled', 'postponed', 'cancelled', 'sold-out');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_event_occurrences" BEFORE UPDATE OF "local_day", "status" ON "event_occurrences" BEGIN
  SELECT RAISE(ABORT, 'event_occurrences.local_day may not hold that value') WHERE NEW."local_day" NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]';
  SELECT RAISE(ABORT, 'event_occurrences.status may not hold that value') WHERE NEW."status" NOT IN ('scheduled', 'postponed', 'cancelled', 'sold-out');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_cities" BEFORE INSERT ON "cities" BEGIN
  SELECT RAISE(ABORT, 'cities.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'cities.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_cities" BEFORE UPDATE OF "latitude", "longitude" ON "cities" BEGIN
  SELECT RAISE(ABORT, 'cities.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'cities.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_venues" BEFORE INSERT ON "venues" BEGIN
  SELECT RAISE(ABORT, 'venues.aliases may not hold that value') WHERE NOT json_valid(NEW."aliases");
  SELECT RAISE(ABORT, 'venues.links may not hold that value') WHERE NOT json_valid(NEW."links");
  SELECT RAISE(ABORT, 'venues.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'venues.status may not hold that value') WHERE NEW."status" NOT IN ('listed', 'hidden');
  SELECT RAISE(ABORT, 'venues.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'venues.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_venues" BEFORE UPDATE OF "aliases", "links", "image_focus", "status", "latitude", "longitude" ON "venues" BEGIN
  SELECT RAISE(ABORT, 'venues.aliases may not hold that value') WHERE NOT json_valid(NEW."aliases");
  SELECT RAISE(ABORT, 'venues.links may not hold that value') WHERE NOT json_valid(NEW."links");
  SELECT RAISE(ABORT, 'venues.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'venues.status may not hold that value') WHERE NEW."status" NOT IN ('listed', 'hidden');
  SELECT RAISE(ABORT, 'venues.latitude may not hold that value') WHERE NEW."latitude" NOT BETWEEN -90 AND 90;
  SELECT RAISE(ABORT, 'venues.longitude may not hold that value') WHERE NEW."longitude" NOT BETWEEN -180 AND 180;
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_organizers" BEFORE INSERT ON "organizers" BEGIN
  SELECT RAISE(ABORT, 'organizers.aliases may not hold that value') WHERE NOT json_valid(NEW."aliases");
  SELECT RAISE(ABORT, 'organizers.links may not hold that value') WHERE NOT json_valid(NEW."links");
  SELECT RAISE(ABORT, 'organizers.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'organizers.status may not hold that value') WHERE NEW."status" NOT IN ('listed', 'hidden');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_organizers" BEFORE UPDATE OF "aliases", "links", "image_focus", "status" ON "organizers" BEGIN
  SELECT RAISE(ABORT, 'organizers.aliases may not hold that value') WHERE NOT json_valid(NEW."aliases");
  SELECT RAISE(ABORT, 'organizers.links may not hold that value') WHERE NOT json_valid(NEW."links");
  SELECT RAISE(ABORT, 'organizers.image_focus may not hold that value') WHERE NEW."image_focus" NOT IN ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right');
  SELECT RAISE(ABORT, 'organizers.status may not hold that value') WHERE NEW."status" NOT IN ('listed', 'hidden');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_users" BEFORE INSERT ON "users" BEGIN
  SELECT RAISE(ABORT, 'users.role may not hold that value') WHERE NEW."role" NOT IN ('user', 'moderator', 'admin', 'owner');
  SELECT RAISE(ABORT, 'users.preferred_language may not hold that value') WHERE NEW."preferred_language" NOT IN ('en', 'fa');
  SELECT RAISE(ABORT, 'users.theme may not hold that value') WHERE NEW."theme" NOT IN ('light', 'dark');
  SELECT RAISE(ABORT, 'users.calendar may not hold that value') WHERE NEW."calendar" NOT IN ('jalali', 'gregorian');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_users" BEFORE UPDATE OF "role", "preferred_language", "theme", "calendar" ON "users" BEGIN
  SELECT RAISE(ABORT, 'users.role may not hold that value') WHERE NEW."role" NOT IN ('user', 'moderator', 'admin', 'owner');
  SELECT RAISE(ABORT, 'users.preferred_language may not hold that value') WHERE NEW."preferred_language" NOT IN ('en', 'fa');
  SELECT RAISE(ABORT, 'users.theme may not hold that value') WHERE NEW."theme" NOT IN ('light', 'dark');
  SELECT RAISE(ABORT, 'users.calendar may not hold that value') WHERE NEW."calendar" NOT IN ('jalali', 'gregorian');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_new_collections" BEFORE INSERT ON "collections" BEGIN
  SELECT RAISE(ABORT, 'collections.icon may not hold that value') WHERE NEW."icon" NOT IN ('heart', 'star', 'calendar', 'users', 'briefcase', 'plane', 'home', 'coffee', 'music', 'camera', 'map', 'bookmark');
END;
--> statement-breakpoint
CREATE TRIGGER "values_of_collections" BEFORE UPDATE OF "icon" ON "collections" BEGIN
  SELECT RAISE(ABORT, 'collections.icon may not hold that value') WHERE NEW."icon" NOT IN ('heart', 'star', 'calendar', 'users', 'briefcase', 'plane', 'home', 'coffee', 'music', 'camera', 'map', 'bookmark');
END;
