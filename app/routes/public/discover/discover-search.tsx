import { useSubmit } from "@remix-run/react";
import { submittedParams } from "~/components/event-browser/browse-form";
import { SearchFields } from "~/components/search-box/search-fields";
import form from "~/components/search-form/search-form.module.css";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./discover-search.module.css";

/** Search form for words and a city. Submits to the event list. */
export function DiscoverSearch({ cities }: { cities: readonly { slug: string; label: string }[] }) {
  const { t } = useText();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={paths.events()}
      role="search"
      aria-label={t("events:list.search")}
      className={`${form.bar} ${classes.bar}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit(submittedParams(event.currentTarget), { action: paths.events(), method: "get" });
      }}
    >
      <SearchFields
        cities={cities.map(({ slug, label }) => [slug, label])}
        className={classes.field}
      />
      <Button type="submit" size="lg" className={form.submit}>
        {t("events:list.submit")}
      </Button>
    </Form>
  );
}
