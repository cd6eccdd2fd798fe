import * as v from "valibot";
import { AppError, errorAt } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import type { HTTPIssue } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { parseTypedNumber } from "~/lib/text/digits";
import { CITY_FIELDS, fieldOfIssue, fieldsOfCity } from "~/modules/cities/city-fields";
import { CityInput, CityUpdate } from "~/modules/cities/city-input";
import { mergeCity, noteMergeBegun, previewMerge } from "~/modules/cities/merge-city.server";
import { type City, getCityOrThrow } from "~/modules/cities/queries.server";
import { deleteCity } from "~/modules/cities/remove-city.server";
import { createCity, updateCity } from "~/modules/cities/write-city.server";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { storeEventMedia } from "~/modules/media/store-media.server";

/** Size limit of the form's text fields, bytes. */
const TEXT = 65_536;

async function readCityForm(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<FormData> {
  assertCan(signedIn, "city:manage");
  return readForm(request, (await maxMediaSize(deps, "picture")) + TEXT);
}

const valuesOf = (form: FormData) =>
  Object.fromEntries(CITY_FIELDS.map((name) => [name, fieldOf(form, name).trim()]));

/**
 * City input in API field names. The caller stores the picture last, once everything else is valid.
 */
function inputOf(form: FormData) {
  const field = (name: (typeof CITY_FIELDS)[number]) => fieldOf(form, name).trim();
  return {
    name: { en: field("nameEn"), fa: field("nameFa") || null },
    countryCode: field("countryCode"),
    ...(field("countryEn") && {
      country: { en: field("countryEn"), fa: field("countryFa") || null },
    }),
    stateProvince: field("stateEn") ? { en: field("stateEn"), fa: field("stateFa") || null } : null,
    timezone: field("timeZone") || null,
    latitude: parseTypedNumber(field("latitude")),
    longitude: parseTypedNumber(field("longitude")),
    heroImageUrl: form.get("removePicture") === "1" ? null : field("heroImageUrl") || null,
  };
}

/** Parses the input. Reports issues by the form's field names. */
function parsed<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new AppError(
    "invalid",
    result.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: issue.message.startsWith("errors:") ? issue.message : "errors:issue.value",
    })),
  );
}

/** Maps the issues of an input to the form's fields. */
const atFields = <T>(work: () => Promise<T>): Promise<T> =>
  expecting(
    {
      any: (error) => {
        throw errorAt(error, fieldOfIssue);
      },
    },
    work,
  );

/** Stores the uploaded picture. Returns its URL, or undefined without an upload. */
async function storedPicture(
  { deps, signedIn }: RequestContext,
  form: FormData,
): Promise<string | undefined> {
  const file = form.get("picture");
  if (typeof file === "string" || file === null || file.size === 0) return undefined;
  assertCan(signedIn, "city:manage");
  return storeEventMedia(deps, signedIn, "picture", file);
}

/** Creates a city. */
export async function newCityAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  const form = await readCityForm(context, request);
  if (form.get("intent") !== "create") throw new AppError("bad-request");
  return formAnswer(
    context,
    { form: "city", values: valuesOf(form), failed: "admin-cities:failed.check" },
    () =>
      atFields(async () => {
        const slug = fieldOf(form, "slug").trim();
        const created = await createCity(
          deps,
          signedIn,
          parsed(CityInput, { ...inputOf(form), ...(slug && { slug }) }),
        );
        // Deletes the new city if its picture is rejected.
        const heroImageUrl = await storedPicture(context, form).catch(async (error: unknown) => {
          await deleteCity(deps, signedIn, created);
          throw error;
        });
        if (heroImageUrl) await updateCity(deps, signedIn, created, { heroImageUrl });
        return redirectWithToast(request, paths.adminCity(created), {
          kind: "success",
          text: "admin-cities:done.created",
        });
      }),
  );
}

async function save(context: RequestContext, request: Request, slug: string, form: FormData) {
  const { deps, signedIn } = context;
  const typed = valuesOf(form);
  const expectedVersion = fieldOf(form, "version");
  // A conflict returns the typed values with the latest version.
  const values = { ...typed, version: expectedVersion };
  return formAnswer(context, { form: "city", values, failed: "admin-cities:failed.check" }, () =>
    atFields(async () => {
      const input = parsed(CityUpdate, inputOf(form));
      const version = /^\d{1,9}$/.test(expectedVersion) ? Number(expectedVersion) : null;
      const stale = async (error: AppError) => {
        if (error.issues[0]?.path !== "version") throw error;
        const present = await getCityOrThrow(deps, slug);
        values.version = String(present.version);
        throw new AppError("conflict", [
          { path: "", message: "errors:issue.staleCity" },
          ...newerThan(typed, present),
        ]);
      };
      await expecting({ conflict: stale }, async () => {
        const heroImageUrl = await storedPicture(context, form);
        const change = { ...input, ...(heroImageUrl && { heroImageUrl }) };
        await updateCity(deps, signedIn, slug, change, version);
      });
      return redirectWithToast(request, paths.adminCity(slug), {
        kind: "success",
        text: "admin-cities:done.saved",
      });
    }),
  );
}

/** Issues with the stored value for each field that differs from the typed one. */
function newerThan(typed: Record<string, string>, city: City): HTTPIssue[] {
  const present = fieldsOfCity(city);
  const isNumber = (name: string) => name === "latitude" || name === "longitude";
  return CITY_FIELDS.filter((name) => name !== "slug" && name !== "heroImageUrl")
    .filter((name) =>
      isNumber(name)
        ? parseTypedNumber(typed[name] ?? "") !== Number(present[name])
        : (typed[name] ?? "") !== present[name],
    )
    .map((name) => ({
      path: name,
      message: present[name] === "" ? "errors:issue.nowEmpty" : "errors:issue.nowIs",
      values: { value: present[name] },
    }));
}

/** Actions of a city's page: save, merge and delete. */
export async function cityAction(context: RequestContext, request: Request, slug: string) {
  const { deps, signedIn } = context;
  const form = await readCityForm(context, request);
  const into = fieldOf(form, "into");
  switch (form.get("intent")) {
    case "save":
      return save(context, request, slug, form);
    case "merge":
      return formAnswer(
        context,
        { form: "merge", values: { into }, failed: "admin-cities:failed.merge" },
        async () => {
          if (form.get("running") !== "1")
            await noteMergeBegun(
              deps,
              signedIn,
              slug,
              await previewMerge(deps, signedIn, slug, into),
            );
          const { isDone, after } = await mergeCity(deps, signedIn, {
            slug,
            into,
            after: fieldOf(form, "after") || null,
          });
          return isDone
            ? redirectWithToast(request, paths.adminCity(into), {
                kind: "success",
                text: "admin-cities:done.merged",
              })
            : redirectWithToast(request, paths.adminCity(slug, { into, after, running: true }), {
                kind: "info",
                text: "admin-cities:done.part",
              });
        },
      );
    case "delete":
      return formAnswer(
        context,
        { form: "delete", failed: "admin-cities:failed.delete" },
        async () => {
          await deleteCity(deps, signedIn, slug);
          return redirectWithToast(request, paths.adminCities(), {
            kind: "success",
            text: "admin-cities:done.deleted",
          });
        },
      );
    default:
      throw new AppError("bad-request");
  }
}
