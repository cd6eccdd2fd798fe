import { CreateEventLink } from "~/components/create-event/create-event-link";
import type { Site } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./suggest-band.module.css";

/** Invites organizers to submit an event, by way of the log-in or sign-up page. */
export function SuggestBand({ site }: { site: Pick<Site, "supportEmail"> }) {
  const { t } = useText();
  return (
    <section className="rd-wrap" aria-labelledby="suggest">
      <div className={classes.band}>
        <img
          src={paths.sceneCover("band")}
          alt=""
          width={540}
          height={300}
          loading="lazy"
          decoding="async"
        />
        <div className={classes.text}>
          <h2 id="suggest">{t("pages:home.suggest.title")}</h2>
          <p>{t("pages:home.suggest.text")}</p>
          <div className={`${classes.act} rd-row`}>
            <CreateEventLink>
              {(to) => (
                <Button component={Link} to={to} size="lg" color="zafaran" icon="plus">
                  {t("pages:home.suggest.action")}
                </Button>
              )}
            </CreateEventLink>
            <span className={classes.address}>
              {t("pages:home.suggest.orWrite")} <bdi>{site.supportEmail}</bdi>
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}
