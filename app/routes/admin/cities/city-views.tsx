import { paths } from "~/lib/paths";
import { SegmentedLinks } from "~/ui/segmented";
import { useText } from "~/ui/text";

/** Links between the directory of cities and the board of what they need. */
export function CityViews({ current }: { current: "board" | "list" }) {
  const { t } = useText();
  return (
    <SegmentedLinks
      label={t("admin-cities:board.views")}
      options={[
        { value: "list", label: t("admin-cities:list.title"), href: paths.adminCities() },
        {
          value: "board",
          label: t("admin-cities:board.name"),
          href: paths.adminCities({ view: "board" }),
        },
      ]}
      current={current}
    />
  );
}
