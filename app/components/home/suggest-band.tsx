import { FAMILY_COLORS } from "../../lib/palette";
import { paths } from "../../lib/paths";
import type { Site } from "../../lib/views";
import { Button } from "../button/button";
import { Icon } from "../icon";
import { useText } from "../text";
import classes from "./suggest-band.module.css";

/** For whoever hosts something: a letter to the editors. */
export function SuggestBand({ site }: { site: Pick<Site, "companyName" | "supportEmail"> }) {
  const { t } = useText();
  const subject = encodeURIComponent(t("pages:home.suggest.subject", { name: site.companyName }));
  return (
    <section className="rd-wrap" aria-labelledby="suggest">
      <div className={classes.band}>
        <img
          src={paths.cover("band-30", FAMILY_COLORS.lajvard, { ratio: 1.8, finish: "night", fine: true })}
          alt=""
          width={540}
          height={300}
          loading="lazy"
          decoding="async"
        />
        <div className={classes.text}>
          <h2 id="suggest">{t("pages:home.suggest.title")}</h2>
          <p>{t("pages:home.suggest.text")}</p>
          <div className={classes.act}>
            <Button
              component="a"
              href={`mailto:${site.supportEmail}?subject=${subject}`}
              size="lg"
              color="zafaran"
              leftSection={<Icon name="mail" />}
            >
              {t("pages:home.suggest.action")}
            </Button>
            <bdi className={classes.address}>{site.supportEmail}</bdi>
          </div>
        </div>
      </div>
    </section>
  );
}
