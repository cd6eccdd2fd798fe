-- The account's city: a slug, "all" for all cities, or NULL where the person has not chosen (docs/decisions/home-city.md).
ALTER TABLE users ADD home_city text;
