import { useNavigation, useSubmit } from "@remix-run/react";
import { submittedParams } from "~/components/event-browser/browse-form";
import { Hodhod } from "~/components/hodhod/hodhod";
import { SearchFields } from "~/components/search-box/search-fields";
import form from "~/components/search-form/search-form.module.css";
import { useHomeCity } from "~/components/viewer";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./search-bar.module.css";

interface SearchBarProps {
  cities: readonly { slug: string; label: string }[];
  onCity: (slug: string) => void;
}

/** Search form for words and a city. Submits to the event list. */
export function SearchBar({ cities, onCity }: SearchBarProps) {
  const { t } = useText();
  const home = useHomeCity();
  const submit = useSubmit();
  const navigation = useNavigation();
  const searching =
    navigation.state === "loading" &&
    navigation.location.pathname === paths.events() &&
    navigation.formMethod === "GET";
  return (
    <Form
      method="get"
      action={paths.events()}
      role="search"
      aria-label={t("events:list.search")}
      className={`${form.bar} ${classes.bar}`}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) onCity(target.value);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(submittedParams(event.currentTarget), { action: paths.events(), method: "get" });
      }}
    >
      <SearchFields
        city={home?.slug}
        implied={home?.slug}
        cities={cities.map(({ slug, label }) => [slug, label])}
        className={classes.field}
      />
      <Button
        type="submit"
        size="lg"
        className={`${form.submit} ${classes.submit}`}
        loading={searching}
        aria-label={t("events:list.submit")}
      >
        <Icon name="search" />
        <span className={classes.word}>{t("events:list.submit")}</span>
      </Button>
      <Hodhod pose="standing" className={classes.perch} />
    </Form>
  );
}
