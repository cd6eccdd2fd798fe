import { wasOpened } from "~/components/admin/use-board-keys";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { SegmentedLinks } from "~/ui/segmented";
import { numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./city-board.module.css";
import type { cityBoardPage } from "./city-board.server";
import { CityViews } from "./city-views";

type Page = Awaited<ReturnType<typeof cityBoardPage>>;
type Row = Page["rows"][number];

/** Page `/admin/cities?view=board`: what each city needs, and the next thing to do; N does it. */
export function CityBoard({ page }: { page: Page }) {
  const { t } = useText();
  const withStep = page.rows.filter(({ step }) => step !== null);
  const next = withStep.find(({ slug }) => !wasOpened(slug)) ?? withStep[0];
  return (
    <main id="main" className={`${classes.board} rd-stack rd-gap-sm`}>
      <PageHead title={page.title} lead={page.lead} actions={<CityViews current="board" />} />
      <div className={`${classes.filters} rd-row`}>
        <Form
          method="get"
          name="filter"
          action={paths.adminCities()}
          role="search"
          isRow
          key={page.q}
        >
          <input type="hidden" name="view" value="board" />
          <input type="hidden" name="show" value={page.show} />
          <TextField
            type="search"
            name="q"
            label={t("admin-cities:list.search")}
            defaultValue={page.q}
            maxLength={80}
            dir="auto"
            autoComplete="off"
          />
          <Button type="submit" size="md" variant="default">
            {t("admin-cities:list.show")}
          </Button>
        </Form>
        <SegmentedLinks
          label={t("admin-cities:board.filter")}
          options={page.filters}
          current={page.show}
        />
      </div>
      {page.rows.length === 0 ? (
        <Empty title={t("admin-cities:board.nothing")} />
      ) : (
        <Table
          label={t("admin-cities:board.title")}
          rows={page.rows}
          rowKey={({ slug }) => slug}
          columns={[
            {
              key: "city",
              head: t("admin-cities:list.city"),
              isHead: true,
              cell: ({ href, name }) => (
                <Link className="rd-link" to={href}>
                  {name}
                </Link>
              ),
            },
            numberColumn("week", t("admin-cities:board.week")),
            {
              key: "days",
              head: t("admin-cities:board.days"),
              cell: (row) => <Strip row={row} />,
            },
            {
              key: "sources",
              head: t("admin-cities:board.sources"),
              cell: ({ sources, isBroken }) => (
                <span className={isBroken ? classes.bad : undefined}>{sources}</span>
              ),
            },
            {
              key: "missed",
              head: t("admin-cities:board.noPicks"),
              cell: ({ missed }) => missed ?? "–",
            },
            {
              key: "picks",
              head: t("admin-cities:board.due"),
              cell: ({ picks, picksHref, isDue }) => (
                <Link className={isDue ? `rd-link ${classes.due}` : "rd-link"} to={picksHref}>
                  {picks}
                </Link>
              ),
            },
            numberColumn("waiting", t("admin-cities:board.waiting")),
            {
              key: "next",
              head: t("admin-cities:board.next"),
              cell: ({ slug, step }) =>
                step && (
                  <Link className={classes.step} to={step.href} data-step={slug}>
                    <Icon name={step.icon} size="s" />
                    <span>
                      <b>
                        <bdi>{step.text}</bdi>
                      </b>
                      <small>{step.note}</small>
                    </span>
                  </Link>
                ),
            },
          ]}
        />
      )}
      {page.fine.length > 0 && (
        <Fold title={page.fineTitle} isQuiet>
          <Meta>
            {page.fine.map(({ slug, name, href }) => (
              <Link key={slug} className="rd-link" to={href}>
                {name}
              </Link>
            ))}
          </Meta>
        </Fold>
      )}
      <Meta>
        <span className="rd-needs-script">{t("admin-cities:board.keys")}</span>
        {t("admin-cities:board.order")}
      </Meta>
      {next?.step && (
        <p className={classes.bar} data-bottom-bar>
          <Link to={next.step.href} data-step={next.slug}>
            <span>{t("admin-cities:board.nextIs", { city: next.name, step: next.step.text })}</span>
            <Icon name="arrow-right" flip />
          </Link>
        </p>
      )}
    </main>
  );
}

/** The coming days as bars; empty ones as outlines, days off underlined. */
function Strip({ row }: { row: Row }) {
  return (
    <span className={classes.strip}>
      <span role="img" aria-label={row.strip}>
        {row.days.map(({ day, height, isOff }) => (
          <i
            key={day}
            data-empty={height === 0 || undefined}
            data-off={isOff || undefined}
            style={{ "--share": height } as Record<string, number>}
          />
        ))}
      </span>
      {row.empty && <small>{row.empty}</small>}
    </span>
  );
}
