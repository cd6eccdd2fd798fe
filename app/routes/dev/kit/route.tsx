import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppError } from "~/lib/errors";
import { page } from "~/lib/pages/page";
import { pageHead } from "~/lib/pages/page-head.server";
import { Section } from "~/ui/section";
import { Buttons, Dialogs, Messages } from "./actions";
import { Choices, Fields, RejectedForm } from "./fields";
import { Cards, Charts, Texts, Waiting } from "./figures";
import classes from "./kit.module.css";
import { Lists } from "./lists";
import { type KitProps, Part } from "./part";
import { SAMPLES } from "./samples";

/** All parts of the kit in all states, with sample data. */
export function Kit({ page }: KitProps) {
  const { words } = page;
  return (
    <main id="main" className="rd-wrap">
      <div className={classes.page}>
        <Lists words={words} />
        <Fields words={words} calendar={page.calendar} />
        <Choices words={words} />
        <Section title={words.form.title}>
          <Part name="form">
            <RejectedForm words={words} />
          </Part>
        </Section>
        <Buttons words={words} />
        <Messages words={words} />
        <Dialogs words={words} open={page.open} />
        <Cards words={words} />
        <Charts words={words} />
        <Waiting words={words} />
        <Texts words={words} />
      </div>
    </main>
  );
}

export const handle = page({ permission: null, budget: "page" });

/**
 * `?open=dialog`, `drawer` or `confirm` opens that part. @throws AppError("not-found") in
 * deployments
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { isLocal, locale, calendar } = context;
  if (!isLocal) throw new AppError("not-found");
  const head = pageHead(context, "/dev/kit", { title: "Kit", noindex: true });
  return {
    head,
    words: SAMPLES[locale],
    calendar,
    open: new URL(request.url).searchParams.get("open"),
  };
}

export default function KitRoute() {
  return <Kit page={useLoaderData<typeof loader>()} />;
}
