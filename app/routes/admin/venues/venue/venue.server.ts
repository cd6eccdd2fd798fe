import * as v from "valibot";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { hostFacet } from "~/lib/event/host-keys";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { parseTypedNumber } from "~/lib/text/digits";
import { citiesById } from "~/modules/cities/queries.server";
import { removeHostPicture } from "~/modules/hosts/claims/own-host.server";
import { findHost, hostName } from "~/modules/hosts/find-host.server";
import { countHostEvents } from "~/modules/hosts/host-events.server";
import {
  getHostOrThrow,
  HostInput,
  mergedHosts,
  mergeHosts,
  type StoredHost,
  updateHost,
} from "~/modules/hosts/write-host.server";
import { framedPicture } from "~/modules/media/media-files";

/** Size limit of the form, bytes. */
const SIZE = 65_536;

/** Text fields of the form. */
const FIELDS = [
  "nameEn",
  "nameFa",
  "aliases",
  "aboutEn",
  "aboutFa",
  "links",
  "addressEn",
  "addressFa",
  "latitude",
  "longitude",
] as const;

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Data of the page of a venue or an organizer for staff: its form, and the merge in the query
 * string.
 */
export async function hostEditPage(
  { deps, locale, origin, seo, signedIn }: RequestContext,
  id: string,
  params: URLSearchParams,
) {
  assertCan(signedIn, "host:manage");
  const t = translatorFor(locale);
  const host = await getHostOrThrow(deps, id);
  const { kind, row } = host;
  const [cities, counts, into] = await Promise.all([
    citiesById(deps),
    countHostEvents(deps, hostFacet(kind, id)),
    mergeTargetOf({ deps, locale }, host, params.get("into")),
  ]);
  const city = kind === "venue" ? cities.get(row.cityId) : undefined;
  const title = hostName(row, locale).name;
  const place =
    kind === "venue" ? row : { addressEn: null, addressFa: null, latitude: null, longitude: null };
  return {
    head: pageHead({ origin, locale, seo }, paths.adminVenue(id), {
      title,
      description: title,
      noindex: true,
    }),
    id,
    kind,
    title,
    version: row.version,
    lead: [
      t(`admin:hosts.kind.${kind}`),
      city && localized({ en: city.nameEn, fa: city.nameFa }, locale),
      t("admin:hosts.counts", { upcoming: counts.upcoming, past: counts.past }),
    ]
      .filter(Boolean)
      .join(" · "),
    publicHref:
      row.status === "hidden"
        ? null
        : city
          ? paths.venue(city.slug, row.slug)
          : kind === "organizer"
            ? paths.organizer(row.slug)
            : null,
    fields: {
      nameEn: row.nameEn,
      nameFa: row.nameFa ?? "",
      aliases: row.aliases.join("\n"),
      aboutEn: row.aboutEn ?? "",
      aboutFa: row.aboutFa ?? "",
      links: row.links.join("\n"),
      addressEn: place.addressEn ?? "",
      addressFa: place.addressFa ?? "",
      latitude: place.latitude === null ? "" : String(place.latitude),
      longitude: place.longitude === null ? "" : String(place.longitude),
    },
    isHidden: row.status === "hidden",
    picture: framedPicture(row),
    into,
  };
}

/**
 * The host that an address or a slug names, for the question before a merge; null without one. `id`
 * is null for an unknown one.
 */
async function mergeTargetOf(
  { deps, locale }: Pick<RequestContext, "deps" | "locale">,
  host: StoredHost,
  typed: string | null,
) {
  const text = typed?.trim() ?? "";
  if (text === "") return null;
  const slug =
    text
      .replace(/[?#].*$/, "")
      .replace(/\/+$/, "")
      .split("/")
      .at(-1) ?? "";
  const city = host.kind === "venue" ? (await citiesById(deps)).get(host.row.cityId) : undefined;
  const found = await findHost(deps, { citySlug: city?.slug ?? null, slug });
  const ends = found && (await mergedHosts(deps, host.row.id, found.row.id).catch(() => null));
  return {
    typed: text,
    id: ends?.into.row.id ?? null,
    name: ends && hostName(ends.into.row, locale).name,
  };
}

/** Actions of the page: save, remove the picture, merge. */
export async function hostAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "host:manage");
  const form = await readForm(request, SIZE);
  const intent = form.get("intent");
  if (intent === "merge")
    return formAnswer(context, { form: "merge", failed: "admin:hosts.failed" }, async () => {
      const into = fieldOf(form, "into");
      await mergeHosts(deps, signedIn, id, into);
      return redirectWithToast(request, paths.adminVenue(into), {
        kind: "success",
        text: "admin:hosts.merged",
      });
    });
  if (intent === "remove-picture") {
    await removeHostPicture(deps, signedIn, id);
    return redirectWithToast(request, paths.adminVenue(id), {
      kind: "info",
      text: "admin:hosts.pictureRemoved",
    });
  }
  if (intent !== "save") throw new AppError("bad-request");
  const values = Object.fromEntries(
    FIELDS.map((name) => [name, fieldOf(form, name).trim()]),
  ) as Record<(typeof FIELDS)[number], string>;
  const degrees = (text: string) => (text === "" ? null : parseTypedNumber(text));
  return formAnswer(
    context,
    { form: "host", values, failed: "admin:hosts.failed", stale: "admin:hosts.stale" },
    async () => {
      const result = v.safeParse(HostInput, {
        ...values,
        aliases: lines(values.aliases),
        links: lines(values.links),
        latitude: degrees(values.latitude),
        longitude: degrees(values.longitude),
        isHidden: form.get("isHidden") === "1",
      });
      if (!result.success)
        throw new AppError(
          "invalid",
          result.issues.map((issue) => ({
            path: String(issue.path?.[0]?.key ?? ""),
            message: issue.message,
          })),
        );
      await updateHost(deps, signedIn, id, result.output, Number(fieldOf(form, "version")));
      return redirectWithToast(request, paths.adminVenue(id), {
        kind: "success",
        text: "admin:hosts.saved",
      });
    },
  );
}
