import { eq, sql } from "drizzle-orm";
import { cities, cityAliases } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, errorAt, isRefusal, staleError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isCitySlug, slugOf } from "../../lib/text/city-slug";
import { auditEntry } from "../audit/audit-entry.server";
import { enqueueJob, jobStatement } from "../jobs/jobs.server";
import { assertOwnFiles, withStoredPicture } from "../media/own-files.server";
import { bumpSiteVersion, forgetSiteState } from "../store/content-version.server";
import { runGuarded } from "../store/run-guarded.server";
import type { CityInput, CityUpdate } from "./city-fields";
import { completeCity, DESCRIBED, describedOf } from "./complete-city.server";
import { type City, getCityOrThrow } from "./queries.server";
import { deleteHero } from "./remove-city.server";

/** City fields in the search documents of its events. */
const SEARCHED = ["nameEn", "nameFa", "countryEn", "countryFa", "stateEn", "stateFa"] as const;

/**
 * The values with a picture stored by the product. A user's own file is refused, since deleting the
 * city's picture would delete it. @param present the current picture; @throws AppError("invalid")
 * with an issue at `heroImageUrl`
 */
async function withOwnHero<V extends Pick<City, "heroImageUrl">>(
  deps: Deps,
  actor: Actor,
  values: V,
  present: string | null,
): Promise<V> {
  const picture = { imageUrl: values.heroImageUrl, videoUrl: null };
  try {
    await assertOwnFiles(deps, actor, picture, { imageUrl: present });
    const { imageUrl } = await withStoredPicture(deps, actor, picture, present);
    return { ...values, heroImageUrl: imageUrl };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw errorAt(error, () => "heroImageUrl");
  }
}

/**
 * Adds a city. @returns its slug: the one that was sent, else made from its English name
 * @throws AppError("invalid") with an issue for each field, AppError("conflict") where the slug is
 * taken
 */
export async function createCity(
  deps: Deps,
  actor: Actor | null,
  { slug: sent, ...input }: CityInput,
): Promise<string> {
  assertCan(actor, "city:manage");
  const slug = sent || slugOf(input.name.en);
  const [complete, slugIssue] = await Promise.all([
    completeCity(deps, input, null).catch((error: unknown) => {
      if (isRefusal(error, "invalid")) return error;
      throw error;
    }),
    isCitySlug(slug) ? null : { path: "slug", message: "errors:issue.slug" },
  ]);
  const issues = [
    ...(isRefusal(complete) ? complete.issues : []),
    ...(slugIssue ? [slugIssue] : []),
  ];
  if (isRefusal(complete) || issues.length > 0) throw new AppError("invalid", issues);
  const values = await withOwnHero(deps, actor, complete, null);
  const id = deps.ids.next();
  const now = deps.clock.now();
  await runGuarded(
    deps,
    [
      // From now on the address is the new city's, not that of the one which another with this slug
      // was merged into.
      deps.db.delete(cityAliases).where(eq(cityAliases.slug, slug)),
      deps.db.insert(cities).values({ ...values, id, slug, createdAt: now, updatedAt: now }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "city.created",
        entity: "city",
        entityId: id,
        metadata: { before: null, after: { slug, ...describedOf(values) } },
        sessionId: actor.sessionId,
      }),
      bumpSiteVersion(deps.db),
    ],
    {
      "cities.slug": () =>
        new AppError("conflict", [{ path: "slug", message: "errors:issue.slugTaken" }]),
    },
  );
  forgetSiteState(deps);
  return slug;
}

/**
 * Updates a city; omitted fields keep their values. Announced events keep their time zone and wall
 * time. Changed names enqueue a job in the same batch that reindexes its events.
 * @param expectedVersion expected version; null to skip the check
 * @throws AppError("not-found"), AppError("invalid") with an issue for each field,
 * AppError("conflict") at `version` after a concurrent change: then nothing is written
 */
export async function updateCity(
  deps: Deps,
  actor: Actor | null,
  slug: string,
  input: Omit<CityUpdate, "version">,
  expectedVersion: number | null = null,
): Promise<void> {
  assertCan(actor, "city:manage");
  const city = await getCityOrThrow(deps, slug);
  if (expectedVersion !== null && expectedVersion !== city.version) throw staleError();
  const complete = await completeCity(deps, input, city);
  const changed = DESCRIBED.filter((key) => complete[key] !== city[key]);
  if (changed.length === 0) return;
  const values = await withOwnHero(deps, actor, complete, city.heroImageUrl);
  const isRenamed = changed.some((key) => (SEARCHED as readonly string[]).includes(key));
  const index = isRenamed
    ? jobStatement(deps, "city.index", { cityId: city.id, after: null })
    : null;
  // Null after a concurrent change, which violates NOT NULL and fails the batch.
  const version = sql`CASE WHEN ${cities.version} = ${city.version} THEN ${city.version + 1} END`;
  await runGuarded(
    deps,
    [
      deps.db
        .update(cities)
        .set({ ...values, version, updatedAt: deps.clock.now() })
        .where(eq(cities.id, city.id)),
      auditEntry(deps, {
        actorId: actor.id,
        action: "city.updated",
        entity: "city",
        entityId: city.id,
        metadata: { before: describedOf(city, changed), after: describedOf(values, changed) },
        sessionId: actor.sessionId,
      }),
      ...(index ? [index.statement] : []),
      bumpSiteVersion(deps.db),
    ],
    { "cities.version": staleError },
  );
  forgetSiteState(deps);
  if (index) enqueueJob(deps, index.id);
  if (changed.includes("heroImageUrl")) await deleteHero(deps, city);
}
