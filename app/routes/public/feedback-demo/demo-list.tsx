import { useNavigation } from "@remix-run/react";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { CardSkeletons } from "~/components/skeleton/card-skeletons";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./feedback-demo.module.css";
import type { DemoText, DemoView } from "./feedback-demo.server";

const address = (list: "slow" | "empty" | "fail") => `${paths.feedbackDemo({ list })}#list`;

/** The real event list with results, without results and with an error. */
export function DemoList({ text, list }: { text: DemoText["list"]; list: DemoView["list"] }) {
  const { location } = useNavigation();
  const loading =
    location?.pathname === paths.feedbackDemo() && new URLSearchParams(location.search).has("list");
  return (
    <>
      <div className="rd-row">
        {(["slow", "empty", "fail"] as const).map((wanted) => (
          <Button
            key={wanted}
            component={Link}
            to={address(wanted)}
            variant="default"
            preventScrollReset
          >
            {text[wanted]}
          </Button>
        ))}
      </div>
      <div className={classes.result}>
        {loading ? <CardSkeletons count={3} /> : <Outcome text={text} list={list} />}
      </div>
    </>
  );
}

function Outcome({ text, list }: { text: DemoText["list"]; list: DemoView["list"] }) {
  const { t } = useText();
  if (list.state === "none") return null;
  if (list.state === "failed")
    return (
      <div className={classes.apology} role="alert">
        <Icon name="alert-circle" />
        <p>{t("events:list.error")}</p>
        <Button component={Link} to={address("slow")} variant="default" preventScrollReset>
          {t("common:tryAgain")}
        </Button>
      </div>
    );
  if (list.events.length === 0)
    return (
      <div className={`${classes.empty} rd-empty`}>
        <Hodhod pose="sleeping" />
        <h3>{text.emptyTitle}</h3>
        <p>{text.emptyText}</p>
        <Button component={Link} to={address("slow")} variant="default" preventScrollReset>
          {text.emptyAction}
        </Button>
      </div>
    );
  return (
    <>
      <p className="rd-hidden" role="status">
        {list.summary}
      </p>
      <EventGrid columns={3}>
        {list.events.map((event) => (
          <EventCard key={event.id} event={event} headingLevel={3} />
        ))}
      </EventGrid>
    </>
  );
}
