import { Hodhod } from "~/components/hodhod/hodhod";
import { paths } from "~/lib/paths";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import classes from "./steps.module.css";

/** How the product works, in three steps. */
export function Steps() {
  const { t } = useText();
  return (
    <section className={classes.band} aria-labelledby="how">
      <div className={`rd-wrap ${classes.wrap}`}>
        <Hodhod pose="flying" className={classes.fly} />
        <SectionHead
          id="how"
          title={t("pages:home.how.title")}
          all={{ href: paths.howItWorks(), label: t("pages:home.how.more") }}
        />
        <ol className={classes.steps}>
          {(["look", "keep", "go"] as const).map((step) => (
            <li key={step}>
              <h3>{t(`pages:home.how.${step}.title`)}</h3>
              <p>{t(`pages:home.how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
