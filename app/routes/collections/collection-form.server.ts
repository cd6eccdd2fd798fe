import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext, SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import {
  addToCollection,
  moveInCollection,
  removeFromCollection,
} from "~/modules/saved/collect-event.server";
import {
  collectionName,
  collectionsWith,
  getOwnCollection,
  listCollections,
} from "~/modules/saved/queries.server";
import { COLLECTION_COLORS, CollectionInput, CollectionUpdate } from "~/modules/saved/schema";
import {
  createCollection,
  deleteCollection,
  updateCollection,
} from "~/modules/saved/write-collection.server";
import { COLLECTION_ICONS } from "../../../db/schema/index";

/** Submitted values. Unchecked boxes are absent. */
const typedIn = (form: FormData) => ({
  name: fieldOf(form, "name"),
  description: fieldOf(form, "description"),
  color: fieldOf(form, "color"),
  icon: fieldOf(form, "icon"),
  isPublic: form.get("isPublic") !== null,
});

const asText = ({ isPublic, ...texts }: ReturnType<typeof typedIn>): Record<string, string> => ({
  ...texts,
  isPublic: isPublic ? "1" : "",
});

/** Action of the form for a new collection. */
export async function newCollectionAction(context: SignedInContext, request: Request) {
  const typed = typedIn(await readForm(request));
  return formAnswer(
    context,
    { form: "collection", values: asText(typed), failed: "collections:failure.create" },
    async () => {
      const input = parseInput(CollectionInput, typed);
      const id = await createCollection(context.deps, context.signedIn, input);
      return redirectWithToast(request, paths.collection(id), {
        kind: "success",
        text: "collections:created",
        values: { name: input.name },
      });
    },
  );
}

/** Actions of a collection's settings: save and delete. */
export async function editCollectionAction(context: SignedInContext, request: Request, id: string) {
  const { deps, signedIn, locale } = context;
  const form = await readForm(request);
  const collection = await getOwnCollection(deps, signedIn, id);
  switch (form.get("intent")) {
    case "save": {
      const typed = typedIn(form);
      return formAnswer(
        context,
        { form: "collection", values: asText(typed), failed: "collections:failure.update" },
        async () => {
          await updateCollection(deps, signedIn, id, parseInput(CollectionUpdate, typed));
          return redirectWithToast(request, paths.collection(id), {
            kind: "success",
            text: "collections:updated",
          });
        },
      );
    }
    case "delete":
      return formAnswer(
        context,
        { form: "delete", failed: "collections:failure.delete" },
        async () => {
          await deleteCollection(deps, signedIn, id);
          return redirectWithToast(request, paths.collections(), {
            kind: "success",
            text: "collections:deleted",
            values: { name: collectionName(collection, locale) },
          });
        },
      );
    default:
      throw new AppError("bad-request");
  }
}

/** Actions of the owner on a collection's page: move or remove an event. */
export async function collectionAction(
  context: SignedInContext,
  request: Request,
  id: string,
): Promise<Response> {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  await getOwnCollection(deps, signedIn, id);
  const eventId = fieldOf(form, "event");
  const here = paths.collection(id, {
    page: Number(fieldOf(form, "page")) > 1 ? fieldOf(form, "page") : null,
  });
  const language = addressedLanguage(new URL(request.url).search);
  const back = (anchor: string) =>
    new Response(null, {
      status: 303,
      headers: { Location: inLanguage(`${here}#${anchor}`, language) },
    });
  switch (form.get("intent")) {
    case "up":
    case "down":
      await moveInCollection(
        deps,
        signedIn,
        id,
        eventId,
        form.get("intent") === "up" ? "up" : "down",
      );
      return back(`held-${eventId}`);
    case "before":
    case "after": {
      const beside = fieldOf(form, "beside");
      await moveInCollection(
        deps,
        signedIn,
        id,
        eventId,
        form.get("intent") === "before" ? { before: beside } : { after: beside },
      );
      return back(`held-${eventId}`);
    }
    case "remove":
      await removeFromCollection(deps, signedIn, id, eventId);
      return redirectWithToast(request, here, { kind: "info", text: "collections:taken" });
    default:
      throw new AppError("bad-request");
  }
}

/** Updates the collections that contain the event, and adds a new one if named. */
export async function eventCollectionsAction(
  context: SignedInContext,
  request: Request,
  eventId: string,
) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  const wanted = new Set(form.getAll("collection").map(String));
  const name = fieldOf(form, "name");
  return formAnswer(
    context,
    { form: "manage", values: { name }, failed: "collections:failure.update" },
    async () => {
      // Validates the name before any change.
      const input = name.trim() ? parseInput(CollectionInput, { name }) : null;
      const own = await listCollections(deps, signedIn);
      const holding = await collectionsWith(deps, signedIn, eventId);
      if (input) wanted.add(await createCollection(deps, signedIn, input));
      for (const id of wanted)
        if (!holding.has(id)) await addToCollection(deps, signedIn, id, eventId, request);
      for (const { id } of own)
        if (holding.has(id) && !wanted.has(id))
          await removeFromCollection(deps, signedIn, id, eventId);
      return redirectWithToast(request, paths.event(eventId), {
        kind: "success",
        text: "collections:manage.saved",
      });
    },
  );
}

/** Localized options of the form. */
function choicesOf(locale: Locale) {
  const t = translatorFor(locale);
  return {
    colors: COLLECTION_COLORS.map((color) => ({
      value: color,
      label: t(`collections:colors.${color}`),
    })),
    icons: COLLECTION_ICONS.map((icon) => ({ value: icon, label: t(`collections:icons.${icon}`) })),
  };
}

/** Data of the form for a new collection. */
export function newCollectionLoader({
  locale,
  origin,
  seo,
  signedIn,
}: Pick<RequestContext, "locale" | "origin" | "seo" | "signedIn">) {
  const title = translatorFor(locale)("collections:form.titleNew");
  return {
    head: pageHead({ origin, locale, seo }, paths.newCollection(), {
      title,
      description: title,
      noindex: true,
    }),
    collection: null,
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}

/** Data of the form for one of the actor's collections. @throws AppError("not-found") */
export async function editCollectionLoader(
  { deps, locale, origin, seo, signedIn }: SignedInContext,
  id: string,
  params: URLSearchParams,
) {
  const collection = await getOwnCollection(deps, signedIn, id);
  const { description, color, icon, isPublic, isDefault } = collection;
  const title = translatorFor(locale)("collections:form.titleEdit");
  return {
    head: pageHead({ origin, locale, seo }, paths.editCollection(id), {
      title,
      description: title,
      noindex: true,
    }),
    collection: {
      id,
      name: collectionName(collection, locale),
      description,
      color,
      icon,
      isPublic,
      isDefault,
    },
    isAsked: params.has("delete"),
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}
