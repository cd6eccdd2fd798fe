import { useNavigation, useSubmit } from "@remix-run/react";
import { Hodhod } from "~/components/hodhod/hodhod";
import form from "~/components/search-form/search-form.module.css";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./search-bar.module.css";

/** Search form for words and a city. Submits to the event list. */
export function SearchBar({ cities }: { cities: readonly { slug: string; label: string }[] }) {
  const { t } = useText();
  const submit = useSubmit();
  const navigation = useNavigation();
  const searching = navigation.state === "loading" && navigation.location.pathname === paths.events() && navigation.formMethod === "GET";
  return (
    <Form
      method="get"
      action={paths.events()}
      role="search"
      aria-label={t("events:list.search")}
      className={`${form.bar} ${classes.bar}`}
      onSubmit={(event) => {
        event.preventDefault();
        // Omits empty fields from the URL.
        const asked = [...new FormData(event.currentTarget)].filter(
          (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
        );
        submit(new URLSearchParams(asked), { action: paths.events(), method: "get" });
      }}
    >
      <div className={`${form.field} ${classes.field}`} data-wide>
        <Icon name="search" />
        <div>
          <label htmlFor="q">{t("events:list.what")}</label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={200}
            placeholder={t("events:list.whatPlaceholder")}
            autoComplete="off"
            dir="auto"
          />
        </div>
      </div>
      <div className={`${form.field} ${classes.field}`}>
        <Icon name="map-pin" />
        <div>
          <label htmlFor="city">{t("events:list.where")}</label>
          <select id="city" name="city" defaultValue="">
            <option value="">{t("events:list.anywhere")}</option>
            {cities.map(({ slug, label }) => (
              <option key={slug} value={slug}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Button type="submit" size="lg" className={`${form.submit} ${classes.submit}`} loading={searching}>
        {t("events:list.submit")}
      </Button>
      <Hodhod pose="standing" className={classes.perch} />
    </Form>
  );
}
