import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { AdminFindings as Findings } from "~/components/admin/admin-search";
import { useViewer } from "~/components/viewer";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { adminSearchLoader } from "~/routes/admin/search/search.server";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";

/** Page `/admin/search`: all search results. */
function AdminFindingsPage({ page: { words, groups } }: { page: Findings }) {
  const { t } = useText();
  const findsPeople = can(useViewer(), "user:manage");
  return (
    <main id="main">
      <PageHead
        title={t("admin:search.title")}
        lead={t(findsPeople ? "admin:search.lead" : "admin:search.leadWithoutPeople")}
      />
      <Form method="get" name="find" action={paths.adminSearch()} isRow key={words}>
        <TextField
          type="search"
          name="q"
          label={t("admin:search.label")}
          isLabelHidden
          defaultValue={words}
          dir="auto"
          placeholder={t(
            findsPeople ? "admin:search.placeholder" : "admin:search.placeholderWithoutPeople",
          )}
        />
        <Button type="submit" size="md">
          {t("admin:search.find")}
        </Button>
      </Form>
      {groups.map((group) => (
        <Section key={group.name} title={t(`admin:search.group.${group.name}`)}>
          <List>
            {group.items.map((item) => (
              <ListItem
                key={item.href}
                to={item.href}
                start={<Icon name={item.icon} />}
                title={<bdi>{item.title}</bdi>}
                end={<bdi>{item.note}</bdi>}
              />
            ))}
          </List>
        </Section>
      ))}
      {words !== "" && groups.length === 0 && (
        <Empty title={t("admin:search.nothing", { words })} />
      )}
    </main>
  );
}

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.search",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminSearchLoader(context, new URL(request.url).searchParams);
}

export default function AdminSearchRoute() {
  return <AdminFindingsPage page={useLoaderData<typeof loader>()} />;
}
