-- data/names.tsv: Qeysar, a film: no misspelling of Qamsar.
INSERT OR IGNORE INTO `known_names` (`key`, `name`, `kind`, `forms`, `is_common`) VALUES
('قیصر','قیصر','work','قیصر|qeysar|gheysar|gheisar',0),
('qeysar','قیصر','work','قیصر|qeysar|gheysar|gheisar',0),
('gheysar','قیصر','work','قیصر|qeysar|gheysar|gheisar',0),
('gheisar','قیصر','work','قیصر|qeysar|gheysar|gheisar',0);
