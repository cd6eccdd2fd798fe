import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Hodhod } from "~/components/hodhod/hodhod";
import { Inline } from "~/components/prose/inline";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./how-it-works.module.css";
import { readHowItWorks } from "./how-it-works.server";

type HowItWorksView = Awaited<ReturnType<typeof readHowItWorks>>;

function HowItWorks({ page }: { page: HowItWorksView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={`rd-wrap ${classes.head}`}>
        <h1>{page.title}</h1>
        <p>{page.lead}</p>
      </header>
      <section className={classes.band} aria-label={t("pages:howItWorks.steps")}>
        <div className="rd-wrap">
          <Hodhod pose="flying" className={classes.hodhod} />
          <ol className={classes.steps}>
            {page.steps.map(({ title, text }) => (
              <li key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="rd-wrap rd-section" aria-labelledby="principles">
        <h2 id="principles">{page.principles.title}</h2>
        <ul className={classes.principles}>
          {page.principles.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="rd-wrap rd-section" aria-labelledby="questions">
        <h2 id="questions">{page.faqTitle}</h2>
        <dl className={classes.faq}>
          {page.faq.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>
                <Inline text={answer} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={classes.more}>
          <Link className="rd-link" to={paths.help()}>
            {t("pages:howItWorks.help")}
          </Link>
        </p>
      </section>
      <section className={`rd-wrap ${classes.end}`} aria-label={t("pages:howItWorks.start")}>
        <Button
          component={Link}
          to={paths.events()}
          size="lg"
          rightSection={<Icon name="arrow-right" flip />}
        >
          {t("pages:howItWorks.start")}
        </Button>
        <Button component={Link} to={paths.discover()} size="lg" variant="default">
          {t("pages:howItWorks.discover")}
        </Button>
      </section>
    </main>
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readHowItWorks(context), { headers: cacheHeaders("listing") });
}

export default function HowItWorksPage() {
  return <HowItWorks page={useLoaderData<typeof loader>()} />;
}
