ALTER TABLE `sources` ADD `alerted_check_id` text;--> statement-breakpoint
CREATE INDEX `source_items_by_day` ON `source_items` (`last_day`);--> statement-breakpoint
-- A source's figures: what people decided on the edits that it proposed. The decision comes before the edit changes or goes.
CREATE TRIGGER source_edit_decided AFTER INSERT ON event_decisions
WHEN NEW.action IN ('accept-revision', 'reject-revision')
BEGIN
  UPDATE sources SET right_count = right_count + (NEW.action = 'accept-revision'), wrong_count = wrong_count + (NEW.action = 'reject-revision')
  WHERE id = (SELECT i.source_id FROM event_revisions r JOIN source_items i ON i.id = r.source_item_id WHERE r.event_id = NEW.event_id AND r.status = 'pending');
END;
--> statement-breakpoint
-- And on the changes of plan.
CREATE TRIGGER source_proposal_decided AFTER UPDATE OF status ON source_proposals
WHEN OLD.status = 'open' AND NEW.status <> 'open' AND NEW.decided_by IS NOT NULL
BEGIN
  UPDATE sources SET right_count = right_count + (NEW.status = 'accepted'), wrong_count = wrong_count + (NEW.status = 'dismissed')
  WHERE id = NEW.source_id;
END;
--> statement-breakpoint
CREATE TRIGGER source_items_purged AFTER DELETE ON source_items
BEGIN
  DELETE FROM source_proposals WHERE item_id = OLD.id AND status = 'open';
END;
