import { and, asc, eq } from "drizzle-orm";
import { venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** Maximum number of venue suggestions. */
const SHOWN = 200;

/** Statement: known venues of a city, by English name. */
export const venuesStatement = ({ db }: Pick<Deps, "db">, cityId: string) =>
  ({
    statement: db
      .select({
        id: venues.id,
        en: venues.nameEn,
        fa: venues.nameFa,
        addressEn: venues.addressEn,
        addressFa: venues.addressFa,
        latitude: venues.latitude,
        longitude: venues.longitude,
      })
      .from(venues)
      .where(and(eq(venues.cityId, cityId), eq(venues.status, "listed")))
      .orderBy(asc(venues.nameEn))
      .limit(SHOWN),
  }) as const;
