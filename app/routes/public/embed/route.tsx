import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form } from "~/ui/link";
import { embedBuilder } from "./embed.server";
import classes from "./embed-builder.module.css";

type EmbedBuilderView = Awaited<ReturnType<typeof embedBuilder>>;

/** Page `/embed`: GET form that returns the page with the embed code. */
function EmbedBuilder({ page }: { page: EmbedBuilderView }) {
  const { words, accent } = page;
  const snippets = [
    { id: "embed-script", label: words.script, help: words.scriptHelp, text: page.script },
    { id: "embed-frame", label: words.frame, help: words.frameHelp, text: page.frame },
  ];
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
      </header>
      <div className={classes.columns}>
        <div>
          <Form
            method="get"
            action={paths.embedBuilder()}
            className={classes.form}
            preventScrollReset
          >
            {page.kept.map(({ name, value }) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {page.fields.map(({ name, label, value, options }) => (
              <label key={name}>
                <span>{label}</span>
                <span className={classes.select}>
                  <select name={name} defaultValue={value}>
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                </span>
              </label>
            ))}
            <label>
              <span>{accent.label}</span>
              <input type="color" name="accent" defaultValue={accent.value} />
            </label>
            <Button type="submit">{words.show}</Button>
          </Form>
          {snippets.map(({ id, label, help, text }) => (
            <section key={id} className={classes.snippet}>
              <h2>
                <label htmlFor={id}>{label}</label>
              </h2>
              <p id={`${id}-help`}>{help}</p>
              <textarea
                id={id}
                key={text}
                readOnly
                dir="ltr"
                rows={4}
                spellCheck={false}
                defaultValue={text}
                aria-describedby={`${id}-help`}
                onFocus={(event) => event.currentTarget.select()}
              />
            </section>
          ))}
          <p className={classes.privacy}>{words.privacy}</p>
        </div>
        <section className={classes.preview}>
          <h2>{words.preview}</h2>
          <ListFrame key={page.src} src={page.src} title={words.frameTitle} />
        </section>
      </div>
    </main>
  );
}

/** Preview frame. A script adjusts its height to the list. */
function ListFrame({ src, title }: { src: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const fit = useCallback(() => {
    const list = frame.current?.contentDocument?.documentElement;
    const height = Math.ceil(list?.getBoundingClientRect().height ?? 0);
    if (frame.current && height > 0) frame.current.height = String(height);
  }, []);
  useEffect(() => {
    // The frame may have loaded before this script, and grows on narrower pages.
    const observer = new ResizeObserver(fit);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [fit]);
  return <iframe ref={frame} src={src} title={title} height={700} onLoad={fit} />;
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await embedBuilder(context, new URL(request.url).searchParams), {
    headers: cacheHeaders("site"),
  });
}

export default function Embed() {
  return <EmbedBuilder page={useLoaderData<typeof loader>()} />;
}
