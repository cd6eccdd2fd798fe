-- Saved dates belong to a favourite: they go with it, however it is removed. An event that moves to another id is not removed.
CREATE TRIGGER `saved_occurrences_favourite` AFTER DELETE ON `collection_events` BEGIN
  DELETE FROM saved_occurrences WHERE event_id = old.event_id
    AND user_id = (SELECT owner_id FROM collections WHERE id = old.collection_id AND is_default = 1);
END;
