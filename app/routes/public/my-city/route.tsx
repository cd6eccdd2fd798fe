import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import form from "~/components/search-form/search-form.module.css";
import { page } from "~/lib/pages/page";
import { ALL_CITIES, paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./my-city.module.css";
import { myCityLoader } from "./my-city.server";

type Page = Awaited<ReturnType<typeof myCityLoader>>;

/** Page where the reader chooses their city, by name or from the list. */
function MyCity({ page }: { page: Page }) {
  const { t } = useText();
  const { q, returnTo, isAll, suggested, cities } = page;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <h1>{t("pages:myCity.title")}</h1>
      <p className={classes.lead}>{t("pages:myCity.lead")}</p>
      <Form
        method="get"
        action={paths.myCity()}
        role="search"
        aria-label={t("pages:myCity.search")}
        className={`${form.bar} ${classes.bar}`}
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        <div className={form.field}>
          <Icon name="search" />
          <div>
            <label htmlFor="q">{t("pages:myCity.name")}</label>
            <input
              id="q"
              name="q"
              type="search"
              maxLength={80}
              defaultValue={q}
              key={q}
              placeholder={t("pages:myCity.placeholder")}
              autoComplete="off"
              dir="auto"
            />
          </div>
        </div>
        <Button type="submit" size="lg" className={form.submit}>
          {t("pages:myCity.submit")}
        </Button>
      </Form>
      <Form method="post" action={paths.preferences()} className={classes.choices}>
        <input type="hidden" name="returnTo" value={returnTo} />
        {suggested && (
          <p className={classes.suggested}>
            <span>{t("pages:myCity.suggested", { name: suggested.name })}</span>
            <Button type="submit" name="city" value={suggested.slug}>
              {t("pages:myCity.take", { name: suggested.name })}
            </Button>
          </p>
        )}
        {cities.length === 0 ? (
          <div className={classes.none} role="status">
            <h2>{t("pages:myCity.none", { words: q })}</h2>
            <p>{t("pages:myCity.noneText")}</p>
          </div>
        ) : (
          <ul className={classes.list}>
            {q === "" && (
              <Choice
                value={ALL_CITIES}
                name={t("pages:myCity.all")}
                note={t("pages:myCity.allText")}
                isChosen={isAll}
              />
            )}
            {cities.map((city) => (
              <Choice
                key={city.slug}
                value={city.slug}
                name={city.name}
                note={`${city.country} · ${city.upcoming}`}
                isChosen={city.isChosen}
              />
            ))}
          </ul>
        )}
      </Form>
      {q !== "" && (
        <Button component="a" href={paths.myCity(returnTo)} variant="default">
          {t("pages:myCity.clear")}
        </Button>
      )}
    </main>
  );
}

function Choice({
  value,
  name,
  note,
  isChosen,
}: {
  value: string;
  name: string;
  note: string;
  isChosen: boolean;
}) {
  const { t } = useText();
  return (
    <li>
      <button type="submit" name="city" value={value} aria-current={isChosen || undefined}>
        <b>{name}</b>
        <span>{note}</span>
        {isChosen && (
          <>
            <Icon name="check" />
            <small className="rd-hidden">{t("pages:myCity.chosen")}</small>
          </>
        )}
      </button>
    </li>
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  // The network's suggestion is the reader's own.
  return data(await myCityLoader(context, new URL(request.url).searchParams), {
    headers: { "Cache-Control": "private, no-store" },
  });
}

export default function MyCityRoute() {
  return <MyCity page={useLoaderData<typeof loader>()} />;
}
